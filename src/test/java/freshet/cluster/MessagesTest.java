package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import freshet.article.PageFetcher;
import freshet.article.PageFetcher.Reading.NoPage;
import freshet.article.PageFetcher.Reading.Stopped;
import freshet.article.PageFetcher.Reading.Text;
import freshet.article.PageReader;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.ArticlePage;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.Fetch;
import freshet.cluster.Message.HandedBack;
import freshet.cluster.Message.Here;
import freshet.cluster.Message.Poll;
import freshet.cluster.Message.Role;
import freshet.cluster.Message.Unknown;
import freshet.cluster.Messages.Unreadable;
import freshet.fetch.Hop;
import freshet.fetch.Leg;
import freshet.model.Answer;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.LinkHeader;
import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.Validators;
import freshet.poll.FeedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Other versions run beside this one while machines are upgraded, so what they wrote is read: the
/// files of each version stay for ever, and are never written anew.
final class MessagesTest {
  private static final Path FILES = Path.of("src/test/resources/messages");
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final FeedUrl URL = FeedUrl.of("https://a.example/feed?x=%C3%BC");

  private static final Answer ANSWER =
      new Answer(
          200,
          FeedUrl.of("https://b.example/feed"),
          FeedUrl.of("https://b.example/feed"),
          new Validators("\"v2\"", null),
          Duration.ofMinutes(5),
          "https://hub.example/",
          "https://a.example/self",
          12_345,
          NOON.plusMillis(678),
          Duration.ofMillis(87),
          List.of(new LinkHeader("/f", "alternate", "application/rss+xml", "All")),
          "nginx");

  @Test
  void anAnswerWhoseRedirectLeadsNowhereOrThatComesFromNowhereIsLeftOut() {
    for (String leg :
        List.of(
            "{\"outcome\":null,\"hops\":[{\"status\":301}],\"spent\":\"PT1S\"}",
            "{\"outcome\":{\"kind\":\"unchanged\",\"answer\":{\"status\":304}},\"hops\":[],\"spent\":\"PT1S\"}",
            "{\"outcome\":null,\"hops\":[]}")) {
      String json =
          "{\"kind\":\"answer\",\"request\":\"r\",\"terminal\":\"t\",\"leg\":" + leg + "}";
      byte[] message = ("Fr\1\0" + json).getBytes(StandardCharsets.UTF_8);
      assertThatExceptionOfType(Unreadable.class).as(leg).isThrownBy(() -> Messages.read(message));
    }
  }

  private static Answered answered(@Nullable FetchOutcome outcome, @Nullable ParseOutcome parsed) {
    Leg leg =
        new Leg(
            outcome,
            List.of(new Hop("https://b.example/feed", 301)),
            Duration.ofMillis(120),
            Duration.ofSeconds(5),
            Duration.ofMinutes(10));
    return new Answered("r-1", "terminal-1", leg, parsed);
  }

  private static ParsedFeed feed() {
    var channel =
        new ParsedFeed.Channel(
            "A title",
            "https://a.example/",
            "https://a.example/feed",
            "https://hub.example/",
            "urn:a",
            "About",
            "de",
            NOON,
            NOON.plusSeconds(1),
            List.of(new ParsedFeed.Person("A. Writer", "a@a.example", "https://a.example/a")),
            "CC0",
            "A generator",
            "https://a.example/i.png",
            "https://a.example/i.ico",
            List.of("news"),
            60,
            List.of(1, 2),
            List.of("Sunday"),
            Duration.ofHours(1),
            List.of("urn:ns"),
            Map.of("rating", "g"));
    var entry =
        new ParsedEntry(
            1,
            -2,
            Long.MIN_VALUE,
            "urn:1",
            "Ein Titel – „so“ \uD83D\uDE00",
            "https://a.example/1",
            List.of(new ParsedFeed.Link("alternate", "https://a.example/1", "text/html")),
            NOON,
            true,
            3600,
            NOON.plusSeconds(2),
            List.of(new ParsedFeed.Person(null, null, null)),
            "<p>Kurz</p>",
            "<p>Lang</p>",
            List.of("a", "b"),
            List.of(new ParsedFeed.Enclosure("https://a.example/1.mp3", "audio/mpeg", 77L)),
            "https://a.example/1#c",
            "de",
            "CC0",
            "https://a.example/1.png",
            List.of(
                new ParsedFeed.Media(
                    "https://a.example/1.mp4", "video/mp4", "video", 1, 2, "T", "D", "https://t")),
            Map.of("commentCount", "3"));
    return new ParsedFeed("rss 2.0", true, channel, List.of(entry));
  }

