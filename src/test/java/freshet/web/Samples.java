package freshet.web;

import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Person;
import freshet.model.PollRecord;
import freshet.store.Polls;
import freshet.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Invented feeds and entries, put into a real store.
public final class Samples {
  private final Store store;
  private final Instant now;
  private long key = 1;

  public Samples(Store store, Instant now) {
    this.store = store;
    this.now = now;
  }

  /// What an entry is made of; the rest is empty.
  public record Text(
      String title,
      @Nullable String excerpt,
      @Nullable String html,
      @Nullable Instant published,
      boolean dateOnly,
      @Nullable String language,
      @Nullable String image,
      List<Enclosure> enclosures) {

    public static Text of(String title, @Nullable String excerpt, Instant published) {
      return new Text(title, excerpt, null, published, false, null, null, List.of());
    }

    public Text in(String tag) {
      return new Text(title, excerpt, html, published, dateOnly, tag, image, enclosures);
    }

    public Text html(String text) {
      return new Text(title, excerpt, text, published, dateOnly, language, image, enclosures);
    }

    Text pictured(String address) {
      return new Text(title, excerpt, html, published, dateOnly, language, address, enclosures);
    }

    Text dayOnly() {
      Instant day = published == null ? null : published.truncatedTo(ChronoUnit.DAYS);
      return new Text(title, excerpt, html, day, true, language, image, enclosures);
    }

    public Text with(Enclosure file) {
      return new Text(title, excerpt, html, published, dateOnly, language, image, List.of(file));
    }
  }

  public long feed(String address, @Nullable String folder) {
    FeedUrl url = FeedUrl.of(address);
    return store.feeds().add(url, url.host(), null, folder, now.minus(Duration.ofDays(40))).id();
  }

  /// Stores entries as one poll of the feed would.
  public List<Long> poll(long feed, String title, Instant at, Text... texts) {
    FeedUrl url = store.feeds().find(feed).orElseThrow().url();
    List<NewEntry> entries =
        java.util.Arrays.stream(texts)
            .map(t -> new NewEntry(parsed(t, url), 0, t.excerpt, t.language))
            .toList();
    return record(feed, title, "https://" + url.host() + "/", at, entries);
  }

  /// An entry of a feed that names no site, without a title and without a link.
  public long bare(long feed, @Nullable String title, Instant at, @Nullable String excerpt) {
    long id = key++;
    ParsedEntry entry =
        new ParsedEntry(
            id,
            id,
            id * 31,
            "id-" + id,
            null,
            null,
            List.of(),
            null,
            false,
            null,
            null,
            List.of(),
            safe(excerpt),
            null,
            List.of(),
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            Map.of());
    return record(feed, title, null, at, List.of(new NewEntry(entry, 0, excerpt, null))).getFirst();
  }

  private List<Long> record(
      long feed,
      @Nullable String title,
      @Nullable String link,
      Instant at,
      List<NewEntry> entries) {
    FeedUrl url = store.feeds().find(feed).orElseThrow().url();
    ParsedFeed.Channel channel =
        new ParsedFeed.Channel(
            title,
            link,
            null,
            null,
            null,
            "News and stories from " + title + ", every day.",
            null,
            null,
            null,
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            null,
            List.of(),
            List.of(),
            null,
            List.of(),
            Map.of());
    Polls.Recorded recorded =
        store
            .polls()
            .record(
                new PollRecord(
                    feed,
                    null,
                    url,
                    at,
                    !entries.isEmpty() ? PollRecord.Outcome.NEW : PollRecord.Outcome.UNCHANGED,
                    !entries.isEmpty() ? 200 : 304,
                    null,
                    entries.size() * 1800L + 400,
                    Duration.ofMillis(120 + feed * 37 % 300),
                    Feed.State.ACTIVE,
                    Feed.Asking.FRESH,
                    plan(at),
                    0,
                    null,
                    "rss 2.0",
                    channel,
                    entries));
    return recorded.newEntries();
  }

