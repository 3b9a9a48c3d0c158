package freshet.bound;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/// Bytes made to cost whoever reads them more than their length, each as long as one likes. Every
/// shape here once took time that grew with the square of its length or worse, somewhere, or looks
/// as if it could.
public final class Nasty {
  private Nasty() {}

  /// About so many bytes of it.
  public interface Shape extends IntFunction<byte[]> {}

  private static String rss(String inside) {
    return "<rss version=\"2.0\"><channel><title>t</title>" + inside + "</channel></rss>";
  }

  private static String entry(String html) {
    return rss("<item><title>x</title><description><![CDATA[" + html + "]]></description></item>");
  }

  private static String titled(String title) {
    return rss("<item><title>" + title + "</title></item>");
  }

  private static String filled(int size, String piece) {
    return piece.repeat(Math.max(1, size / piece.length()));
  }

  private static String numbered(int size, String before, String after) {
    StringBuilder out = new StringBuilder(size + 64);
    for (int i = 0; out.length() < size; i++) out.append(before).append(i).append(after);
    return out.toString();
  }

  private static Shape of(IntFunction<String> text) {
    return size -> text.apply(size).getBytes(StandardCharsets.UTF_8);
  }

  /// HTML as it may stand in an entry or be a page of its own.
  public static Map<String, IntFunction<String>> html() {
    Map<String, IntFunction<String>> all = new LinkedHashMap<>();
    all.put("quotes never closed", n -> filled(n, "<a href=\""));
    all.put("one tag, the same attribute", n -> "<a " + filled(n, "href=\"x\" ") + ">x</a>");
    all.put("one tag, other attributes", n -> "<a " + numbered(n, "a", "=1 ") + ">x</a>");
    all.put("one tag, titles", n -> "<p " + filled(n, "title=\"x\" ") + ">x</p>");
    all.put("tags never closed", n -> filled(n, "<b>"));
    all.put("tags and blocks", n -> filled(n, "<b><i><u>x<p>"));
    all.put(
        "many open, then blocks",
        n -> numbered(n / 100, "<font title=", ">") + filled(n, "<p>x</p>"));
    all.put(
        "many open, then tables",
        n -> numbered(n / 100, "<a title=", ">") + filled(n, "<table><td>x"));
    all.put(
        "many open, then objects",
        n -> numbered(n / 100, "<a title=", ">") + filled(n, "<object><a>x"));
    all.put("nested blocks", n -> filled(n / 2, "<div>") + filled(n / 2, "</div>"));
    all.put("nested lists", n -> filled(n, "<ul><li>x"));
    all.put("nested tables", n -> filled(n, "<table><tr><td>"));
    all.put("ends of nothing", n -> filled(n, "</p>"));
    all.put("ends of something outside", n -> "<div>" + filled(n, "<b></div>"));
    all.put("less-than signs", n -> filled(n, "<"));
    all.put("less-than and names", n -> filled(n, "<b<i"));
    all.put("greater-than signs", n -> filled(n, ">"));
    all.put("ampersands", n -> filled(n, "&"));
    all.put("references never ended", n -> filled(n, "&#x"));
    all.put("references ended far away", n -> filled(n, "&#1") + ";");
    all.put("entities never ended", n -> filled(n, "&amp"));
    all.put("a long name", n -> "<" + filled(n, "a") + ">");
    all.put("a long entity", n -> "&" + filled(n, "a") + ";");
    all.put("comments never closed", n -> filled(n, "<!--"));
    all.put("comments opened within", n -> filled(n, "<!-- -- >"));
    all.put("scripts never closed", n -> filled(n, "<script>"));
    all.put("script that looks ended", n -> "<script>" + filled(n, "</scrip"));
    all.put("styles never closed", n -> filled(n, "<style>"));
    all.put("titles never closed", n -> filled(n, "<title>"));
    all.put("frames never closed", n -> filled(n, "<iframe "));
    all.put("objects in quotes", n -> filled(n, "<object a=\"'>"));
    all.put("CDATA in HTML", n -> filled(n, "<![CDATA["));
    all.put("forms and inputs", n -> filled(n, "<form><input>"));
    all.put("options", n -> filled(n, "<select><option>"));
    all.put("SVG in MathML", n -> filled(n, "<svg><math>"));
    all.put("pictures", n -> filled(n, "<img src=x>"));
    all.put("links", n -> filled(n, "<a href=\"x\">y</a>"));
    all.put("blanks", n -> "<p>" + filled(n, " ") + "</p>");
    all.put("line breaks", n -> filled(n, "<br>\n"));
    all.put("links within links", n -> filled(n, "<a href=x>"));
    all.put("links in tables", n -> "<table>" + filled(n, "<a href=x><tr>"));
    all.put("unbroken text", n -> filled(n, "<nobr>x"));
    all.put("buttons", n -> filled(n, "<button><p>"));
    all.put("templates", n -> filled(n, "<template><tr>"));
    all.put("ruby", n -> filled(n, "<ruby><rt>x"));
    all.put("framesets", n -> filled(n, "<frameset><frame>"));
    all.put("bodies", n -> numbered(n, "<body a", "=1>"));
    all.put("pictures to choose from", n -> "<img srcset=\"" + filled(n, "x 1x, ") + "\">");
    all.put("no picture to choose", n -> "<img srcset=\"" + filled(n, ", ") + "\">");
    all.put("addresses of nothing", n -> filled(n, "<a href=\"http://\">x</a>"));
    all.put("a long host", n -> "<a href=\"http://" + filled(n, "a.") + "\">x</a>");
    all.put("a host in code", n -> "<a href=\"http://xn--" + filled(n, "a") + "\">x</a>");
    all.put("a host beyond ASCII", n -> "<a href=\"http://" + filled(n, "\u00e4") + "\">x</a>");
    all.put("a name and no host", n -> "<a href=\"http://" + filled(n, "@:") + "\">x</a>");
    all.put("percent signs", n -> "<a href=\"http://a/" + filled(n, "%") + "\">x</a>");
    all.put("a path of dots", n -> "<a href=\"http://a/" + filled(n, "./") + "\">x</a>");
    all.put("a long scheme", n -> "<a href=\"" + filled(n, "a+") + ":x\">x</a>");
    all.put("blanks in an address", n -> "<a href=\"" + filled(n, "\t ") + "x\">x</a>");
    all.put("nothing but letters", n -> filled(n, "a"));
    all.put("zeros", n -> filled(n, "\u0000"));
    all.put("a name of zeros", n -> "<a" + filled(8 * n, "\u0000") + ">");
    all.put("a name with zeros", n -> "<a" + filled(4 * n, "a\u0000") + ">");
    all.put("a name of references", n -> "<a" + filled(6 * n, "&#1") + ">");
    all.put("an attribute of zeros", n -> "<a b" + filled(n, "c\u0000") + "=1>");
    all.put("a value of zeros", n -> "<a href=" + filled(n, "c\u0000") + ">");
    all.put("halves of characters", n -> filled(n, "&#xd800;"));
    return all;
  }