  /// One of each kind, with everything that it can say.
  private static Map<String, Message> all() {
    Map<String, Message> all = new TreeMap<>();
    all.put(
        "poll",
        new Poll(
            "r-1",
            1_794_700_006_000L,
            1_794_700_068_000L,
            new FeedReader.Request(
                17,
                new FetchRequest(
                    URL,
                    new Validators("\"v1\"", "Sun, 15 Nov 2026 11:00:00 GMT"),
                    -42,
                    Map.of("Authorization", "Basic x")),
                "a.example",
                "ul.news a"),
            List.of(new Hop("https://b.example/feed", 308)),
            Duration.ofMillis(250),
            false));
    all.put("begun", new Begun("r-1", "terminal-1"));
    all.put("here", new Here("terminal-1", Role.TERMINAL, "0.1.0", 3, 256, 1_000));
    all.put(
        "parsed",
        answered(
            new FetchOutcome.Fetched(new byte[0], "application/rss+xml", 77, ANSWER),
            new ParseOutcome.Parsed(feed())));
    all.put(
        "no-feed",
        answered(
            new FetchOutcome.Fetched(new byte[0], null, 77, ANSWER),
            new ParseOutcome.NotAFeed("It is a web page, not a feed")));
    all.put("unchanged", answered(new FetchOutcome.Unchanged(ANSWER), null));
    all.put("gone", answered(new FetchOutcome.Gone(ANSWER), null));
    all.put(
        "refused",
        answered(new FetchOutcome.Refused(429, Duration.ofHours(2), ANSWER, "It says so."), null));
    all.put(
        "unreachable",
        answered(
            new FetchOutcome.Unreachable(FetchOutcome.Trouble.TLS, "Its certificate is bad."),
            null));
    all.put(
        "forbidden",
        answered(new FetchOutcome.Forbidden(FetchOutcome.Ban.ROBOTS, "It is closed."), null));
    all.put("elsewhere", answered(null, null));
    return all;
  }

  /// What came after the first files: an older program does not know it and must not get it.
  private static Map<String, Message> later() {
    var fetch = new FetchRequest(URL, Validators.NONE, 0, Map.of());
    List<Hop> hops = List.of(new Hop("https://b.example/feed", 308));
    Duration spent = Duration.ofMillis(250);
    Leg leg =
        new Leg(
            new FetchOutcome.Fetched(new byte[] {0, 1, -1}, "text/html", 77, ANSWER),
            hops,
            spent,
            null,
            null);
    var page =
        new PageReader.Page(
            "<p>Lang</p>",
            "Lang",
            "Ein Titel",
            "A. Writer",
            "https://a.example/1.png",
            NOON,
            "https://a.example/1?page=2",
            "It is for subscribers.");
    Map<String, Message> all = new TreeMap<>();
    all.put(
        "page",
        new ArticlePage(
            "r-1",
            1_794_700_006_000L,
            1_794_700_068_000L,
            new PageFetcher.Request(
                17, fetch, new Recipe("article", "nav", "rel=next"), "https://a.example/1", 3),
            hops,
            spent,
            false));
    all.put(
        "fetch",
        new Fetch(
            "r-1", 1_794_700_006_000L, 1_794_700_068_000L, fetch, 1_000_000, hops, spent, false));
    all.put(
        "leads",
        new Fetch(
            "r-1", 1_794_700_006_000L, 1_794_700_068_000L, fetch, 1_000_000, hops, spent, true));
    List<Hop> robots = List.of(new Hop("https://c.example/robots.txt", 301));
    all.put(
        "robots",
        new Message.RobotsFile("r-1", 1_794_700_006_000L, 1_794_700_068_000L, URL, robots, spent));
    Leg led = new Leg(null, hops, spent, Duration.ofSeconds(5), null, robots);
    all.put("led", new Answered("r-1", "t", led, null));
    all.put("back", new HandedBack("r-1", "terminal-1"));
    all.put(
        "takes",
        new Here(
            "terminal-1", Role.TERMINAL, "0.1.0", 3, 256, 1_000, List.of("poll", "page", "fetch")));
    all.put("text", new Answered("r-1", "t", leg, null, new Text(page), List.of()));
    all.put("no-page", new Answered("r-1", "t", leg, null, new NoPage(), List.of()));
    all.put(
        "page-stopped", new Answered("r-1", "t", leg, null, new Stopped("took long"), List.of()));
    all.put(
        "bytes", new Answered("r-1", "t", leg, null, null, List.of("https://a.example/map.xml")));
    return all;
  }

