package freshet.pipeline;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.PageLines;
import freshet.crawl.RssRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.group.Roots;
import freshet.pipeline.Discoveries.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One crawl of a running Freshet. Its pages are kept as lines of JSON, in the order they came.
public final class Crawl {
  private static final Logger log = LoggerFactory.getLogger(Crawl.class);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MOST_TROUBLES = 100;

  private final Crawls all;
  private final int id;
  private final Instant begun;
  private final CrawlPlan plan;
  private final List<String> troubles = new ArrayList<>();
  private final PageLines lines = new PageLines();
  private volatile State state;
  private volatile @Nullable CrawlProgress last;
  private @Nullable Crawler crawler;
  private @Nullable Thread thread;

  Crawl(Crawls all, int id, Instant begun, CrawlPlan plan, State state) {
    this.all = all;
    this.id = id;
    this.begun = begun;
    this.plan = plan;
    this.state = state;
  }

  public int id() {
    return id;
  }

  public Instant begun() {
    return begun;
  }

  public CrawlPlan plan() {
    return plan;
  }

  public State state() {
    return state;
  }

  Path path() {
    return all.folder.resolve(Integer.toString(id));
  }

  private Path pagesFile() {
    return path().resolve("pages.jsonl");
  }

  /// The counters, of the last run if it does not run; nothing if it did not since the start of
  /// Freshet.
  public synchronized Optional<CrawlProgress> progress() {
    if (crawler != null) last = crawler.progress();
    return Optional.ofNullable(last);
  }

  /// Starts that could not be had, a sentence each.
  public List<String> troubles() {
    synchronized (troubles) {
      return List.copyOf(troubles);
    }
  }

  public synchronized void pause() {
    if (state != State.RUNNING) return;
    set(State.PAUSED);
    if (crawler != null) crawler.pause();
  }

  public synchronized void resume() {
    if (state != State.PAUSED && state != State.STOPPED) return;
    boolean runs = crawler != null && state == State.PAUSED;
    set(State.RUNNING);
    if (runs && crawler != null) {
      crawler.resume();
    } else {
      shut();
      launch();
    }
  }

  public synchronized void stop() {
    if (state == State.DONE) return;
    set(State.STOPPED);
    if (crawler != null) crawler.stop();
  }

  private void set(State now) {
    state = now;
    save();
  }

  void save() {
    Properties p = Crawls.properties(plan);
    p.setProperty("state", state.word());
    p.setProperty("begun", begun.toString());
    try {
      StateFile.save(path().resolve("crawl.properties"), p);
    } catch (IOException e) {
      log.error("The state of crawl {} cannot be written", id, e);
    }
  }

  synchronized void launch() {
    if (all.isClosed()) return;
    Writer pages;
    Crawler now;
    try {
      Files.createDirectories(path());
      pages =
          Files.newBufferedWriter(
              pagesFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      now =
          new Crawler(
              path().resolve("frontier"),
              plan.settings(all.settings),
              all.fetcher,
              all.clock,
              plan.robot(new Keeper(pages)));
    } catch (IOException e) {
      log.error("The crawl {} cannot be opened", id, e);
      state = State.STOPPED;
      return;
    }
    for (String start : plan.starts()) {
      try {
        plan.add(now, start);
      } catch (IllegalArgumentException e) {
        trouble(String.valueOf(e.getMessage()));
      }
    }
    crawler = now;
    thread =
        Thread.ofVirtual()
            .name("crawl-" + id)
            .uncaughtExceptionHandler(
                (_, mistake) -> log.error("The crawl {} failed by a mistake of ours", id, mistake))
            .start(() -> run(now, pages));
  }

  private void run(Crawler now, Writer pages) {
    boolean over = false;
    try (pages;
        now) {
      now.run();
      over = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.error("The files of crawl {} cannot be closed", id, e);
    } finally {
      ended(now, over);
    }
  }

  private synchronized void ended(Crawler now, boolean over) {
    if (crawler == now) {
      last = now.progress();
      crawler = null;
    }
    if (all.isClosed() || state != State.RUNNING) return;
    set(over ? State.DONE : State.STOPPED);
  }

  /// Waits for its end, without holding anybody up who asks how far it is.
  void shut() {
    Thread runs;
    synchronized (this) {
      if (crawler == null) return;
      crawler.stop();
      runs = thread;
    }
    try {
      if (runs != null) runs.join(Duration.ofSeconds(3));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void trouble(String sentence) {
    synchronized (troubles) {
      if (troubles.size() < MOST_TROUBLES) troubles.add(sentence);
    }
  }

  /// Writes down what comes.
  private final class Keeper implements CrawlPlan.Taker {
    private final Writer out;

    Keeper(Writer out) {
      this.out = out;
    }

    @Override
    public void page(Visit visit, HtmlPage page, double score) {
      write(lines.page(visit, page, score));
    }

    @Override
    public void article(RssRobot.Article article) {
      write(lines.article(article));
    }

    private void write(ObjectNode line) {
      String text = line + "\n";
      synchronized (out) {
        try {
          out.write(text);
          out.flush();
        } catch (IOException e) {
          throw new UncheckedIOException("The pages of crawl " + id + " cannot be kept", e);
        }
      }
    }

    @Override
    public void trouble(Visit visit, String reason) {
      trouble(visit.url(), reason);
    }

    @Override
    public void trouble(String url, String reason) {
      Crawl.this.trouble(url + ": " + reason);
    }

    @Override
    public void finished(int start, CrawlUser.Ending ending) {}
  }

  /// Pages that were gathered, in the order they came.
  ///
  /// @param topic only those of a topic, or "" for all
  /// @param words only those with all of these words, by their roots, in title or text; "" for all
  /// @param from how many to pass over
  public List<JsonNode> pages(String topic, String words, int from, int most) {
    List<JsonNode> found = new ArrayList<>();
    if (!Files.exists(pagesFile())) return found;
    try (BufferedReader in = Files.newBufferedReader(pagesFile())) {
      int passed = 0;
      for (String line = in.readLine(); line != null && found.size() < most; line = in.readLine()) {
        JsonNode page = read(line);
        if (page == null || !isWanted(page, topic, words)) continue;
        if (passed++ >= from) found.add(page);
      }
    } catch (IOException e) {
      log.error("The pages of crawl {} cannot be read", id, e);
    }
    return found;
  }

  /// Null for the half of a line that a kill left.
  private static @Nullable JsonNode read(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static boolean isWanted(JsonNode page, String topic, String words) {
    if (!topic.isEmpty() && !page.path("topic").asString("").equalsIgnoreCase(topic)) return false;
    if (words.isBlank()) return true;
    Roots roots = Roots.of(page.path("language").asString("en"));
    String title = page.path("title").asString("").toLowerCase(Locale.ROOT);
    for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
      String root = roots.root(word);
      boolean has = title.contains(word);
      for (JsonNode known : page.path("roots")) has |= known.asString("").equals(root);
      if (!has) return false;
    }
    return true;
  }
}
