package freshet.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.crawl.VisitingHours;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FinderTest {
  @TempDir Path folder;
  private final TinyWeb web = new TinyWeb();
  private HttpFetcher fetcher;
  private final List<FoundFeed> found = Collections.synchronizedList(new ArrayList<>());
  private final List<SiteReport> reports = Collections.synchronizedList(new ArrayList<>());
  private FinderLimits limits = FinderLimits.THOROUGH;
  private @Nullable VisitingHours hours;
  private InstantSource clock = InstantSource.system();

  @BeforeEach
  void open() {
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            new FetchLimits(
                Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(3), 200_000, 5),
            new Network(null, true),
            new Politeness(Duration.ZERO, true),
            InstantSource.system(),
            new Random(1));
  }

  @AfterEach
  void close() {
    fetcher.close();
    web.close();
  }

  @Test
  void anAnnouncedFeedIsReadAndTheSiteWalkedThrough() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<head>" + alternate("/feed.xml") + "</head><body><a href=/about>About</a>")
        .page("/about", "<head>" + alternate("/feed.xml") + alternate("/news.xml") + "</head>")
        .feed("/feed.xml", "All", 1, 5)
        .feed("/news.xml", "News", 3, 4);
    find(site.url("/"));
    assertThat(feeds()).containsExactlyInAnyOrder("alternate /feed.xml", "alternate /news.xml");
    assertThat(site.asked)
        .containsExactlyInAnyOrder(
            "/robots.txt", "/", "/feed.xml", "/sitemap.xml", "/about", "/news.xml");
    assertThat(found.getLast().sameAs()).isEqualTo(FeedUrl.of(site.url("/feed.xml")));
    assertThat(reports).singleElement().satisfies(r -> assertThat(r.feeds()).isEqualTo(2));
  }

  @Test
  void aNameThatIsNotThereIsNamedAsItWasTyped() throws Exception {
    find("https://nobody.invalid/");
    assertThat(reports)
        .singleElement()
        .satisfies(r -> assertThat(r.trouble()).startsWith("No server named nobody.invalid "));
  }

  @Test
  void aFeedThatAPageNamesIsReadThoughItWouldOnlyHaveBeenGuessed() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<head>" + alternate("/feed.xml") + "</head><body><a href=/about>About</a>")
        .page("/about", "<head>" + alternate("/atom.xml") + alternate("/feed.json") + "</head>")
        .feed("/feed.xml", "All", 1, 5)
        .feed("/atom.xml", "News", 6, 7)
        .feed("/feed.json", "Other", 8, 9);
    find(site.url("/"));
    assertThat(feeds())
        .containsExactlyInAnyOrder(
            "alternate /feed.xml", "alternate /atom.xml", "alternate /feed.json");
    assertThat(site.asked).doesNotHaveDuplicates();
  }

  @Test
  void aLinkThatSaysToBeAFeedIsOneWhateverItsAddressAndWordsAre() throws Exception {
    TinyWeb.Site site = web.site();
    site.page(
            "/",
            "<body><a rel=nofollow href=\"feed:"
                + site.url("/abo")
                + "\">News</a> <a rel=nofollow href=\"FEED:"
                + site.url("/b2").substring(5)
                + "\">More</a> <a rel=\"nofollow\" type=\"Application/Atom+XML; charset=utf-8\""
                + " href=/c3>All</a> <a rel=\"feed nofollow\" href=/d4>Here</a>"
                + "<a rel=nofollow href=/e5>Not this one</a>")
        .feed("/abo", "A", 1, 2)
        .feed("/b2", "B", 3, 4)
        .feed("/c3", "C", 5, 6)
        .feed("/d4", "D", 7, 8)
        .feed("/e5", "E", 9, 10);
    find(site.url("/"));
    assertThat(feeds()).containsExactlyInAnyOrder("link /abo", "link /b2", "link /c3", "link /d4");
  }

  @Test
  void feedsAreAnnouncedInLinkHeadersToo() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<body><a href=/deep/page>more</a>")
        .links(
            "/",
            "</a.xml>; rel=\"alternate\"; type=\"application/rss+xml\"; title=\"All, of it; now\","
                + " <b.xml>; rel=alternate; type=application/atom+xml",
            "</style.css>; rel=preload; as=style, </wp-json/>; rel=alternate;"
                + " type=\"application/json\"",
            "<" + site.url("/c.json") + ">;type=application/feed+json;REL=\"self Alternate\"")
        .page("/deep/page", "<body>words")
        .links("/deep/page", "<../d.rss>; rel=alternate; type=\"application/rss+xml; charset=x\"")
        .feed("/a.xml", "A", 1, 2)
        .feed("/b.xml", "B", 3, 4)
        .feed("/c.json", "C", 5, 6)
        .feed("/d.rss", "D", 7, 8);
    TinyWeb.Site text = web.site();
    text.answer("/", 200, "text/plain", "No page at all")
        .links("/", "</e.xml>; rel=feed")
        .feed("/e.xml", "E", 1, 2);
    find(site.url("/"), text.url("/"));
    assertThat(feeds())
        .containsExactlyInAnyOrder(
            "alternate /a.xml",
            "alternate /b.xml",
            "alternate /c.json",
            "alternate /d.rss",
            "alternate /e.xml");
    assertThat(site.asked).doesNotContain("/wp-json/", "/style.css");
    assertThat(reports).allMatch(r -> r.trouble() == null);
  }

  @Test
  void rarerPlacesAreTriedUntilOneIsAFeed() throws Exception {
    for (String place : Guesses.RARER) {
      TinyWeb.Site site = web.site();
      site.page("/", "<body>A page that announces nothing").feed(place, "Feed", 1, 2);
      found.clear();
      find(site.url("/"));
      assertThat(found)
          .as(place)
          .singleElement()
          .satisfies(f -> assertThat(f.feed().toString()).isEqualTo(site.url(place)));
      assertThat(site.asked.getLast()).isEqualTo(place);
      found.clear();
      limits = FinderLimits.QUICK;
      find(site.url("/"));
      assertThat(found).as("quick " + place).hasSize(1);
      limits = FinderLimits.THOROUGH;
    }
  }

  @Test
  void softwareThatDoesNotSayItsNameIsToldByItsFiles() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<head><link rel=stylesheet href=/wp-content/themes/x/style.css></head>")
        .feed("/?feed=rss2", "Posts", 1, 2)
        .feed("/comments/feed/", "Comments on posts", 3, 4);
    find(site.url("/"));
    assertThat(found)
        .extracting(f -> f.feed().toString().substring(site.base.length()))
        .containsExactly("/?feed=rss2", "/comments/feed/");
    assertThat(found.getLast().comments()).isTrue();
    assertThat(site.asked).doesNotContain("/feed.xml", "/index.rdf");
  }

  @Test
  void aPageIsVisitedOnceEverAcrossSearchesUnlessANewLookIsAskedFor() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<head>" + alternate("/a.xml") + "</head><body><a href=/p>p</a>")
        .page("/p", "<head>" + alternate("/b.xml") + "</head>some words")
        .feed("/a.xml", "A", 1, 2)
        .feed("/b.xml", "B", 3, 4);
    try (SearchMemory memory = new SearchMemory(folder.resolve("visited"))) {
      limits = FinderLimits.QUICK;
      find(memory, site.url("/"));
      assertThat(feeds()).containsExactly("alternate /a.xml");
      // A look at the start alone is not a walk.
      limits = FinderLimits.THOROUGH;
      site.asked.clear();
      found.clear();
      find(memory, site.url("/"));
      assertThat(feeds()).containsExactlyInAnyOrder("alternate /a.xml", "alternate /b.xml");
      assertThat(site.asked).contains("/", "/p", "/b.xml").doesNotContain("/a.xml");
      site.asked.clear();
      found.clear();
      find(memory, site.url("/"));
      assertThat(feeds()).containsExactlyInAnyOrder("alternate /a.xml", "alternate /b.xml");
      assertThat(site.asked).isEmpty();
      assertThat(reports.getFirst().end()).contains("new look");
    }
    // Another process: what is known is in the files.
    try (SearchMemory memory = new SearchMemory(folder.resolve("visited"))) {
      TinyWeb.Site other = web.site();
      other.page(
          "/",
          "<body><a href='"
              + site.url("/p")
              + "'>there</a> <a href='"
              + site.url("/b.xml")
              + "'>RSS</a>");
      found.clear();
      find(memory, other.url("/"));
      assertThat(feeds()).containsExactly("directory /b.xml");
      assertThat(site.asked).doesNotContain("/b.xml", "/robots.txt2");
      site.asked.clear();
      found.clear();
      try (Finder finder = finder(folder.resolve("again"), memory, _ -> {})) {
        finder.lookAgain();
        finder.add(List.of(FeedUrl.of(site.url("/"))));
        assertThat(finder.run()).isTrue();
      }
      assertThat(site.asked).contains("/", "/p", "/a.xml", "/b.xml");
      assertThat(site.asked).filteredOn(p -> !p.equals("/robots.txt")).doesNotHaveDuplicates();
    }
  }

  @Test
  void aSiteThatCouldNotBeReadIsTriedAgainByTheNextSearch() throws Exception {
    TinyWeb.Site site = web.site();
    site.answer("/", 500, "text/html", "<html>later");
    try (SearchMemory memory = new SearchMemory(folder.resolve("visited"))) {
      find(memory, site.url("/"));
      assertThat(reports.getFirst().trouble()).isNotNull();
      site.page("/", "<head>" + alternate("/a.xml") + "</head>").feed("/a.xml", "A", 1, 2);
      find(memory, site.url("/"));
      assertThat(feeds()).containsExactly("alternate /a.xml");
    }
  }

  @Test
  void bodyLinksSitemapsAndUsualPlacesAreLookedAt() throws Exception {
    TinyWeb.Site linked = web.site();
    linked
        .page("/", "<body><a href='/a/'>A</a>")
        .page("/a/", "<body><a href='/rss/all'>RSS</a> <a href='/x.rss'>x</a>")
        .page("/rss/all", "<body><a href='/data.xml'>Feed of everything</a>")
        .feed("/data.xml", "Data", 1, 2)
        .feed("/x.rss", "X", 8, 9);
    TinyWeb.Site mapped = web.site();
    mapped
        .page("/", "<body>nothing")
        .answer("/robots.txt", 200, "text/plain", "Sitemap: " + mapped.url("/map.xml"))
        .answer(
            "/map.xml",
            200,
            "text/xml",
            "<sitemapindex><sitemap><loc>"
                + mapped.url("/2.xml")
                + "</loc></sitemap></sitemapindex>")
        .answer(
            "/2.xml",
            200,
            "text/xml",
            "<urlset><url><loc>" + mapped.url("/hidden/feed.xml") + "</loc></url></urlset>")
        .feed("/hidden/feed.xml", "Hidden", 1, 2);
    TinyWeb.Site silent = web.site();
    silent.page("/", "<body>nothing").feed("/rss.xml", "Guessed", 1, 2);
    find(linked.url("/"), mapped.url("/"), silent.url("/"));
    assertThat(feeds())
        .containsExactlyInAnyOrder(
            "link /data.xml", "link /x.rss", "sitemap /hidden/feed.xml", "guess /rss.xml");
    assertThat(silent.asked).doesNotContain("/atom.xml", "/index.xml");
    assertThat(mapped.asked).doesNotContain("/sitemap.xml");
  }

  @Test
  void aDirectoryLeadsToFeedsElsewhereAndNoFurther() throws Exception {
    TinyWeb.Site other = web.site();
    other
        .page("/", "<head>" + alternate("/own.xml") + "</head><a href=/deep>deeper</a>")
        .page("/deep", "<head>" + alternate("/deep.xml") + "</head>")
        .feed("/own.xml", "Own", 1, 2)
        .feed("/deep.xml", "Deep", 5, 6)
        .feed("/direct/feed.xml", "Direct", 7, 8);
    TinyWeb.Site directory = web.site();
    directory
        .page("/", "<a href=/list>List</a> <a href=/blogs.opml>OPML of feeds</a>")
        .page(
            "/list",
            "<a href='"
                + other.url("/")
                + "'>Blog</a> <a href='"
                + other.url("/direct/feed.xml")
                + "'>Feed</a>");
    find(directory.url("/"));
    assertThat(feeds())
        .containsExactlyInAnyOrder("directory /own.xml", "directory /direct/feed.xml");
    assertThat(other.asked).doesNotContain("/deep", "/deep.xml", "/sitemap.xml", "/feed/");
  }

  @Test
  void oneAddressIsAskedOnceHoweverManySitesNameIt() throws Exception {
    TinyWeb.Site shared = web.site();
    shared.feed("/feed.xml", "Shared", 1, 2);
    TinyWeb.Site a = web.site();
    TinyWeb.Site b = web.site();
    for (TinyWeb.Site s : List.of(a, b)) {
      s.page("/", "<head>" + alternate(shared.url("/feed.xml")) + "</head>");
    }
    find(a.url("/"), b.url("/"));
    assertThat(feeds()).containsExactly("alternate /feed.xml", "alternate /feed.xml");
    assertThat(shared.asked).containsExactlyInAnyOrder("/robots.txt", "/feed.xml");
  }

  @Test
  void whatRobotsMayNotReadIsNotAskedFor() throws Exception {
    TinyWeb.Site site = web.site();
    site.answer("/robots.txt", 200, "text/plain", "User-agent: *\nDisallow: /private/")
        .page("/", "<head>" + alternate("/private/feed.xml") + "</head><a href=/private/x>x</a>")
        .feed("/private/feed.xml", "Private", 1, 2);
    find(site.url("/"));
    assertThat(feeds()).isEmpty();
    assertThat(site.asked).noneMatch(path -> path.startsWith("/private"));
  }

  @Test
  void linksOfPagesThatAskNotToBeFollowedAreNot() throws Exception {
    TinyWeb.Site site = web.site();
    site.page("/", "<head><meta name=robots content=nofollow></head><a href=/x>x</a>")
        .page("/y", "<a href=/z rel=nofollow>z</a>");
    find(site.url("/"));
    assertThat(site.asked).doesNotContain("/x");
  }

  @Test
  void sitesInTroubleAreReportedAndStopNobody() throws Exception {
    TinyWeb.Site good = web.site();
    good.feed("/", "The input is a feed", 1, 2);
    TinyWeb.Site loop = web.site();
    loop.answer("/", 302, "text/html", "/b").answer("/b", 302, "text/html", "/");
    TinyWeb.Site binary = web.site();
    binary.answer("/", 200, "application/octet-stream", "\0\1\2\3".repeat(100));
    TinyWeb.Site large = web.site();
    large.answer("/", 200, "text/html", "x".repeat(300_000));
    TinyWeb.Site broken = web.site();
    broken.answer("/", 500, "text/html", "oops");
    find(
        "http://127.0.0.1:1/",
        loop.url("/"),
        binary.url("/"),
        large.url("/"),
        broken.url("/"),
        good.url("/"));
    assertThat(reports).hasSize(6);
    assertThat(reports.stream().filter(r -> r.trouble() != null)).hasSize(5);
    assertThat(feeds()).containsExactly("alternate /");
    assertThat(reports.toString()).contains("redirects in a circle", "neither a page nor a feed");
  }

  @Test
  void limitsAreKept() throws Exception {
    TinyWeb.Site site = web.site();
    StringBuilder links = new StringBuilder("<body>");
    for (int i = 0; i < 40; i++) {
      links.append("<a href=/p").append(i).append(">page</a>");
      site.page("/p" + i, "<head>" + alternate("/f" + i + ".xml") + "</head>");
      site.feed("/f" + i + ".xml", "F" + i, i * 10, i * 10 + 1);
    }
    site.page("/", links.toString());
    limits = new FinderLimits(1000, 15, Duration.ofMinutes(1), 10, 0);
    find(site.url("/"));
    assertThat(site.asked.size()).isLessThanOrEqualTo(16);
    assertThat(reports.getFirst().end()).contains("pages");
    found.clear();
    limits = new FinderLimits(3, 1000, Duration.ofMinutes(1), 10, 0);
    find(site.url("/"));
    assertThat(found).hasSize(3);
    site.asked.clear();
    limits = FinderLimits.QUICK;
    find(site.url("/"));
    assertThat(site.asked).noneMatch(path -> path.matches("/p\\d+"));
  }

  @Test
  void aSearchThatWasKilledGoesOnAndAsksNothingTwice() throws Exception {
    TinyWeb.Site site = web.site();
    StringBuilder links = new StringBuilder("<body>");
    for (int i = 0; i < 60; i++) {
      links.append("<a href=/p").append(i).append(">page ").append(i).append("</a>");
      site.page("/p" + i, "<head>" + alternate("/f" + i + ".xml") + "</head>some words " + i);
      site.feed("/f" + i + ".xml", "F" + i, i * 10, i * 10 + 1);
    }
    site.page("/", links.toString());
    Path journal = folder.resolve("killed");
    AtomicInteger seen = new AtomicInteger();
    Path torn = folder.resolve("torn");
    try (Finder finder =
        finder(
            journal,
            feed -> {
              if (seen.incrementAndGet() != 20) return;
              try { // what a kill leaves behind at this moment, in the middle of a line
                Files.copy(journal, torn);
                Files.writeString(torn, "P\t0\t17", StandardOpenOption.APPEND);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })) {
      finder.add(List.of(FeedUrl.of(site.url("/"))));
      assertThat(finder.run()).isTrue();
    }
    assertThat(found).hasSize(60);
    found.clear();
    site.asked.clear();
    try (Finder finder = finder(torn, _ -> {})) {
      assertThat(finder.counters().now().feeds()).isEqualTo(19);
      finder.add(List.of(FeedUrl.of(site.url("/"))));
      assertThat(finder.counters().now().sites()).isEqualTo(1);
      assertThat(finder.run()).isTrue();
      assertThat(finder.counters().now().feeds()).isEqualTo(60);
    }
    assertThat(found).hasSize(41);
    assertThat(site.asked).doesNotHaveDuplicates().doesNotContain("/");
    try (Finder finder = finder(torn, _ -> {})) {
      assertThat(finder.reports()).hasSize(1);
      site.asked.clear();
      assertThat(finder.run()).isTrue();
      assertThat(site.asked).isEmpty();
    }
  }

  @Test
  void aSearchIsPausedAndStoppedAtOnce() throws Exception {
    TinyWeb.Site site = web.site();
    site.allowed.drainPermits();
    site.allowed.release(5);
    StringBuilder links = new StringBuilder("<body>");
    for (int i = 0; i < 500; i++) {
      links.append("<a href=/p").append(i).append(">page</a>");
      site.page("/p" + i, "page " + i);
    }
    site.page("/", links.toString());
    try (Finder finder = finder(folder.resolve("j"), _ -> {})) {
      finder.add(List.of(FeedUrl.of(site.url("/"))));
      finder.pause();
      Thread run =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  finder.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      finder.resume();
      while (finder.counters().now().pages() < 3) Thread.onSpinWait();
      finder.stop();
      site.allowed.release(1_000);
      run.join();
      assertThat(site.asked.size()).isLessThan(10);
      assertThat(reports).isEmpty();
    }
  }

  @Test
  void theCountersOfASearchStandStillInAPauseAndGoOnAfterAStop() throws Exception {
    TinyWeb.Site site = web.site();
    site.allowed.drainPermits();
    site.allowed.release(6);
    StringBuilder links = new StringBuilder("<body>");
    for (int i = 0; i < 30; i++) {
      links.append("<a href=/about-").append(i).append(">page</a>");
      site.page("/about-" + i, "all about number " + i);
    }
    site.page("/", links.toString());
    var now = new AtomicReference<>(Instant.parse("2026-11-18T12:00:00Z"));
    clock = now::get;
    Path journal = folder.resolve("counted");
    Counters.Now before;
    try (Finder finder = finder(journal, _ -> {})) {
      finder.add(List.of(FeedUrl.of(site.url("/"))));
      Thread run = Thread.ofVirtual().start(() -> runQuietly(finder));
      await().until(() -> finder.counters().now().pages() >= 5);
      now.updateAndGet(t -> t.plusSeconds(40));
      finder.pause();
      now.updateAndGet(t -> t.plusSeconds(3_000));
      assertThat(finder.counters().now().running()).isEqualTo(Duration.ofSeconds(40));
      finder.resume();
      now.updateAndGet(t -> t.plusSeconds(2));
      finder.stop();
      site.allowed.release(1_000);
      run.join();
      before = finder.counters().now();
      assertThat(before.running()).isEqualTo(Duration.ofSeconds(42));
      assertThat(before.waiting()).isPositive();
    }
    try (Finder finder = finder(journal, _ -> {})) {
      Counters.Now after = finder.counters().now();
      assertThat(after.running()).isEqualTo(before.running());
      assertThat(after.pages()).isEqualTo(before.pages());
      assertThat(after.links()).isEqualTo(before.links());
      assertThat(after.waiting()).isEqualTo(before.waiting());
      assertThat(finder.run()).isTrue();
      Counters.Now end = finder.counters().now();
      assertThat(end.waiting()).isZero();
      assertThat(end.links()).isGreaterThanOrEqualTo(before.links());
      assertThat(end.running()).isEqualTo(before.running());
    }
  }

  private static void runQuietly(Finder finder) {
    try {
      finder.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aSearchRestsWhenTheBusyHoursBeginAndGoesOnInTheQuietOnes() throws Exception {
    TinyWeb.Site site = web.site();
    StringBuilder links = new StringBuilder("<body>");
    for (int i = 0; i < 20; i++) {
      links.append("<a href=/p").append(i).append(">page</a>");
      site.page("/p" + i, "page " + i);
    }
    site.page("/", links.toString());
    // Busy after the third look, for as long as the test says.
    AtomicInteger looks = new AtomicInteger();
    AtomicBoolean busy = new AtomicBoolean(true);
    hours = (_, now) -> looks.incrementAndGet() > 3 && busy.get() ? now.plusMillis(50) : now;
    limits = new FinderLimits(10, 1000, Duration.ofSeconds(30), 10, 0);
    try (Finder finder = finder(folder.resolve("hours"), _ -> {})) {
      finder.add(List.of(FeedUrl.of(site.url("/"))));
      Thread run =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  finder.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      await().until(() -> finder.counters().now().resting() == 1);
      assertThat(finder.counters().now().restsUntil()).isNotNull();
      assertThat(finder.counters().now().pages()).isLessThanOrEqualTo(3);
      busy.set(false);
      run.join();
      assertThat(finder.counters().now().resting()).isZero();
      assertThat(site.asked).contains("/p0", "/p2");
      assertThat(reports.getFirst().end()).startsWith("All of it was seen.");
    }
  }

  private Finder finder(Path journal, java.util.function.Consumer<FoundFeed> each)
      throws IOException {
    return finder(journal, null, each);
  }

  private Finder finder(
      Path journal, @Nullable SearchMemory memory, java.util.function.Consumer<FoundFeed> each)
      throws IOException {
    return new Finder(
        fetcher,
        new FeedParser(ParseLimits.DEFAULT),
        new Describer(_ -> null),
        limits,
        hours,
        clock,
        memory,
        journal,
        new Finder.Listener() {
          @Override
          public void found(FoundFeed feed) {
            found.add(feed);
            each.accept(feed);
          }

          @Override
          public void done(SiteReport report, List<FoundFeed> feeds) {
            reports.add(report);
          }
        },
        8);
  }

  private int runs;

  private void find(String... sites) throws Exception {
    find(null, sites);
  }

  private void find(@Nullable SearchMemory memory, String... sites) throws Exception {
    reports.clear();
    try (Finder finder = finder(folder.resolve("journal" + runs++), memory, _ -> {})) {
      finder.add(java.util.Arrays.stream(sites).map(FeedUrl::of).toList());
      assertThat(finder.run()).isTrue();
    }
  }

  private List<String> feeds() {
    return found.stream().map(f -> f.how().word() + " " + f.feed().uri().getPath()).toList();
  }

  private static String alternate(String href) {
    return "<link rel=alternate type='application/rss+xml' href='" + href + "'>";
  }
}