  private static Map<String, Message> everything() {
    Map<String, Message> all = new TreeMap<>(all());
    all.putAll(later());
    return all;
  }

  /// Work of a kind that only a later version knows is handed back; anything else is passed over.
  @Test
  void aKindThatOnlyALaterVersionKnowsIsSeenAsSuch() throws Unreadable {
    assertThat(Messages.read(plain("{\"kind\":\"dance\",\"request\":\"r\",\"steps\":[1]}")))
        .isEqualTo(new Unknown("r"));
    assertThat(Messages.read(plain("{\"kind\":\"dance\"}"))).isEqualTo(new Unknown(null));
  }

  @TestFactory
  List<DynamicTest> whatTheFirstVersionWroteIsRead() {
    return everything().entrySet().stream()
        .map(e ->
            DynamicTest.dynamicTest(
                e.getKey(),
                () ->
                    assertThat(Messages.read(Files.readAllBytes(FILES.resolve(e.getKey() + ".1"))))
                        .usingRecursiveComparison()
                        .isEqualTo(e.getValue())))
        .toList();
  }

  @TestFactory
  List<DynamicTest> whatIsWrittenComesBack() {
    return everything().entrySet().stream()
        .map(e ->
            DynamicTest.dynamicTest(
                e.getKey(),
                () ->
                    assertThat(Messages.read(Messages.write(e.getValue())))
                        .usingRecursiveComparison()
                        .isEqualTo(e.getValue())))
        .toList();
  }

