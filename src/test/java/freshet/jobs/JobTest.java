package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlSettings;
import freshet.discover.Describer;
import freshet.discover.FinderLimits;
import freshet.fetch.Fetcher;
import freshet.jobs.Job.State;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The life of jobs of both kinds, on a site that answers a page only when the test lets it.
final class JobTest {
  private static final int PAGES = 12;
  private static final String START = "https://slow.example/p0";

  @TempDir Path folder;
  private final SlowSite site = new SlowSite();
  private InstantSource clock = InstantSource.system();
  private Crawls crawls;
  private Discoveries discoveries;

  @BeforeEach
  void open() {
    crawls = new Crawls(folder.resolve("crawls"), site, CrawlSettings.DEFAULT, () -> now());
    discoveries =
        new Discoveries(
            folder.resolve("discoveries"),
            site,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            null,
            () -> now(),
            8);
    crawls.start();
    discoveries.start();
  }

  private Instant now() {
    return clock.instant();
  }

  @AfterEach
  void close() {
    site.allowed.release(1_000);
    crawls.close();
    discoveries.close();
  }

  private void restart() {
    close();
    site.allowed.drainPermits();
    open();
  }

  /// Pages in a row, each of which links to the next.
  private static final class SlowSite implements Fetcher {
    final Semaphore allowed = new Semaphore(0);
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    @Override
    public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
      String url = request.url().toString();
      boolean there = url.matches("https://slow\\.example/p\\d+");
      if (there) {
        asked.add(url);
        allowed.acquire();
      }
      int next = there ? Integer.parseInt(url.substring(START.length() - 1)) + 1 : PAGES;
      String link = next < PAGES ? "<a href=/p" + next + ">next</a>" : "";
      Answer answer =
          new Answer(
              there ? 200 : 404,
              request.url(),
              null,
              Validators.NONE,
              null,
              null,
              null,
              100,
              Instant.EPOCH,
              Duration.ZERO);
      if (!there) return new FetchOutcome.Refused(404, null, answer);
      StringBuilder page = new StringBuilder("<html><title>" + next + "</title>" + link + "<p>");
      Random words = new Random(next); // pages alike would be taken for a trap
      for (int i = 0; i < 60; i++) page.append(Long.toString(words.nextLong(), 36)).append(' ');
      byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
      return new FetchOutcome.Fetched(bytes, "text/html", next, answer);
    }

