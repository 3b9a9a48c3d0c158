package freshet.torture;

import freshet.torture.Origin.Host;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/// Publishes feeds on an origin, and knows what was published.
final class Press implements AutoCloseable {
  private static final String[] WORDS =
      ("harbour storm council winter bridge election market school river garden library museum"
              + " tournament championship orchestra hospital vaccine satellite engine software"
              + " protest budget minister factory railway island mountain recipe painting novel"
              + " wages strike verdict wildfire drought harvest telescope airline merger")
          .split(" ");

  private final List<Feed> feeds = new ArrayList<>();
  private final Random random;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private Thread thread = Thread.ofVirtual().unstarted(() -> {});

  /// An entry; edited, it has another text under the same id.
  record Item(String guid, String title, String text, Instant at) {}

  static final class Feed {
    final String url;
    final String path;
    private final List<Item> items = new ArrayList<>();

    Feed(String url, String path) {
      this.url = url;
      this.path = path;
    }

    synchronized void add(Item item) {
      items.addFirst(item);
    }

    synchronized void edit(int at, String text) {
      if (items.isEmpty()) return;
      int i = at % items.size();
      Item old = items.get(i);
      items.set(i, new Item(old.guid, old.title, text, old.at));
    }

    synchronized List<String> guids() {
      return items.stream().map(Item::guid).toList();
    }

    synchronized String xml(String link) {
      StringBuilder s = new StringBuilder("<rss version='2.0'><channel><title>Feed ");
      s.append(path).append("</title><link>").append(link).append("</link>");
      for (Item i : items) {
        s.append("<item><guid isPermaLink='false'>").append(i.guid).append("</guid><title>");
        s.append(i.title).append("</title><link>").append(link).append('/').append(i.guid);
        s.append("</link><description>").append(i.text).append("</description><pubDate>");
        s.append(DateTimeFormatter.RFC_1123_DATE_TIME.format(i.at.atOffset(ZoneOffset.UTC)));
        s.append("</pubDate></item>");
      }
      return s.append("</channel></rss>").toString();
    }
  }

  Press(Random random) {
    this.random = new Random(random.nextLong());
  }

  /// @param path one that does not look like a feed's is looked at before it is followed
  Feed feed(Host host, String path) {
    Feed feed = new Feed(host.base + path, path);
    feeds.add(feed);
    host.put(path, x -> Origin.send(x, 200, "application/rss+xml", feed.xml(host.base)));
    return feed;
  }

  List<Feed> feeds() {
    return feeds;
  }

  boolean isFeed(String path) {
    return feeds.stream().anyMatch(f -> f.path.equals(path));
  }

  void publish(Feed feed) {
    String guid = Long.toHexString(random.nextLong());
    feed.add(new Item(guid, words(6) + " " + guid, words(40), Instant.now()));
  }

  String words(int count) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < count; i++) {
      s.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return s.toString();
  }

  /// Publishes an entry of some feed after each pause, now and then editing an old one.
  void run(Duration pause) {
    thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (open.get()) {
                  Feed feed = feeds.get(random.nextInt(feeds.size()));
                  if (random.nextInt(8) == 0) feed.edit(random.nextInt(50), words(40));
                  else publish(feed);
                  Thread.sleep(pause);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /// No more is published from here on.
  void stop() throws InterruptedException {
    open.set(false);
    thread.join();
  }

  /// Everything published, as `address guid`.
  Set<String> published() {
    Set<String> all = new HashSet<>();
    for (Feed f : feeds) for (String guid : f.guids()) all.add(f.url + " " + guid);
    return all;
  }

  /// The same of what a program has, every time that it has it.
  static List<String> stored(Program program) throws java.io.IOException {
    // The entries first: a feed may be followed meanwhile, and its entries come after it.
    List<JsonNode> entries = program.entries();
    Map<Long, String> addresses = new HashMap<>();
    for (JsonNode f : program.json("api/v1/feeds").get("feeds")) {
      addresses.put(f.get("id").asLong(), f.get("address").asString());
    }
    List<String> all = new ArrayList<>();
    for (JsonNode e : entries) {
      all.add(addresses.get(e.get("feedId").asLong()) + " " + e.path("guid").asString(""));
    }
    return all;
  }

  /// Compares what was published with what is stored, once the program has had time to ask.
  void compare(Program program, Tally tally, Duration most)
      throws java.io.IOException, InterruptedException {
    Set<String> published = published();
    boolean _ = Round.await(most, () -> new HashSet<>(stored(program)).containsAll(published));
    List<String> stored = stored(program);
    Set<String> once = new HashSet<>();
    List<String> twice = new ArrayList<>();
    for (String s : stored) if (!once.add(s)) twice.add(s);
    Set<String> lost = new HashSet<>(published);
    lost.removeAll(once);
    tally.compared += published.size();
    tally.lost(lost);
    tally.doubled(twice);
    long count = stored.size();
    if (!Round.await(Duration.ofSeconds(60), () -> program.found() == count)) {
      tally.stuck(
          "search finds "
              + program
                  .get("api/v1/search?limit=1&q=from:1970")
                  .text()
                  .replaceAll("(?s)^(.{200}).*", "$1")
              + " of "
              + count
              + " entries");
    }
  }

  @Override
  public void close() {
    open.set(false);
  }
}
