package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.bench.web.Nobody;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine on a web made of functions.
final class CrawlerTest {
  @TempDir Path folder;

  private static final InstantSource CLOCK = InstantSource.system();

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<String> endings = Collections.synchronizedList(new ArrayList<>());

  /// A web: the body of an address, or null for a 404.
  private class Web implements Fetcher {
    final Function<String, String> pages;
    final Set<String> busyHosts = ConcurrentHashMap.newKeySet();
    final AtomicInteger clashes = new AtomicInteger();
    final Semaphore allowed = new Semaphore(Integer.MAX_VALUE);

    Web(Function<String, String> pages) {
      this.pages = pages;
    }

    /// What it is, for whoever changes that.
    @SuppressWarnings("UnusedVariable")
    String type(String url) {
      return "text/html";
    }

    @Override
    public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
      String url = request.url().toString();
      asked.add(url);
      String host = request.url().host();
      if (!busyHosts.add(host)) clashes.incrementAndGet();
      allowed.acquire();
      busyHosts.remove(host);
      String body = pages.apply(url);
      Answer answer = answer(request, body == null ? 404 : 200);
      if (body == null) return new FetchOutcome.Refused(404, null, answer);
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return new FetchOutcome.Fetched(bytes, type(url), AddressLog.hash(body), answer);
    }
  }

  private static Answer answer(FetchRequest request, int status) {
    return new Answer(
        status,
        request.url(),
        null,
        Validators.NONE,
        null,
        null,
        null,
        100,
        CLOCK.instant(),
        Duration.ofMillis(1));
  }

  /// Follows everything on the same host.
  private final class Everything implements CrawlUser {
    final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void visited(Visit visit, Links links) {
      seen.add(visit.url());
      HtmlPage page = visit.page();
      if (page == null) return;
      for (Link link : page.links()) links.follow(link.url(), 0.5, "from " + visit.depth());
    }

    @Override
    public void finished(int start, Ending ending) {
      endings.add(start + " " + ending.pages() + " " + ending.reason());
    }
  }

  private static String words(String url) {
    StringBuilder s = new StringBuilder();
    long h = AddressLog.hash(url);
    for (int i = 0; i < 40; i++) {
      h = h * 6364136223846793005L + 1442695040888963407L;
      s.append("abcdefghijklmnop".charAt((int) (h >>> 60)))
          .append((char) ('a' + (int) (h >>> 40 & 15)))
          .append((char) ('a' + (int) (h >>> 30 & 15)))
          .append(' ');
    }
    return s.toString();
  }

  private static String page(String url, String... links) {
    StringBuilder s = new StringBuilder("<html><p>" + words(url) + "</p>");
    for (String link : links) s.append("<a href='").append(link).append("'>x</a>");
    return s.toString();
  }

  private CrawlProgress crawl(CrawlSettings settings, Web web, CrawlUser user, String... starts)
      throws Exception {
    try (Crawler crawler = new Crawler(folder, settings, web, CLOCK, user)) {
      for (String start : starts) crawler.start(start);
      crawler.run();
      return crawler.progress();
    }
  }

  @Test
  void everyPageIsVisitedOnceAndOneAtATimeOnEachHost() throws Exception {
    Web web =
        new Web(url -> {
          String path = url.substring(url.indexOf('/', 8) + 1);
          int n = path.isEmpty() ? 0 : Integer.parseInt(path);
          return n > 40
              ? null
              : page(url, "/" + (2 * n + 1), "/" + (2 * n + 2) + "#x", "mailto:a@b", "/p.png");
        });
    Everything user = new Everything();
    var progress =
        crawl(CrawlSettings.DEFAULT, web, user, "http://a.example/", "http://b.example/");
    assertThat(user.seen).doesNotHaveDuplicates().hasSize(2 * 83);
    assertThat(web.clashes).hasValue(0);
    assertThat(progress.pagesFetched()).isEqualTo(2 * 41);
    assertThat(progress.failed()).isEqualTo(2 * 42);
    assertThat(progress.waiting()).isZero();
    assertThat(endings).containsExactlyInAnyOrder("0 41 done", "1 41 done");
  }

  @Test
  void depthFirstGoesDownAndBreadthFirstAcross() throws Exception {
    Map<String, String> pages = new HashMap<>();
    String h = "http://a.example";
    pages.put(h + "/", page("1", "/a", "/b"));
    pages.put(h + "/a", page("2", "/aa", "/ab"));
    pages.put(h + "/b", page("3"));
    pages.put(h + "/aa", page("4"));
    pages.put(h + "/ab", page("5"));
    crawl(CrawlSettings.DEFAULT, new Web(pages::get), new Everything(), h);
    assertThat(asked).containsExactly(h + "/", h + "/a", h + "/b", h + "/aa", h + "/ab");
    asked.clear();
    folder = folder.resolve("deep");
    CrawlSettings deep = CrawlSettings.DEFAULT.with(CrawlSettings.Order.DEPTH_FIRST);
    crawl(deep, new Web(pages::get), new Everything(), h);
    assertThat(asked).containsExactly(h + "/", h + "/a", h + "/aa", h + "/ab", h + "/b");
  }

  @Test
  void depthFirstGoesOnAfterAStopAsIfThereHadBeenNone() throws Exception {
    // A tree of three children each, four deep.
    Web web =
        new Web(url -> {
          String path = url.substring("https://a.example/".length());
          if (path.length() >= 4) return page(url);
          return page(url, "/" + path + "1", "/" + path + "2", "/" + path + "3");
        });
    CrawlSettings deep = CrawlSettings.DEFAULT.with(CrawlSettings.Order.DEPTH_FIRST);
    crawl(deep, web, new Everything(), "https://a.example/");
    List<String> whole = List.copyOf(asked);
    asked.clear();
    try (java.util.stream.Stream<Path> files = java.nio.file.Files.list(folder)) {
      for (Path file : files.toList()) java.nio.file.Files.delete(file);
    }
    CrawlSettings some =
        deep.with(
            new CrawlLimits(Integer.MAX_VALUE, Duration.ofDays(1), 100, 7, Duration.ofDays(1)));
    crawl(some, web, new Everything(), "https://a.example/");
    assertThat(asked).hasSize(7);
    CrawlProgress rest = crawl(deep, web, new Everything(), "https://a.example/");
    assertThat(asked).isEqualTo(whole);
    assertThat(rest.pagesFetched()).isEqualTo(whole.size() - 7);
    assertThat(rest.pagesInAll()).isEqualTo(whole.size());
  }

  @Test
  void whatIsNoPageDoesNotCountAmongThePages() throws Exception {
    Web web =
        new Web(url -> url.endsWith("/") ? page(url, "/f1", "/f2", "/f3", "/a/", "/b/") : "{}") {
          @Override
          String type(String url) {
            return url.endsWith("/") ? "text/html" : "application/json";
          }
        };
    CrawlSettings three =
        CrawlSettings.DEFAULT.with(
            new CrawlLimits(Integer.MAX_VALUE, Duration.ofDays(1), 100, 3, Duration.ofDays(1)));
    CrawlProgress end = crawl(three, web, new Everything(), "https://a.example/");
    assertThat(asked).contains("https://a.example/b/").hasSize(6);
    assertThat(end.pagesFetched()).isEqualTo(3);
    assertThat(end.failed()).isZero();
    CrawlProgress none =
        crawl(three.withEarlierRuns(), web, new Everything(), "https://a.example/");
    assertThat(none.pagesFetched()).isZero();
    assertThat(none.pagesInAll()).isEqualTo(3);
  }

  @Test
  void theBestLinksComeFirstAndNotesComeBack() throws Exception {
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    CrawlUser user =
        (visit, links) -> {
          notes.add(visit.note());
          if (visit.depth() > 0) return;
          links.follow("/low", 0.1, "low");
          links.follow("/high", 0.9, "high");
          links.follow("/middle", 0.5, "middle");
        };
    crawl(CrawlSettings.DEFAULT, new Web(CrawlerTest::page), user, "http://a.example/");
    assertThat(notes).containsExactly("", "high", "middle", "low");
  }

  private static CrawlLimits perStart(int pages, Duration time, int depth) {
    return new CrawlLimits(pages, time, depth, Long.MAX_VALUE, CrawlLimits.NONE.timeInAll());
  }

  @Test
  void limitsAreKeptForEachStart() throws Exception {
    Web web = new Web(url -> page(url, "/" + url.length() + "x" + url.hashCode()));
    var limits = perStart(7, Duration.ofMinutes(1), 100);
    crawl(
        CrawlSettings.DEFAULT.with(limits),
        web,
        new Everything(),
        "http://a.example/",
        "http://b.example/");
    assertThat(asked).hasSize(14);
    assertThat(endings)
        .containsExactlyInAnyOrder(
            "0 7 The limit of 7 pages was reached", "1 7 The limit of 7 pages was reached");
    // wider limits go on from there
    asked.clear();
    crawl(
        CrawlSettings.DEFAULT.with(perStart(10, Duration.ofMinutes(1), 100)),
        web,
        new Everything(),
        "http://a.example/");
    assertThat(asked).hasSize(6).allMatch(url -> !url.endsWith(".example/"));
  }

  @Test
  void depthIsLimited() throws Exception {
    Web web = new Web(url -> page(url, url + "z"));
    var limits = perStart(100, Duration.ofMinutes(1), 3);
    crawl(CrawlSettings.DEFAULT.with(limits), web, new Everything(), "http://a.example/p");
    assertThat(asked).hasSize(4);
  }

  @Test
  void aCrawlThatWasStoppedGoesOnWhereItWas() throws Exception {
    Web web =
        new Web(url -> {
          int n = Integer.parseInt(url.substring(url.indexOf('/', 8) + 1));
          return n > 200 ? null : page(url, "/" + (2 * n + 1), "/" + (2 * n + 2));
        });
    Set<String> all = new TreeSet<>();
    int runs = 0;
    while (true) {
      asked.clear();
      var limits = new CrawlLimits(10_000, Duration.ofMinutes(1), 100, 30, Duration.ofMinutes(1));
      var progress =
          crawl(CrawlSettings.DEFAULT.with(limits), web, new Everything(), "http://a.example/0");
      for (String url : asked) assertThat(all).doesNotContain(url);
      all.addAll(asked);
      runs++;
      if (progress.waiting() == 0 && asked.isEmpty()) break;
      assertThat(runs).isLessThan(30);
    }
    assertThat(all).hasSize(403);
    assertThat(runs).isGreaterThan(5);
  }

  @Test
  void aPageWhoseVisitFailsByAMistakeOfOursStopsNothing() throws Exception {
    CrawlUser user =
        (visit, links) -> {
          if (visit.url().endsWith("/1")) throw new IllegalStateException("our mistake");
          if (visit.depth() == 0) for (int i = 0; i < 4; i++) links.follow("/" + i, 0.5, "");
        };
    var progress =
        crawl(CrawlSettings.DEFAULT, new Web(CrawlerTest::page), user, "http://a.example/");
    assertThat(progress.pagesFetched()).isEqualTo(4);
    assertThat(progress.failed()).isEqualTo(1);
  }

  @Test
  void aHostThatIsDownIsLeftToAnotherRun() throws Exception {
    Fetcher dead =
        request -> {
          asked.add(request.url().toString());
          return request.url().host().equals("dead.example")
              ? new FetchOutcome.Unreachable(FetchOutcome.Trouble.TIMEOUT, "It is down.")
              : new Web(CrawlerTest::page).fetch(request);
        };
    CrawlUser user =
        (visit, links) -> {
          if (visit.depth() == 0)
            for (int i = 0; i < 50; i++) links.follow("http://dead.example/" + i, 0.5, "");
        };
    try (Crawler crawler = new Crawler(folder, CrawlSettings.DEFAULT, dead, CLOCK, user)) {
      crawler.start("http://a.example/");
      crawler.run();
      assertThat(asked.stream().filter(u -> u.contains("dead"))).hasSize(3);
      assertThat(crawler.progress().traps())
          .containsExactly("dead.example: left to another run: It is down.");
    }
    asked.clear();
    try (Crawler crawler =
        new Crawler(folder, CrawlSettings.DEFAULT, new Web(CrawlerTest::page), CLOCK, user)) {
      crawler.run();
      assertThat(asked).hasSize(47);
    }
  }

  @Test
  void aSiteThatAsksForALongRestIsLeftToAnotherRunAndNothingIsLost() throws Exception {
    Fetcher resting =
        new Fetcher() {
          @Override
          public FetchOutcome fetch(FetchRequest request) {
            return new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, "It rests.");
          }

          @Override
          public Instant restsUntil(String site) {
            return CLOCK.instant().plus(Duration.ofHours(3));
          }
        };
    try (Crawler crawler =
        new Crawler(folder, CrawlSettings.DEFAULT, resting, CLOCK, new Everything())) {
      crawler.start("http://a.example/");
      crawler.run();
      assertThat(crawler.progress().pagesFetched()).isZero();
    }
    crawl(CrawlSettings.DEFAULT, new Web(CrawlerTest::page), new Everything());
    assertThat(asked).containsExactly("http://a.example/");
  }

  @Test
  void aPageThatTheServerWasTooBusyToGiveIsAskedForOnceMore() throws Exception {
    Web web = new Web(CrawlerTest::page);
    Set<String> refused = ConcurrentHashMap.newKeySet();
    Fetcher busy =
        new Fetcher() {
          @Override
          public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
            String url = request.url().toString();
            boolean never = url.endsWith("/never");
            if (!never && !refused.add(url)) return web.fetch(request);
            if (never) asked.add(url);
            return new FetchOutcome.Refused(503, Duration.ofSeconds(2), answer(request, 503));
          }

          @Override
          public Instant restsUntil(String site) {
            return CLOCK.instant();
          }
        };
    CrawlUser user =
        (visit, links) -> {
          if (visit.depth() == 0) links.follow("http://a.example/never", 0.5, "");
        };
    try (Crawler crawler = new Crawler(folder, CrawlSettings.DEFAULT, busy, CLOCK, user)) {
      crawler.start("http://a.example/");
      crawler.run();
      assertThat(crawler.progress().pagesFetched()).isEqualTo(1);
    }
    assertThat(asked)
        .containsExactly("http://a.example/", "http://a.example/never", "http://a.example/never");
  }

  @Test
  void pausedNothingIsAskedAndResumedItGoesOn() throws Exception {
    Web web = new Web(url -> page(url, url + "z"));
    try (Crawler crawler =
        new Crawler(
            folder,
            CrawlSettings.DEFAULT.with(perStart(300, Duration.ofMinutes(1), 1000)),
            web,
            CLOCK,
            new Everything())) {
      crawler.start("http://a.example/p");
      web.allowed.drainPermits();
      Thread run = Thread.ofVirtual().start(() -> runQuietly(crawler));
      web.allowed.release(5);
      await().until(() -> crawler.progress().pagesFetched() == 5 && asked.size() == 6);
      crawler.pause();
      // The sixth is in flight and comes to its end, with many more allowed.
      web.allowed.release(10);
      await().until(() -> crawler.progress().hostsBusy() == 0);
      assertThat(crawler.progress().pagesFetched()).isEqualTo(6);
      assertThat(asked).hasSize(6);
      Duration ran = crawler.progress().running();
      assertThat(ran).isPositive();
      assertThat(crawler.progress().running()).as("a pause does not count").isEqualTo(ran);
      crawler.resume();
      await().until(() -> crawler.progress().pagesFetched() == 15 && asked.size() == 16);
      crawler.stop();
      web.allowed.release(1);
      run.join();
      assertThat(crawler.progress().hostsBusy()).isZero();
      assertThat(crawler.progress().waiting()).isPositive();
      assertThat(crawler.progress().lastPage()).startsWith("http://a.example/p");
      assertThat(crawler.progress().pagesPerSecond()).isPositive();
    }
  }

  private static void runQuietly(Crawler crawler) {
    try {
      crawler.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aStartThatWasMetOnAnotherWayIsStillVisitedForItself() throws Exception {
    Web web =
        new Web(
            url -> url.contains("a.example") ? page(url, "http://b.example/") : page(url, "/x"));
    crawl(
        CrawlSettings.DEFAULT,
        web,
        (visit, links) -> {
          if (visit.depth() == 0) new Everything().visited(visit, links);
        },
        "http://a.example/");
    asked.clear();
    crawl(CrawlSettings.DEFAULT, web, new Everything(), "http://b.example/");
    assertThat(asked).containsExactly("http://b.example/", "http://b.example/x");
    asked.clear();
    crawl(CrawlSettings.DEFAULT, web, new Everything(), "http://b.example/");
    assertThat(asked).isEmpty();
  }

  @Test
  void twoCrawlsDoNotShareAFolder() throws Exception {
    try (Crawler one =
        new Crawler(
            folder, CrawlSettings.DEFAULT, new Web(CrawlerTest::page), CLOCK, new Everything())) {
      org.assertj.core.api.Assertions.assertThatThrownBy(() ->
              new Crawler(
                  folder,
                  CrawlSettings.DEFAULT,
                  new Web(CrawlerTest::page),
                  CLOCK,
                  new Everything()))
          .isInstanceOf(java.io.IOException.class)
          .hasMessageContaining("Another crawl is using the folder");
      assertThat(one.progress().waiting()).isZero();
    }
  }

  @Test
  void aPageThatCannotBeKeptWaitsForAnotherRun() throws Exception {
    Web web = new Web(CrawlerTest::page);
    CrawlUser full =
        (visit, links) -> {
          if (visit.url().endsWith("/1")) {
            throw new UncheckedIOException(new IOException("No space left on device"));
          }
          if (visit.depth() == 0) for (int i = 0; i < 4; i++) links.follow("/" + i, 0.5, "");
        };
    assertThatThrownBy(() -> crawl(CrawlSettings.DEFAULT, web, full, "http://a.example/"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
    Everything freed = new Everything();
    crawl(CrawlSettings.DEFAULT, web, freed, "http://a.example/");
    assertThat(freed.seen).contains("http://a.example/1").doesNotHaveDuplicates();
  }

  @Test
  void aMistakeAtTheEndOfAThreadEndsTheRun() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    InstantSource clock =
        () -> {
          boolean own = Thread.currentThread().isVirtual();
          if (own && broken.get()) throw new IllegalStateException("no time");
          return CLOCK.instant();
        };
    CrawlUser user =
        (visit, links) -> {
          broken.set(true);
          throw new IllegalStateException("our mistake");
        };
    try (Crawler crawler =
        new Crawler(folder, CrawlSettings.DEFAULT, new Web(CrawlerTest::page), clock, user)) {
      crawler.start("http://a.example/");
      assertThatThrownBy(crawler::run).hasMessage("the crawl was cut short");
    }
  }

  @Test
  void mapsThatNameMapsForEverOrElsewhereLeadNowhere() throws Exception {
    Web endless =
        new Web(url -> {
          if (url.endsWith("/robots.txt")) return "Sitemap: http://a.example/maps/1.xml";
          if (url.endsWith("/")) return page(url);
          int n = Integer.parseInt(url.replaceAll("\\D+", ""));
          return "<sitemapindex><sitemap><loc>http://a.example/maps/"
              + (n + 1)
              + ".xml</loc></sitemap><sitemap><loc>http://victim.example/maps/"
              + n
              + ".xml</loc></sitemap></sitemapindex>";
        });
    PageRobot robot =
        new PageRobot(
            new EveryLink(new TopicWords(List.of())),
            url -> url.startsWith("http://a.example/"),
            true,
            Nobody.TAKES,
            List.of());
    crawl(CrawlSettings.DEFAULT, endless, robot, "http://a.example/");
    assertThat(asked).noneMatch(url -> url.contains("victim")).hasSizeLessThan(600);
  }

  @Test
  void theUsualPlaceOfASitemapIsTriedOnlyWhereRobotsTxtNamesNone() throws Exception {
    Map<String, String> pages = new HashMap<>();
    for (String host : List.of("http://a.example", "http://b.example")) {
      pages.put(host + "/", page(host));
      pages.put(host + "/news", page(host + "/news"));
      pages.put(host + "/maps/1.xml", "<urlset><url><loc>" + host + "/news</loc></url></urlset>");
    }
    pages.put("http://a.example/robots.txt", "Sitemap: http://a.example/maps/1.xml");
    PageRobot robot =
        new PageRobot(
            new EveryLink(new TopicWords(List.of())), _ -> true, true, Nobody.TAKES, List.of());
    crawl(
        CrawlSettings.DEFAULT,
        new Web(pages::get),
        robot,
        "http://a.example/",
        "http://b.example/");
    assertThat(asked)
        .contains("http://a.example/news", "http://b.example/sitemap.xml")
        .doesNotContain("http://a.example/sitemap.xml", "http://b.example/maps/1.xml");
  }
}