  public static Map<String, Shape> feeds() {
    Map<String, Shape> all = new LinkedHashMap<>();
    html().forEach((name, html) -> all.put("entry: " + name, of(n -> entry(html.apply(n)))));
    all.put("title: letters", of(n -> titled(filled(n, "a"))));
    all.put("title: tags", of(n -> titled(filled(n, "&lt;b"))));
    all.put("title: references", of(n -> titled(filled(n, "&amp;#1"))));
    all.put("title: children", of(n -> titled(filled(n, "<b>x</b>"))));
    all.put("an instruction of zeros", of(n -> "<?xml" + filled(8 * n, "\u0000")));
    all.put("a name with zeros", of(n -> rss("<item><t" + filled(8 * n, "\u0000") + ">x")));
    all.put("a name of references", of(n -> rss("<item><t" + filled(6 * n, "&#1") + " >x")));
    all.put("a declaration of zeros", of(n -> "<!DOCTYPE a" + filled(n, "b\u0000") + ">"));
    all.put("unclosed CDATA", of(n -> "<rss><channel><item><title>" + filled(n, "<![CDATA[")));
    all.put(
        "CDATA and far ampersands", of(n -> "<rss><channel><item>" + filled(n, "<![CDATA[]]>")));
    all.put("bare ampersands", of(n -> "<rss><channel><item><title>" + filled(n, "&x ")));
    all.put("elements without end", of(n -> rss(filled(n, "<a>"))));
    all.put("empty elements", of(n -> rss(filled(n, "<a/>"))));
    all.put("items without end", of(n -> rss(filled(n, "<item>"))));
    all.put("empty items", of(n -> rss(filled(n, "<item/>"))));
    all.put(
        "items with titles", of(n -> rss(numbered(n, "<item><title>t", "</title><link>x</link>"))));
    all.put("broken items", of(n -> filled(n, "<item><title>x</title>") + "&"));
    all.put(
        "attributes", of(n -> rss("<item " + numbered(n, "a", "=\"x\" ") + "><title>x</title>")));
    all.put("namespaces", of(n -> rss(numbered(n, "<x xmlns:n", "=\"u\">"))));
    all.put(
        "namespaces within each other",
        of(n -> {
          StringBuilder out = new StringBuilder("<rss><channel>");
          for (int d = 0; d < 150; d++) {
            out.append("<item");
            for (int i = 0; i < 150; i++) out.append(" xmlns:n").append(d).append('x').append(i);
            for (int i = 0; i < 150; i++) out.append("=\"u\"");
            out.append('>');
          }
          return out.append(filled(n, "<n0x0:b/>")).toString();
        }));
    all.put(
        "well-formed namespaces within each other",
        of(n -> {
          StringBuilder out = new StringBuilder("<rss><channel>");
          for (int d = 0; d < 150; d++) {
            out.append("<item");
            for (int i = 0; i < 150; i++) {
              out.append(" xmlns:n").append(d).append('x').append(i).append("=\"u\"");
            }
            out.append('>');
          }
          return out.append(filled(n, "<n0x0:b/>")).toString();
        }));
    all.put(
        "base addresses within each other",
        of(n -> {
          StringBuilder out = new StringBuilder("<feed xmlns=\"http://www.w3.org/2005/Atom\">");
          for (int d = 0; d < 150 && out.length() < n / 2; d++) {
            out.append("<entry xml:base=\"").append("a/".repeat(4000)).append("\">");
          }
          return out.append(filled(n / 2, "<link href=\"b\"/>")).toString();
        }));
    all.put("categories", of(n -> rss("<item>" + numbered(n, "<category>c", "</category>"))));
    all.put(
        "keywords",
        of(n ->
            "<rss xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel><item>"
                + "<itunes:keywords>"
                + filled(n, "a,")
                + "</itunes:keywords></item></channel></rss>"));
    all.put(
        "authors",
        of(n ->
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><author>" + filled(n, "<b>x</b>")));
    all.put(
        "people",
        of(n ->
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>"
                + numbered(n, "<author><name>p", "</name></author>")));
    all.put(
        "contributors",
        of(n ->
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>"
                + numbered(n, "<contributor><name>p", "</name></contributor>")));
    all.put("enclosures", of(n -> rss("<item>" + numbered(n, "<enclosure url=\"u", "\"/>"))));
    all.put(
        "a long version",
        of(n ->
            "<rss version=\"2" + filled(Math.min(n, 190_000), ".") + "\">" + filled(n, "<item/>")));
    all.put("a long id", of(n -> rss("<item><guid>http://a/?" + filled(n, "&amp;utm_a=b"))));
    all.put("a long link", of(n -> rss("<item><link>" + filled(n, "../") + "</link></item>")));
    all.put("a long date", of(n -> rss("<item><pubDate>" + filled(n, "1 ") + "</pubDate>")));
    all.put("a long author", of(n -> rss("<item><author>" + filled(n, "(a@") + "</author>")));
    all.put("entities declared", of(n -> "<!DOCTYPE rss [" + numbered(n, "<!ENTITY e", " \"x\">")));
    all.put(
        "an entity in attributes",
        of(n ->
            "<!DOCTYPE rss [<!ENTITY e \""
                + "x".repeat(100_000)
                + "\">]>"
                + rss(filled(n, "<item a=\"&e;\"/>"))));
    all.put("processing", of(n -> rss(filled(n, "<?a ?>"))));
    all.put("processing never ended", of(n -> rss(filled(n, "<?a "))));
    all.put("XML comments never ended", of(n -> rss(filled(n, "<!-- "))));
    all.put("XML markup declarations", of(n -> rss(filled(n, "<!x "))));
    all.put("windows references", of(n -> rss(filled(n, "&#"))));
    all.put("blanks before", of(n -> filled(n, " ") + rss("")));
    all.put(
        "JSON strings",
        of(n ->
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"title\":\""
                + filled(n, "\\u0041")
                + "\"}]}"));
    all.put("JSON tags", of(n -> "{\"items\":[{\"tags\":[" + filled(n, "\"a\",") + "1]}]}"));
    all.put("JSON items", of(n -> "{\"items\":[" + filled(n, "{},") + "{}]}"));
    all.put("JSON arrays", of(n -> "{\"items\":" + filled(n, "[")));
    all.put("JSON numbers", of(n -> "{\"items\":[{\"id\":" + filled(n, "9") + "}]}"));
    all.put("JSON comments", of(n -> "{" + filled(n, "/*a")));
    all.put("JSON escapes never ended", of(n -> "{\"items\":[\"" + filled(n, "\\")));
    for (String number : new String[] {"id", "date_published", "title"}) {
      all.put(
          "JSON: a huge number as " + number,
          of(n -> jsonItem("\"" + number + "\":1e" + "9".repeat(Math.min(n, 9)))));
    }
    all.put(
        "JSON: huge sizes",
        of(n ->
            jsonItem(
                "\"attachments\":["
                    + filled(n, "{\"url\":\"http://a/\",\"size_in_bytes\":1e999999999},")
                    + "{}]")));
    all.put("JSON: names often", of(n -> jsonItem(filled(n, "\"title\":\"x\",") + "\"id\":1")));
    all.put("JSON: other names", of(n -> jsonItem(numbered(n, "\"n", "\":1,") + "\"id\":1")));
    all.put(
        "JSON: people",
        of(n -> jsonItem("\"authors\":[" + numbered(n, "{\"name\":\"p", "\"},") + "{}]")));
    all.put("date: names of days", of(n -> dated(filled(n, "Mon, "))));
    all.put("date: a long fraction", of(n -> dated("2026-01-01T00:00:00." + filled(n, "1") + "Z")));
    all.put("date: a long year", of(n -> dated(filled(n, "2026"))));
    all.put("date: a long zone", of(n -> dated("Thu, 01 Jan 2026 00:00:00 " + filled(n, "GMT+"))));
    all.put("date: brackets", of(n -> dated(filled(n, "("))));
    all.put("dates", of(n -> rss(filled(n, "<item><pubDate>yesterday at noon</pubDate></item>"))));
    all.put("an id of a host in code", of(n -> linked("http://xn--" + filled(n, "a9"))));
    all.put("a link of a host beyond ASCII", of(n -> linked("http://" + filled(n, "\u00e4."))));
    all.put("a link of names", of(n -> linked("http://" + filled(n, "a@"))));
    all.put("a link of brackets", of(n -> linked("http://" + filled(n, "["))));
    all.put("a link of queries", of(n -> linked("http://a/?" + filled(n, "a=b&amp;"))));
    all.put(
        "groups of media",
        of(n ->
            "<rss xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><item>"
                + filled(n, "<media:group><media:content url=\"u\">")));
    all.put(
        "XHTML within",
        of(n ->
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><content type=\"xhtml\">"
                + "<div xmlns=\"http://www.w3.org/1999/xhtml\">"
                + filled(n, "<p a=\"&lt;\">x</p>")
                + "</div></content></entry></feed>"));
    all.put(
        "base64",
        of(n ->
            "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"><entry>"
                + "<content mode=\"base64\" type=\"text/html\">"
                + filled(n, "PGI+\n")
                + "</content></entry></feed>"));
    all.put("a long namespace", of(n -> "<rss xmlns=\"" + filled(n, "a/") + "\">" + rss("")));
    all.put(
        "parameter entities", of(n -> "<!DOCTYPE rss [" + numbered(n, "<!ENTITY % p", " \"\">")));
    all.put(
        "RDF that points",
        of(n ->
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
                + " xmlns=\"http://purl.org/rss/1.0/\"><channel><items><rdf:Seq>"
                + numbered(n / 2, "<rdf:li resource=\"http://a/", "\"/>")
                + "</rdf:Seq></items></channel>"
                + numbered(n / 2, "<item rdf:about=\"http://a/", "\"/>")));
    all.put("bytes of no encoding", n -> bytes(n, 0xE0, 0x80));
    all.put("bytes of many encodings", n -> bytes(n, 0x81, 0x40, 0xFE, 0xC3, 0xA4));
    return all;
  }

  private static String jsonItem(String fields) {
    return "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{" + fields + "}]}";
  }

  private static String dated(String date) {
    return rss("<item><title>x</title><pubDate>" + date + "</pubDate></item>");
  }

  private static String linked(String link) {
    return rss("<item><guid>" + link + "</guid><link>" + link + "</link></item>");
  }

  private static byte[] bytes(int size, int... pattern) {
    byte[] out = new byte[size];
    byte[] head = "<rss><channel><item><title>".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < size; i++) out[i] = (byte) pattern[i % pattern.length];
    System.arraycopy(head, 0, out, 0, Math.min(size, head.length));
    return out;
  }

  /// What servers say that a body is.
  public static Map<String, Shape> types() {
    Map<String, Shape> all = new LinkedHashMap<>();
    all.put("type: blanks", of(n -> "text/xml; charset=" + filled(n, " ") + "\""));
    all.put("type: semicolons", of(n -> "text/html; charset=" + filled(n, ";") + "\u2028x"));
    all.put("type: charsets", of(n -> filled(n, "charset ")));
    return all;
  }

  public static Map<String, Shape> pages() {
    Map<String, Shape> all = new LinkedHashMap<>();
    html().forEach((name, html) -> all.put("page: " + name, of(n -> "<body>" + html.apply(n))));
    all.put(
        "a refresh of blanks",
        of(n -> "<meta http-equiv=refresh content='0;x" + filled(n, " ") + "\"y'>" + words()));
    all.put(
        "style: a font of nothing", of(n -> "<p style='font:" + filled(n, "0 ") + "\u2028x'>y"));
    all.put(
        "a kind of articles",
        of(n ->
            "<script type='application/ld+json'>{\"@type\":\""
                + filled(n, "Article")
                + "\u2028\"}</script>"
                + words()));
    all.put("style: comments", of(n -> style(filled(n, "/*")) + words()));
    all.put("style: empty rules", of(n -> style(filled(n, "a{}")) + words()));
    all.put("style: open braces", of(n -> style(filled(n, "a{")) + words()));
    all.put("style: at-rules", of(n -> style(filled(n, "@a{}")) + words()));
    all.put(
        "style: rules for all",
        of(n -> style(filled(n / 2, "*{width:0}")) + filled(n / 2, "<i>x</i>")));
    all.put(
        "style: classes",
        of(n ->
            style(numbered(n / 2, ".c", "{left:0}")) + filled(n / 2, "<i class='c1 c2'>x</i>")));
    for (String selector :
        new String[] {
          "i:nth-child(2n)",
          "i:last-of-type",
          "i ~ i",
          "i ~ i ~ i ~ i",
          "i + i + i",
          "* * * * * i",
          "div:has(i)",
          "i:contains(x)",
          "i:matches(x+x+y)",
          ":not(:has(b))",
          "i:first-child",
          "[a~=(x+x+)+y]",
          "i:not(b):not(u)",
          ":is(i, b, u) :is(i, b, u)",
          "div > div > div > div > i",
          "i:nth-last-child(3n + 1)",
          "div:has(div:has(div:has(i)))",
          "i:not(:not(:not(b)))",
          "div i:only-child, i + i ~ i"
        }) {
      all.put(
          "style: " + selector,
          of(n ->
              style(selector + "{color:red}")
                  + "<div>".repeat(100)
                  + filled(n, "<i a=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx>x</i>")));
    }
    all.put("style: nested conditions", of(n -> style(filled(n, "@media a{")) + words()));
    all.put("style: escapes", of(n -> style(filled(n, "\\")) + words()));
    all.put("style: strings", of(n -> style(filled(n, "a{b:\"")) + words()));
    all.put("style: imports", of(n -> style(filled(n, "@import url(x);")) + words()));
    all.put(
        "style: one long selector", of(n -> style(filled(n, "i > ") + "i{color:red}") + words()));
    all.put("style: nots", of(n -> style(filled(n, ":not(") + "{color:red}") + words()));
    all.put("style: a long list", of(n -> style(filled(n, "i,") + "b{color:red}") + words()));
    all.put("style: brackets", of(n -> style(filled(n, "[a=") + "{color:red}") + words()));
    all.put(
        "hidden within hidden",
        of(n -> style("i{display:none}") + filled(n, "<i style=\"display:none\">x")));
    all.put("style attributes", of(n -> "<p style=\"" + filled(n, "width:1;") + "\">x"));
    all.put("style: a long font", of(n -> "<p style=\"font:" + filled(n, "0 ") + "\">x"));
    all.put("style: a long clip", of(n -> "<p style=\"clip:" + filled(n, ", ") + "\">x"));
    all.put("style: a long colour", of(n -> "<p style=\"color:rgb(" + filled(n, "1 ") + "\">x"));
    all.put(
        "base and links",
        of(n ->
            "<base href=\"https://a/"
                + filled(n / 2, "a/")
                + "\">"
                + filled(n / 2, "<a href=b>x</a>")));
    all.put("links of dots", of(n -> "<a href=\"" + filled(n, "../") + "\">x</a>"));
    all.put(
        "JSON-LD arrays",
        of(n -> ld("{\"author\":" + "[".repeat(400) + "\"x\"" + "]".repeat(400) + "}") + words()));
    all.put("JSON-LD graphs", of(n -> ld(filled(Math.min(n, 400_000), "{\"@graph\":")) + words()));
    all.put("JSON-LD often", of(n -> filled(n, ld("{\"author\":\"x\"}"))));
    all.put("metas", of(n -> filled(n, "<meta name=x content=y>")));
    all.put("headers", of(n -> filled(n, "<header><div>x</div></header>")));
    all.put("articles within", of(n -> filled(n, "<article><p>some words in a text")));
    all.put("alternates", of(n -> filled(n, "<link rel=alternate href=x>")));
    return all;
  }

  private static String words() {
    return "<p>some words</p>".repeat(100);
  }

  private static String style(String css) {
    return "<style>" + css + "</style>";
  }

  private static String ld(String json) {
    return "<script type=\"application/ld+json\">" + json + "</script>";
  }

  public static Map<String, Shape> sitemaps() {
    Map<String, Shape> all = new LinkedHashMap<>();
    all.put("addresses", of(n -> "<urlset>" + numbered(n, "<url><loc>http://a/", "</loc></url>")));
    all.put("a long address", of(n -> "<urlset><url><loc>http://a/" + filled(n, "a")));
    all.put("loc within loc", of(n -> "<urlset><url>" + filled(n, "<loc>")));
    all.put("elements", of(n -> "<urlset>" + filled(n, "<a/>")));
    all.put(
        "sitemaps of sitemaps",
        of(n -> "<sitemapindex>" + numbered(n, "<sitemap><loc>http://a/", "</loc></sitemap>")));
    all.put(
        "long days", of(n -> "<urlset><url><loc>http://a/</loc><lastmod>" + filled(n, "2026-")));
    all.put("addresses in code", of(n -> "<urlset><url><loc>http://xn--" + filled(n, "a9")));
    all.put("entities never ended", of(n -> "<urlset><url><loc>http://a/?" + filled(n, "&amp")));
    all.put("lines", of(n -> "http://a/" + filled(n, "\n")));
    all.put("returns", of(n -> "http://a/" + filled(n, "\r\n\r")));
    all.put("a list", of(n -> numbered(n, "http://a/", "\n")));
    all.put("blanks", of(n -> "<urlset><url><loc>" + filled(n, " ") + "</loc>"));
    return all;
  }

  public static Map<String, Shape> lists() {
    Map<String, Shape> all = new LinkedHashMap<>();
    all.put("list: a name of zeros", of(n -> "<opml><outline" + filled(8 * n, "\u0000") + ">"));
    all.put("a name of labels", of(n -> filled(Math.min(n, 100_000), "a.")));
    all.put("outlines", of(n -> "<opml>" + filled(n, "<outline text='x'/>")));
    all.put("outlines within", of(n -> "<opml>" + filled(n, "<outline text='folder'>")));
    all.put(
        "long folders",
        of(n -> {
          StringBuilder out = new StringBuilder("<opml>");
          for (int i = 0; i < 400; i++) {
            out.append("<outline text='").append(filled(n / 800, "f")).append("'>");
          }
          return out.append(numbered(n / 2, "<outline xmlUrl='http://a/", "'/>")).toString();
        }));
    all.put("addresses", of(n -> "<opml>" + numbered(n, "<outline xmlUrl='http://a/", "'/>")));
    all.put("a long address", of(n -> "<opml><outline xmlUrl='http://" + filled(n, "a.") + "'/>"));
    all.put(
        "an address in code",
        of(n -> "<opml><outline xmlUrl='http://xn--" + filled(n, "a9") + "'/>"));
    all.put(
        "categories",
        of(n -> "<opml><outline xmlUrl='http://a/' category='" + filled(n, "/a,") + "'/>"));
    all.put(
        "attributes of an outline", of(n -> "<opml><outline " + numbered(n, "a", "='x' ") + "/>"));
    all.put("ampersands in a list", of(n -> "<opml><outline text='" + filled(n, "&") + "'/>"));
    all.put("CDATA in a list", of(n -> "<opml>" + filled(n, "<![CDATA[")));
    all.put(
        "bookmarks",
        of(n -> "<!DOCTYPE NETSCAPE-Bookmark-file-1>" + filled(n, "<DL><DT><A HREF=x>")));
    all.put("a list in JSON", of(n -> filled(n, "[{\"feedUrl\":")));
    all.put("lines", of(n -> filled(n, "a.b\n")));
    all.put("one line of dots", of(n -> filled(n, "a.")));
    all.put("one line of dashes", of(n -> filled(n, "a-")));
    all.put("one line of quotes", of(n -> filled(n, "\"")));
    all.put("one line of commas", of(n -> filled(n, ",")));
    all.put("many lines of commas", of(n -> filled(n, ",,,,,,,,,,,,,,,,,,,\n")));
    all.put("words", of(n -> filled(n, "word url site ")));
    return all;
  }

  public static Map<String, Shape> robots() {
    Map<String, Shape> all = new LinkedHashMap<>();
    ToIntFunction<Integer> most = n -> Math.min(n, 500_000);
    all.put(
        "rules", of(n -> "user-agent: *\n" + numbered(most.applyAsInt(n), "disallow: /a", "\n")));
    all.put(
        "stars",
        of(n -> "user-agent: *\n" + filled(most.applyAsInt(n), "disallow: /*a*a*a*a*a*a*a*b\n")));
    all.put(
        "long pieces",
        of(n ->
            "user-agent: *\n"
                + filled(most.applyAsInt(n), "disallow: /*" + "a".repeat(2000) + "b\n")));
    all.put(
        "pieces of an address",
        of(n ->
            "user-agent: *\n"
                + filled(most.applyAsInt(n), "disallow: /*" + "a".repeat(100) + "b\n")));
    all.put(
        "short pieces",
        of(n -> "user-agent: *\n" + filled(most.applyAsInt(n), "disallow: /*aaab\n")));
    all.put("agents", of(n -> filled(most.applyAsInt(n), "user-agent: x\n")));
    all.put("sitemaps", of(n -> filled(most.applyAsInt(n), "sitemap: http://a/\n")));
    all.put("one line", of(n -> filled(most.applyAsInt(n), "disallow ")));
    return all;
  }
}