    @Override
    public @Nullable Instant restsUntil(String site) {
      return null;
    }
  }

  private Crawl crawl() {
    return crawls.begin(
        new CrawlPlan(
            CrawlPlan.Mode.link,
            List.of(START),
            List.of(),
            3,
            null,
            false,
            false,
            CrawlPlan.limits(1_000, null, 60_000)));
  }

  private Discovery discovery() {
    return discoveries
        .begin(1, List.of(FeedUrl.of(START)), List.of(), FinderLimits.THOROUGH, false, null)
        .orElseThrow();
  }

  private void awaitAsked(int pages) {
    await().until(() -> site.asked.size() == pages);
  }

  private static void awaitState(Job job, State state) {
    await().until(() -> job.state() == state);
  }

  private void stoppedAndResumed(Job job) {
    site.allowed.release(3);
    awaitAsked(4);
    job.stop();
    assertThat(job.state()).isEqualTo(State.STOPPED);
    long before = System.nanoTime();
    job.resume();
    job.stop();
    job.resume();
    assertThat(job.state()).isEqualTo(State.RUNNING);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    site.allowed.release();
    awaitAsked(5);
    assertThat(job.state()).as("the run that was stopped has ended").isEqualTo(State.RUNNING);
    job.pause();
    assertThat(job.state()).isEqualTo(State.PAUSED);
    job.resume();
    site.allowed.release(PAGES);
    awaitState(job, State.DONE);
    assertThat(job.trouble()).isEmpty();
  }

  @Test
  void theCountersOfACrawlGoOnAfterAStopARestartAndAResume() {
    Crawl crawl = crawl();
    site.allowed.release(4);
    awaitAsked(5);
    crawl.stop();
    site.allowed.release();
    await().until(() -> crawl.progress().orElseThrow().pagesFetched() == 5);
    await().until(() -> crawl.progress().orElseThrow().hostsBusy() == 0);
    long bytes = crawl.progress().orElseThrow().bytes();
    assertThat(crawl.gathered().languages().values().stream().mapToInt(n -> n).sum()).isEqualTo(5);
    restart();
    Crawl again = crawls.find(crawl.id()).orElseThrow();
    assertThat(again.progress())
        .get()
        .satisfies(p -> {
          assertThat(p.pagesFetched()).isEqualTo(5);
          assertThat(p.bytes()).isEqualTo(bytes);
          assertThat(p.lastPage()).endsWith("/p4");
        });
    again.resume();
    site.allowed.release();
    await().until(() -> again.progress().orElseThrow().pagesFetched() == 6);
    site.allowed.release(PAGES);
    awaitState(again, State.DONE);
    assertThat(again.progress())
        .get()
        .satisfies(p -> {
          assertThat(p.pagesFetched()).isEqualTo(PAGES);
          assertThat(p.bytes()).isEqualTo(PAGES * 100L);
        });
    assertThat(again.gathered().languages().values().stream().mapToInt(n -> n).sum())
        .isEqualTo(PAGES);
    assertThat(again.linksFile()).content().contains("page,link,text,followed,match");
    assertThat(again.linksFile()).content().contains("/p0,https://slow.example/p1,next,yes,");
  }

  @Test
  void aCrawlThatIsResumedBeforeItHasStoppedGoesOnWithoutAnybodyWaiting() {
    stoppedAndResumed(crawl());
    assertThat(site.asked).hasSize(PAGES).doesNotHaveDuplicates();
  }

  @Test
  void aDiscoveryThatIsResumedBeforeItHasStoppedGoesOnWithoutAnybodyWaiting() {
    stoppedAndResumed(discovery());
    assertThat(site.asked).contains("https://slow.example/p" + (PAGES - 1));
  }

  @Test
  void aJobThatIsStoppedBeforeItHasBegunStaysStopped() {
    Crawl crawl = crawl();
    crawl.stop();
    assertThat(crawl.state()).isEqualTo(State.STOPPED);
    site.allowed.release(PAGES);
    restart();
    assertThat(crawls.find(1).orElseThrow().state()).isEqualTo(State.STOPPED);
    assertThat(site.asked).hasSizeLessThan(2);
  }

  @Test
  void afterARestartWhatRanGoesOnAndWhatWasPausedWaits() {
    crawl();
    Crawl paused = crawl();
    site.allowed.release(3);
    await().until(() -> site.asked.size() >= 3);
    paused.pause();
    restart();
    assertThat(crawls.all()).extracting(Job::state).containsExactly(State.PAUSED, State.RUNNING);
    site.allowed.release(1_000);
    awaitState(crawls.find(1).orElseThrow(), State.DONE);
    Crawl waiting = crawls.find(2).orElseThrow();
    assertThat(waiting.state()).isEqualTo(State.PAUSED);
    waiting.resume();
    awaitState(waiting, State.DONE);
    assertThat(waiting.gathered().pages("", "", 0, 100)).hasSizeGreaterThanOrEqualTo(PAGES);
  }

  @Test
  void aJobWhoseFilesCannotBeUsedStopsAndSaysWhyAndCanBeResumed() throws IOException {
    // The next crawl's frontier is a folder; a file is in its place.
    Path inTheWay = Files.createDirectories(folder.resolve("crawls/1")).resolve("frontier");
    Files.writeString(inTheWay, "x");
    Crawl crawl = crawl();
    awaitState(crawl, State.STOPPED);
    assertThat(crawl.trouble().orElseThrow()).startsWith("Its files cannot be used: ");
    restart();
    Crawl again = crawls.find(1).orElseThrow();
    assertThat(again.state()).isEqualTo(State.STOPPED);
    assertThat(again.trouble()).isEqualTo(crawl.trouble());
    Files.delete(inTheWay);
    site.allowed.release(PAGES);
    again.resume();
    awaitState(again, State.DONE);
    assertThat(again.trouble()).isEmpty();
  }

  private void failsOnceAndIsResumed(Supplier<Job> begin) {
    AtomicInteger calls = new AtomicInteger();
    clock =
        () -> {
          // Jobs run on virtual threads; whoever else asks for the time is not meant.
          boolean job = Thread.currentThread().isVirtual();
          if (job && calls.incrementAndGet() == 1) throw new IllegalStateException("no time");
          return Instant.now();
        };
    Job job = begin.get();
    awaitState(job, State.STOPPED);
    assertThat(job.trouble()).contains("Freshet failed at it; the log says where.");
    site.allowed.release(1_000);
    job.resume();
    awaitState(job, State.DONE);
    assertThat(job.trouble()).isEmpty();
    assertThat(site.asked).contains("https://slow.example/p" + (PAGES - 1));
  }

  @Test
  void aMistakeOfOursStopsACrawlAndIsSaid() {
    failsOnceAndIsResumed(this::crawl);
  }

  @Test
  void aMistakeOfOursStopsADiscoveryAndIsSaid() {
    failsOnceAndIsResumed(this::discovery);
  }

  @Test
  void theNumberOfAJobThatCannotBeReadIsNotGivenAgain() throws IOException {
    site.allowed.release(1_000);
    awaitState(crawl(), State.DONE);
    Path state = folder.resolve("crawls/1/crawl.properties");
    Files.writeString(state, "state=asleep\nstarts=" + START);
    restart();
    assertThat(crawls.all()).isEmpty();
    assertThat(crawl().id()).isEqualTo(2);
    assertThat(state).hasContent("state=asleep\nstarts=" + START);
  }

  @Test
  void aRemovedJobIsNotBroughtBackByALateClick() {
    Crawl crawl = crawl();
    awaitAsked(1);
    site.allowed.release(1_000);
    assertThat(crawls.remove(1)).isTrue();
    crawl.resume();
    crawl.pause();
    assertThat(folder.resolve("crawls/1")).doesNotExist();
    restart();
    assertThat(crawls.all()).isEmpty();
  }

  @Test
  void aLookAtOneSiteKeepsNothingAndEndsInTime() throws InterruptedException {
    long before = System.nanoTime();
    Discoveries.Look look = discoveries.look(FeedUrl.of(START), Duration.ofMillis(300));
    assertThat(look.all()).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    assertThat(discoveries.all(1)).isEmpty();
    site.allowed.release(1_000);
    look = discoveries.look(FeedUrl.of("https://gone.example/"), Duration.ofSeconds(9));
    assertThat(look.trouble()).isEqualTo("Not found (404) at this address.");
  }
}
