package freshet.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Feeds as blogs and newspapers write them, made from a seed: two of three RSS 2.0, the third
/// Atom; a summary and a full text in HTML with links, pictures, lists and entities, in several
/// scripts.
public final class GeneratedFeeds {
  private static final String[] SCRIPTS = {
    "the of river storm market council report people morning village number answer winter music",
    "uudised linna jõgi täna öösel kevad valitsus õpilased küla sügis hommik rahvas ühing",
    "новости сегодня город река правительство утро погода люди рынок школа ответ зима"
  };

  private GeneratedFeeds() {}

  public static List<byte[]> make(int feeds, int entries, int bytes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<byte[]> made = new ArrayList<>(feeds);
    for (int i = 0; i < feeds; i++) {
      String[] words = SCRIPTS[i % 10 < 7 ? 0 : i % 10 < 9 ? 1 : 2].split(" ", -1);
      made.add(feed(i, entries, bytes, i % 3 == 2, words, random).getBytes(StandardCharsets.UTF_8));
    }
    return made;
  }

  private static String feed(
      int n, int entries, int bytes, boolean atom, String[] words, SplittableRandom random) {
    int wide = words[0].charAt(0) > 0x7f ? 2 : 1;
    int text = (bytes / entries - 900) / wide;
    StringBuilder b = new StringBuilder(bytes + 4096);
    b.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    String site = "https://site" + n + ".example";
    if (atom) {
      b.append("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\"><title>Feed ")
          .append(n)
          .append("</title><id>urn:feed:")
          .append(n)
          .append("</id><link href=\"")
          .append(site)
          .append("\"/><link rel=\"self\" href=\"")
          .append(site)
          .append("/feed\"/><updated>2026-11-01T08:00:00Z</updated>\n");
    } else {
      b.append("<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"")
          .append(" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
          .append(" xmlns:atom=\"http://www.w3.org/2005/Atom\"")
          .append(" xmlns:slash=\"http://purl.org/rss/1.0/modules/slash/\">\n<channel><title>Feed ")
          .append(n)
          .append("</title><link>")
          .append(site)
          .append("</link><description>About ")
          .append(n)
          .append("</description><atom:link rel=\"self\" href=\"")
          .append(site)
          .append("/feed\"/><ttl>60</ttl>\n");
    }
    Instant at = Instant.parse("2026-11-01T08:00:00Z");
    for (int i = 0; i < entries; i++) {
      String link = site + "/2026/11/" + i + "/" + words[random.nextInt(words.length)].hashCode();
      at = at.minusSeconds(600 + random.nextInt(7200));
      if (atom) atomEntry(b, link, at, text, words, random);
      else rssEntry(b, link, at, text, words, random);
    }
    return b.append(atom ? "</feed>\n" : "</channel></rss>\n").toString();
  }

  private static void rssEntry(
      StringBuilder b, String link, Instant at, int text, String[] words, SplittableRandom random) {
    b.append("<item>\n  <title>")
        .append(sentence(8, words, random))
        .append(" &amp; more</title>\n  <link>")
        .append(link)
        .append("</link>\n  <guid isPermaLink=\"true\">")
        .append(link)
        .append("</guid>\n  <pubDate>")
        .append(DateTimeFormatter.RFC_1123_DATE_TIME.format(at.atOffset(ZoneOffset.UTC)))
        .append("</pubDate>\n  <dc:creator><![CDATA[Writer ")
        .append(random.nextInt(9))
        .append("]]></dc:creator>\n  <category>")
        .append(words[random.nextInt(words.length)])
        .append("</category><category>news</category>\n  <slash:comments>")
        .append(random.nextInt(90))
        .append("</slash:comments>\n  <description>")
        .append(sentence(30, words, random))
        .append("</description>\n  <content:encoded><![CDATA[")
        .append(html(link, text, words, random))
        .append("]]></content:encoded>\n</item>\n");
  }

  private static void atomEntry(
      StringBuilder b, String link, Instant at, int text, String[] words, SplittableRandom random) {
    b.append("<entry>\n  <title>")
        .append(sentence(8, words, random))
        .append("</title>\n  <id>")
        .append(link)
        .append("</id>\n  <link rel=\"alternate\" type=\"text/html\" href=\"")
        .append(link)
        .append("\"/>\n  <published>")
        .append(at)
        .append("</published><updated>")
        .append(at.plusSeconds(60))
        .append("</updated>\n  <author><name>Writer ")
        .append(random.nextInt(9))
        .append("</name></author>\n  <category term=\"")
        .append(words[random.nextInt(words.length)])
        .append("\"/>\n  <summary>")
        .append(sentence(30, words, random))
        .append("</summary>\n  <content type=\"html\">")
        .append(html(link, text, words, random).replace("&", "&amp;").replace("<", "&lt;"))
        .append("</content>\n</entry>\n");
  }

  private static String html(String link, int length, String[] words, SplittableRandom random) {
    StringBuilder b = new StringBuilder(length + 200);
    while (b.length() < length) {
      switch (random.nextInt(8)) {
        case 0 ->
            b.append("<p><img src=\"")
                .append(link)
                .append(
                    "/p.jpg\" alt=\"picture\" width=\"600\" height=\"400\" class=\"wide\""
                        + " /></p>\n");
        case 1 ->
            b.append("<ul><li>")
                .append(sentence(6, words, random))
                .append("</li><li>")
                .append(sentence(6, words, random))
                .append("</li></ul>\n");
        case 2 -> b.append("<h2>").append(sentence(5, words, random)).append("</h2>\n");
        default ->
            b.append("<p>")
                .append(sentence(18, words, random))
                .append(" <a href=\"")
                .append(link)
                .append("?a=1&amp;b=2\">")
                .append(sentence(3, words, random))
                .append("</a> &#8220;")
                .append(sentence(6, words, random))
                .append("&#8221; <em>")
                .append(sentence(2, words, random))
                .append("</em>.</p>\n");
      }
    }
    return b.toString();
  }

  private static String sentence(int length, String[] words, SplittableRandom random) {
    StringBuilder b = new StringBuilder(length * 8);
    for (int i = 0; i < length; i++) {
      if (i > 0) b.append(' ');
      b.append(words[random.nextInt(words.length)]);
    }
    return b.toString();
  }
}
