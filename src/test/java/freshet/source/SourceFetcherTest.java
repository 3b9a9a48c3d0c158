package freshet.source;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.fetch.Quotas;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceFetcherTest {
  private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");
  private static final int MOST = 40;
  private static final Duration WINDOW = Duration.ofMinutes(10);

  private Instant now = NOON;
  private SocialWeb web;
  private HttpFetcher http;
  private SourceFetcher fetcher;
  private final Budgets budgets = new Budgets();

  /// What the schedule would do.
  private static final class Budgets implements Quotas {
    int left = 1000;
    final List<String> rests = new ArrayList<>();

    @Override
    public boolean take(String group) {
      return left-- > 0;
    }

    @Override
    public void rest(String group, Instant until, String reason) {
      rests.add(group + " until " + until + ": " + reason);
    }
  }

  @BeforeEach
  void open() throws IOException {
    web = new SocialWeb(() -> now, MOST, WINDOW);
    http =
        new HttpFetcher(
            new Identity("Freshet", "test", null),
            FetchLimits.DEFAULT,
            new Network(null, true),
            new Politeness(Duration.ZERO, false),
            () -> now,
            new Random(1));
    fetcher = new SourceFetcher(http, http, sources(SocialWeb.TOKEN), budgets, () -> now);
  }

  private Sources sources(String token) {
    return new Sources(
        List.of(
            new GraphPages(web.base() + "/v23.0", token), new Bluesky(web.base()), new Mastodon()));
  }

  @AfterEach
  void close() {
    http.close();
    web.close();
  }

  private FeedUrl address(String kind) {
    return switch (kind) {
      case "graph" -> fetcher.sources().address("graph:river");
      case "bluesky" -> fetcher.sources().address("https://bsky.app/profile/river.example");
      default -> fetcher.sources().address(web.base() + "/@river");
    };
  }

  private static String who(String kind) {
    return kind.equals("bluesky") ? "river.example" : "river";
  }

  private Validators position = Validators.NONE;

  private FetchOutcome poll(FeedUrl url) throws InterruptedException {
    FetchOutcome outcome = fetcher.fetch(new FetchRequest(url, position, 0, Map.of()));
    if (outcome instanceof Fetched f) position = f.answer().validators();
    if (outcome instanceof Unchanged u) position = u.answer().validators();
    return outcome;
  }

  private static ParsedFeed read(FetchOutcome outcome) {
    Fetched f = (Fetched) outcome;
    var parsed =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(f.body(), f.contentType(), f.answer().finalUrl().uri(), HtmlHandling.SANITISED);
    return ((Parsed) parsed).feed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph", "mastodon", "bluesky"})
  void howeverMuchWasPostedMeanwhileNothingIsSkippedAndNothingComesTwice(String kind)
      throws InterruptedException {
    web.pageSize = 25;
    FeedUrl url = address(kind);
    for (int i = 0; i < 60; i++) web.post(who(kind), NOON.minusSeconds(6000 - i * 60), "old " + i);
    var first = read(poll(url));
    assertThat(first.entries()).hasSize(25);
    assertThat(first.channel().title()).isNotBlank();
    assertThat(poll(url)).isInstanceOf(Unchanged.class);

    for (int i = 0; i < 110; i++) web.post(who(kind), NOON.plusSeconds(i * 2 + 1), "new " + i);
    now = NOON.plusSeconds(900);
    var seen = new TreeSet<Long>();
    first.entries().forEach(e -> seen.add(e.key()));
    List<ParsedEntry> fresh = read(poll(url)).entries();
    assertThat(fresh).hasSize(110);
    for (ParsedEntry e : fresh) assertThat(seen.add(e.key())).isTrue();
    assertThat(fresh).allSatisfy(e -> assertThat(e.published()).isAfter(NOON));
    assertThat(poll(url)).isInstanceOf(Unchanged.class);
    assertThat(web.refusals).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph", "mastodon", "bluesky"})
  void aPollThatRunsOutOfCallsLosesNothing(String kind) throws InterruptedException {
    web.pageSize = 25;
    FeedUrl url = address(kind);
    web.post(who(kind), NOON.minusSeconds(60), "old");
    poll(url);
    for (int i = 0; i < 90; i++) web.post(who(kind), NOON.plusSeconds(i * 2 + 1), "new " + i);
    now = NOON.plusSeconds(900);
    budgets.left = 1;
    var seen = new TreeSet<Long>();
    read(poll(url)).entries().forEach(e -> seen.add(e.key()));
    assertThat(seen).hasSize(50);
    budgets.left = 10;
    read(poll(url)).entries().forEach(e -> seen.add(e.key()));
    assertThat(seen).hasSize(90);
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph", "bluesky"})
  void whatIsBeyondTheCallsOfAPollIsGivenUpInsteadOfReadForEver(String kind)
      throws InterruptedException {
    web.pageSize = 5;
    FeedUrl url = address(kind);
    web.post(who(kind), NOON.minusSeconds(60), "old");
    poll(url);
    for (int i = 0; i < 60; i++) web.post(who(kind), NOON.plusSeconds(i * 2 + 1), "new " + i);
    now = NOON.plusSeconds(900);
    int before = web.calls.size();
    assertThat(read(poll(url)).entries()).hasSize(50);
    assertThat(web.calls).hasSize(before + SourceFetcher.MOST_CALLS);
    assertThat(poll(url)).isInstanceOf(Unchanged.class);
    web.post(who(kind), NOON.plusSeconds(500), "newest");
    assertThat(read(poll(url)).entries()).hasSize(1);
    assertThat(web.calls.size()).isLessThan(before + SourceFetcher.MOST_CALLS + 5);
    assertThat(web.refusals).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph", "mastodon", "bluesky"})
  void aSpentQuotaMakesTheWholeGroupRestUntilTheServerSaysSo(String kind)
      throws InterruptedException {
    FeedUrl url = address(kind);
    web.post(who(kind), NOON.minusSeconds(60), "old");
    for (int i = 0; i < MOST + 5 && budgets.rests.isEmpty(); i++) poll(url);
    assertThat(budgets.rests).hasSize(1);
    assertThat(budgets.rests.getFirst()).startsWith(kind).contains("2026-03-05T12:10");
    int asked = web.calls.size();
    assertThat(poll(url))
        .isInstanceOfSatisfying(Forbidden.class, f -> assertThat(f.ban()).isEqualTo(Ban.RESTING));
    assertThat(web.calls).hasSize(asked);
    now = NOON.plus(WINDOW).plusSeconds(1);
    assertThat(poll(url)).isInstanceOf(Unchanged.class);
  }

  @Test
  void theGraphsRefusalIsALimitThoughItsStatusIsNot() throws InterruptedException {
    FeedUrl url = address("graph");
    web.post("river", NOON.minusSeconds(60), "old");
    FetchOutcome last = poll(url);
    for (int i = 0; i < MOST; i++) last = poll(url);
    assertThat(last)
        .isInstanceOfSatisfying(
            Refused.class,
            r -> {
              assertThat(r.status()).isEqualTo(429);
              assertThat(r.retryAfter()).isEqualTo(WINDOW);
              assertThat(r.said()).contains("error 4");
            });
  }

  @Test
  void theTokenIsNeverInAnAddress() throws InterruptedException {
    web.pageSize = 10;
    FeedUrl url = address("graph");
    web.post("river", NOON.minusSeconds(60), "old");
    poll(url);
    for (int i = 0; i < 30; i++) web.post("river", NOON.plusSeconds(i + 1), "new");
    assertThat(read(poll(url)).entries()).hasSize(30);
    assertThat(web.calls).hasSizeGreaterThan(3).noneMatch(c -> c.contains(SocialWeb.TOKEN));
    assertThat(position.toString()).doesNotContain(SocialWeb.TOKEN);
  }

  @Test
  void aWrongTokenAndAPageThatIsNotThereAreToldInASentence() throws InterruptedException {
    var wrong = new SourceFetcher(http, http, sources("another"), Quotas.FREE, () -> now);
    assertThat(((Refused) wrong.fetch(FetchRequest.of(address("graph")))).said())
        .isEqualTo(
            "The access token is not accepted, or no longer (setting 'source.graph.token').");
    assertThat(((Refused) poll(address("graph"))).said()).startsWith("There is no such page");
    assertThat(((Refused) poll(address("mastodon"))).said()).contains("no such account");
    assertThat(((Refused) poll(address("bluesky"))).said()).contains("no such author");
  }

  @Test
  void whatAPostSaysArrivesCleanAndWhole() throws InterruptedException {
    web.post("river", NOON, "the water is high");
    ParsedEntry e = read(poll(address("mastodon"))).entries().getFirst();
    assertThat(e.content()).contains("the water is high").doesNotContain("script");
    assertThat(e.categories()).containsExactly("water");
    assertThat(e.image()).isEqualTo("https://m.example/p.png");
    assertThat(e.authors().getFirst().name()).isEqualTo("river of the river");
    assertThat(e.link()).startsWith("https://m.example/@river/");

    web.post("river.example", NOON, "levels");
    position = Validators.NONE;
    ParsedEntry b = read(poll(address("bluesky"))).entries().getFirst();
    assertThat(b.content()).contains("<a href=\"https://here.example/\"").contains(">here</a>");
    assertThat(b.link()).startsWith("https://bsky.app/profile/river.example/post/");
  }

  @Test
  void anAnswerThatIsNotTheApisIsAReason() throws InterruptedException {
    FeedUrl url = FeedUrl.of(web.base() + "/nothing/@x");
    assertThat(fetcher.sources().quotaGroup(url)).isNull();
    var mastodon = fetcher.sources().address(web.base() + "/@nobody");
    assertThat(poll(mastodon)).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://mastodon.example/@jane",
        "https://mastodon.example/@jane/",
        "@jane@mastodon.example",
        "acct:jane@mastodon.example",
        "https://MASTODON.example/@jane?x=1"
      })
  void anAccountIsNamedInManyWays(String typed) {
    FeedUrl url = fetcher.sources().address(typed);
    assertThat(url.toString()).isEqualTo("https://mastodon.example/@jane");
    assertThat(fetcher.sources().quotaGroup(url)).isEqualTo("mastodon.mastodon.example");
    assertThat(fetcher.sources().site(url)).isEqualTo("mastodon.example/@jane");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://medium.com/@jane",
        "https://www.youtube.com/@jane",
        "https://mastodon.example/@jane.rss/x",
        "https://mastodon.example/@jane/123",
        "https://bsky.app/profile/a.example/post/3k",
        "https://example.com/graph:x"
      })
  void whatOnlyLooksLikeASourceIsAFeedAsEver(String typed) {
    assertThat(fetcher.sources().quotaGroup(fetcher.sources().address(typed))).isNull();
  }

  @Test
  void aPagesAddressOutlivesTheVersionOfTheApi() {
    assertThat(address("graph").toString()).isEqualTo(web.base() + "/river/posts");
    assertThat(fetcher.sources().address(web.base() + "/v19.0/river/posts"))
        .isEqualTo(address("graph"));
    assertThat(fetcher.sources().address("@river.example").toString())
        .isEqualTo("https://bsky.app/profile/river.example");
  }

  @Test
  void pagesAreDividedOverTokensAndOneThatIsRefusedRestsWhileTheOthersGoOn()
      throws InterruptedException {
    web.tokens.addAll(List.of("one", "two", "three"));
    fetcher = new SourceFetcher(http, http, sources("one two, three"), budgets, () -> now);
    Sources sources = fetcher.sources();
    Map<String, List<FeedUrl>> pages = new TreeMap<>();
    // Which page goes to which token depends on the port of the day: many pages, so that chance
    // cannot make the shares uneven.
    for (int i = 0; i < 600; i++) {
      web.post("page" + i, NOON.minusSeconds(60), "text");
      FeedUrl page = sources.address("graph:page" + i);
      pages.computeIfAbsent(sources.quotaGroup(page), _ -> new ArrayList<>()).add(page);
    }
    // By themselves, and about evenly.
    assertThat(pages.keySet()).containsExactly("graph.1", "graph.2", "graph.3");
    pages.values().forEach(some -> assertThat(some).hasSizeBetween(100, 300));
    String[] tokens = {"one", "two", "three"};
    for (int i = 1; i <= 3; i++) {
      assertThat(ask(Objects.requireNonNull(pages.get("graph." + i)).getFirst()))
          .isInstanceOf(Fetched.class);
      assertThat(web.askedBy.getLast()).isEqualTo(tokens[i - 1]);
    }

    // The calls of one are spent: its pages rest, the others' do not.
    web.spent.add("two");
    assertThat(ask(Objects.requireNonNull(pages.get("graph.2")).getFirst()))
        .isInstanceOf(Refused.class);
    assertThat(budgets.rests).hasSize(1).first().asString().startsWith("graph.2 until");
    assertThat(ask(Objects.requireNonNull(pages.get("graph.2")).get(1)))
        .isInstanceOf(Forbidden.class);
    assertThat(ask(Objects.requireNonNull(pages.get("graph.1")).get(1)))
        .isInstanceOf(Fetched.class);
    assertThat(ask(Objects.requireNonNull(pages.get("graph.3")).get(1)))
        .isInstanceOf(Fetched.class);

    // One is no longer accepted: another one asks in its place, and it is left alone.
    web.tokens.remove("one");
    assertThat(ask(Objects.requireNonNull(pages.get("graph.1")).getFirst()))
        .isInstanceOf(Fetched.class);
    assertThat(web.askedBy.getLast()).isEqualTo("three");
    int before = web.askedBy.size();
    assertThat(ask(pages.get("graph.1").get(2))).isInstanceOf(Fetched.class);
    assertThat(web.askedBy.subList(before, web.askedBy.size())).containsExactly("three");
    now = now.plus(Duration.ofHours(2));
    web.tokens.add("one");
    assertThat(ask(pages.get("graph.1").get(2))).isInstanceOf(Fetched.class);
    assertThat(web.askedBy.getLast()).isEqualTo("one");
  }

  private FetchOutcome ask(FeedUrl page) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(page));
  }
}