  private static byte[] plain(String json) {
    return bytes(1, 0, json.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(int version, int packed, byte[] rest) {
    byte[] bytes = new byte[4 + rest.length];
    bytes[0] = 'F';
    bytes[1] = 'r';
    bytes[2] = (byte) version;
    bytes[3] = (byte) packed;
    System.arraycopy(rest, 0, bytes, 4, rest.length);
    return bytes;
  }

  @Test
  void whatALaterVersionAddsIsLeftOutAndWhatItLeavesOutIsEmpty() throws Unreadable {
    Message read =
        Messages.read(
            plain(
                """
                {"kind":"poll","request":"r","startBy":1,"colour":"red","feed":
                {"feed":1,"fetch":{"url":{"uri":"http://a.example/"},"validators":{},"more":[1]}}}
                """));
    assertThat(read).isInstanceOf(Poll.class);
    assertThat(((Poll) read).hops()).isEmpty();
    assertThat(((Poll) read).feed().fetch().headers()).isEmpty();
  }

  private static Answered read(String outcome, String parsed) throws Unreadable {
    return (Answered)
        Messages.read(
            plain(
                "{\"kind\":\"answer\",\"request\":\"r\",\"terminal\":\"t\",\"leg\":{\"outcome\":"
                    + outcome
                    + ",\"spent\":\"PT1S\"},\"parsed\":"
                    + parsed
                    + "}"));
  }

  /// While machines are upgraded one after the other, an older controller has answers of newer
  /// terminals: none may be dropped, or its feed would be asked again at once.
  @Test
  void anOutcomeThatOnlyALaterVersionKnowsCounts() throws Unreadable {
    for (String outcome :
        List.of(
            "{\"kind\":\"teleported\",\"where\":{\"x\":[1]}}",
            "{\"kind\":\"unreachable\",\"trouble\":\"GRAVITY\"}",
            "{\"kind\":\"forbidden\",\"ban\":\"MOON\",\"until\":null}")) {
      Answered answer = read(outcome, "{\"kind\":\"hologram\",\"depth\":3}");
      assertThat(answer.leg().outcome())
          .isInstanceOfSatisfying(
              FetchOutcome.Unreachable.class,
              u -> {
                assertThat(u.trouble()).isNotNull();
                assertThat(u.reason()).contains("later version");
              });
      assertThat(answer.parsed()).isNull();
    }
    Answered read =
        read(
            "{\"kind\":\"fetched\",\"body\":\"\",\"bodyHash\":7}",
            "{\"kind\":\"hologram\",\"depth\":3}");
    assertThat(read.leg().outcome()).isInstanceOf(FetchOutcome.Fetched.class);
    assertThat(read.parsed()).isInstanceOf(ParseOutcome.Broken.class);
    Message here = Messages.read(plain("{\"kind\":\"here\",\"name\":\"w\",\"role\":\"BALANCER\"}"));
    assertThat(((Here) here).role()).isEqualTo(Role.OTHER);
  }

  private static void refused(byte[] bytes, String why) {
    assertThatExceptionOfType(Unreadable.class)
        .isThrownBy(() -> Messages.read(bytes))
        .withMessageContaining(why);
  }

  @Test
  void whatIsNoMessageIsRefusedWithAReason() {
    refused(new byte[0], "no message");
    refused("GET / HTTP/1.1".getBytes(StandardCharsets.UTF_8), "no message");
    refused(bytes(2, 0, new byte[] {'{', '}'}), "version 2");
    refused(bytes(1, 7, new byte[0]), "unknown way");
    refused(bytes(1, 1, new byte[] {1, 2, 3}), "");
    refused(plain("{\"kind\":\"begun\"}"), "request");
    refused(plain("null"), "empty");
    refused(plain("[".repeat(100_000)), "");
    refused(
        plain(
            "{\"kind\":\"poll\",\"request\":\"r\",\"feed\":{\"feed\":1,\"fetch\":{\"url\":"
                + "{\"uri\":\"file:///etc/passwd\"}}}}"),
        "is not a web address");
  }

  /// A gigabyte of blanks is a megabyte when deflated.
  @Test
  void aBombIsNotUnpacked() {
    byte[] zeros = new byte[1024 * 1024];
    byte[] bomb = new byte[2 * 1024 * 1024];
    int length = 0;
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      for (int i = 0; i < 100; i++) {
        deflater.setInput(zeros);
        length += deflater.deflate(bomb, length, bomb.length - length, Deflater.NO_FLUSH);
      }
      deflater.finish();
      length += deflater.deflate(bomb, length, bomb.length - length);
    }
    refused(bytes(1, 1, java.util.Arrays.copyOf(bomb, length)), "too large when unpacked");
  }

  @Test
  void damagedMessagesAreReadOrRefusedAndNothingElse() throws Messages.TooLarge {
    Random random = new Random(18);
    for (Message message : everything().values()) {
      byte[] good = Messages.write(message);
      for (int i = 0; i < 300; i++) {
        byte[] bad = good.clone();
        for (int flips = 0; flips <= i % 4; flips++) {
          bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
        }
        try {
          assertThat(Messages.read(bad)).isNotNull();
        } catch (Unreadable e) {
          assertThat(e).hasMessageMatching("(?s).*\\S.*");
        }
      }
    }
  }

  /// Run once for what is new; its files are then kept: not a test.
  static void main(String[] args) throws IOException, Messages.TooLarge {
    Files.createDirectories(FILES);
    for (var e : everything().entrySet()) {
      Path file = FILES.resolve(e.getKey() + "." + Messages.VERSION);
      if (!Files.exists(file)) Files.write(file, Messages.write(e.getValue()));
    }
  }
}