  void fail(long feed, Instant at, String message, int failures) {
    FeedUrl url = store.feeds().find(feed).orElseThrow().url();
    store
        .polls()
        .record(
            new PollRecord(
                feed,
                null,
                url,
                at,
                PollRecord.Outcome.UNREACHABLE,
                0,
                message,
                0,
                Duration.ofSeconds(10),
                Feed.State.ACTIVE,
                Feed.Asking.FRESH,
                plan(at),
                failures,
                null,
                null,
                null,
                List.of()));
  }

  private static Feed.Plan plan(Instant at) {
    return new Feed.Plan(
        null,
        null,
        null,
        at,
        at,
        null,
        at,
        null,
        at.plus(Duration.ofMinutes(20)),
        "1.7 new entries were expected, more than of any other feed");
  }

  /// What the parser would have made of it.
  private static @Nullable String safe(@Nullable String text) {
    return text == null ? null : text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private ParsedEntry parsed(Text t, FeedUrl url) {
    long id = key++;
    return new ParsedEntry(
        id,
        id,
        id * 31,
        "id-" + id,
        t.title,
        "https://" + url.host() + "/story/" + id,
        List.of(),
        t.published,
        t.dateOnly,
        null,
        null,
        List.of(new Person("The desk", null, null)),
        safe(t.excerpt),
        t.html,
        List.of("Rivers", "Weather"),
        t.enclosures,
        "https://" + url.host() + "/story/" + id + "#comments",
        t.language,
        null,
        t.image,
        List.of(),
        t.enclosures.isEmpty() ? Map.of() : Map.of("duration", "41:18"));
  }

  /// A landscape of a few hills, so that there is something to see without a network.
  static byte[] picture(String n) {
    int hue = n.hashCode() * 47 % 360;
    String svg =
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400"><defs><linearGradient id="s" x2="0" y2="1">
        <stop stop-color="hsl(%1$d 55%% 72%%)"/><stop offset="1" stop-color="hsl(%2$d 70%% 88%%)"/></linearGradient></defs>
        <rect width="600" height="400" fill="url(#s)"/><circle cx="%3$d" cy="120" r="42" fill="hsl(45 90%% 92%%)"/>
        <path d="M0 280Q150 170 300 260T600 230V400H0z" fill="hsl(%1$d 30%% 48%%)"/>
        <path d="M0 330Q180 250 340 320T600 300V400H0z" fill="hsl(%1$d 35%% 32%%)"/></svg>
        """
            .formatted(hue, (hue + 40) % 360, 120 + Math.abs(hue) % 360);
    return svg.getBytes(StandardCharsets.UTF_8);
  }

  /// Four weeks of entries with a rhythm, for charts.
  static void history(Samples s, Instant now) {
    long feed = s.feed("https://almanac.example/rss", "News");
    var random = new java.util.Random(7);
    String[] languages = {"et", "et", "et", "en", "en", "tr", "ro", "hr"};
    java.util.List<Text> texts = new java.util.ArrayList<>();
    for (int day = 27; day >= 0; day--) {
      Instant midnight =
          now.minus(java.time.Duration.ofDays(day)).truncatedTo(java.time.temporal.ChronoUnit.DAYS);
      int posts = 12 + random.nextInt(14) - (day % 7 < 2 ? 9 : 0);
      for (int i = 0; i < posts; i++) {
        int hour = (int) Math.clamp(12 + 4 * random.nextGaussian(), 0, 23);
        Instant at = midnight.plusSeconds(hour * 3600L + random.nextInt(3600));
        if (at.isAfter(now)) continue;
        Text text =
            Text.of("Day " + day + " entry " + i, "About it", at).in(languages[random.nextInt(8)]);
        texts.add(i % 9 == 0 ? text.dayOnly() : text);
      }
    }
    s.poll(feed, "Almanac", now, texts.toArray(Text[]::new));
    for (int i = 1; i < 60; i++)
      s.poll(feed, "Almanac", now.minus(java.time.Duration.ofHours(11L * i)));
  }
}
