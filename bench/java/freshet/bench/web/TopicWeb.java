package freshet.bench.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Pages about many things, of which five are looked for: to see how much of what a crawl fetches
/// is on its topic. Each topic has about 3 of 100 pages.
///
/// As on the real web, a page mostly links to pages of its own topic and its own site; the text of
/// a link to a page on the topic has a word a user would name three times in five, another word of
/// the topic once in five, and else says "more"; and the words a user would name stand in the links
/// to some pages that are about something else, on some sites often.
public final class TopicWeb implements Web {
  public static final int TOPICS = 5;
  private static final int BACKGROUND = 40;
  private static final int NAMED = 3;
  private static final int LINKS = 20;

  private final int pages;
  private final int hosts;
  private final long seed;
  private final int[] topicOf;
  private final List<List<Integer>> byTopic = new ArrayList<>();
  private final Map<String, Integer> byAddress = new HashMap<>();
  private int port = 80;

  public TopicWeb(int pages, int hosts, long seed) {
    this.pages = pages;
    this.hosts = hosts;
    this.seed = seed;
    topicOf = new int[pages];
    Random random = new Random(seed);
    for (int t = 0; t < TOPICS + BACKGROUND; t++) byTopic.add(new ArrayList<>());
    for (int p = 0; p < pages; p++) {
      int t =
          random.nextInt(100) < 15 ? random.nextInt(TOPICS) : TOPICS + random.nextInt(BACKGROUND);
      topicOf[p] = t;
      byTopic.get(t).add(p);
      byAddress.put(host(p) + path(p), p);
    }
  }

  public void at(int serverPort) {
    port = serverPort;
  }

  /// The words a user names for a topic.
  public List<String> words(int topic) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < NAMED; i++) words.add(named(topic, i));
    return words;
  }

  private static String named(int topic, int i) {
    return "topic" + Words.word(200 + topic, i);
  }

  /// Ten pages to start from, two of them on the topic.
  public List<String> starts(int topic) {
    List<String> starts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      starts.add(url(i < 2 ? byTopic.get(topic).get(i) : byTopic.get(TOPICS + i).get(0)));
    }
    return starts;
  }

  public boolean isOnTopic(String url, int topic) {
    Integer page = byAddress.get(url.substring(7).replace(":" + port, ""));
    return page != null && topicOf[page] == topic;
  }

  public int onTopic(int topic) {
    return byTopic.get(topic).size();
  }

  private String host(int page) {
    return "127.3.0." + (page % hosts + 1);
  }

  private String path(int page) {
    int topic = topicOf[page];
    // Half of the sites have a section a topic, named by a word that no user would think of.
    boolean sections = page % hosts % 2 == 0;
    String section = sections ? Words.word(300 + topic, 50) : Words.word(299, page % 7);
    return "/" + section + "/" + Words.word(298, page) + "-" + page + ".html";
  }

  private String url(int page) {
    return "http://" + host(page) + (port == 80 ? "" : ":" + port) + path(page);
  }

  @Override
  public Reply answer(String host, String path) {
    Integer page = byAddress.get(host + path);
    return page == null ? Reply.missing() : Reply.html(html(page));
  }

  private String html(int page) {
    Random random = new Random(seed * 7 + page);
    int topic = topicOf[page];
    StringBuilder s = new StringBuilder(8000);
    s.append("<html lang=en><head><title>")
        .append(title(page, random))
        .append("</title></head><body>");
    for (int i = 0; i < LINKS; i++) {
      int to =
          random.nextInt(100) < 45
              ? byTopic.get(topic).get(random.nextInt(byTopic.get(topic).size()))
              : random.nextInt(pages);
      s.append("<p>").append(Words.text(topic + 1, 300, 12, random));
      if (topic < TOPICS && i % 4 == 0) s.append(named(topic, random.nextInt(NAMED))).append(' ');
      s.append("<a href='").append(url(to)).append("'>").append(text(to, random));
      s.append("</a> ").append(Words.text(topicOf[to] + 1, 300, 6, random)).append("</p>");
    }
    return s.append("</body></html>").toString();
  }

  private String title(int page, Random random) {
    int topic = topicOf[page];
    boolean named = topic < TOPICS && random.nextInt(3) > 0;
    return Words.word(298, page) + (named ? " " + named(topic, random.nextInt(NAMED)) : "");
  }

  private String text(int to, Random random) {
    int topic = topicOf[to];
    int die = random.nextInt(100);
    if (topic < TOPICS) {
      // A quarter of the pages is never called by a word that a user would name.
      boolean unnamed = to * 7919L % 4 == 0;
      if (die < 60 && !unnamed)
        return Words.word(297, to) + " " + named(topic, random.nextInt(NAMED));
      if (die < 80) return Words.word(topic + 1, random.nextInt(20)) + " " + Words.word(297, to);
      return "more";
    }
    // A tenth of the sites sells things named after the topics.
    boolean sells = to % hosts % 10 == 3;
    if (die < (sells ? 20 : 0))
      return named(random.nextInt(TOPICS), random.nextInt(NAMED)) + " limited";
    return die < 70
        ? Words.word(topic + 1, random.nextInt(20)) + " " + Words.word(297, to)
        : "more";
  }
}
