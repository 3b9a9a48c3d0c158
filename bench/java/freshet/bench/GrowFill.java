package freshet.bench;

import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.Feeds;
import freshet.store.Store;
import freshet.understand.Enricher;
import freshet.understand.Understanding;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Fills a store with feeds and entries as polls would, without a network: `GrowFill FOLDER FEEDS
/// ENTRIES PORT [DATABASE]`. Each feed has as many entries as any other, of 60 to 300 words, from
/// the last twelve days; their language, topic, signature, story and event are found as always. The
/// feeds have the addresses of [GrowOrigin] at the port, so that they can be polled afterwards.
public final class GrowFill {
  private static final GeneratedEntries GENERATED = new GeneratedEntries();

  private GrowFill() {}

  public static void main(String[] args) throws Exception {
    int feeds = Integer.parseInt(args[1]);
    int each = Math.max(1, Integer.parseInt(args[2]) / feeds);
    int port = Integer.parseInt(args[3]);
    fill(Path.of(args[0]), args.length > 4 ? args[4] : null, feeds, each, port);
  }

  static void fill(Path folder, @Nullable String database, int feeds, int each, int port)
      throws Exception {
    InstantSource clock = InstantSource.system();
    try (Store store = Store.open(folder, database);
        Understanding understanding = new Understanding(store, Understanding.Folds.USUAL, clock)) {
      store.gatherPolls(Duration.ofMillis(50));
      understanding.start();
      List<Feeds.Listed> listed = new ArrayList<>();
      for (int i = 0; i < feeds; i++) {
        String site = "site" + i / 5 + ".example";
        listed.add(
            new Feeds.Listed(
                FeedUrl.of(GrowOrigin.address(port, i)),
                site,
                "Feed " + i,
                "Folder " + i / 500,
                null,
                null));
      }
      Instant now = clock.instant();
      List<Feeds.Added> added = store.feeds().addAll(Account.FIRST, listed, now);
      understanding.awaitReady();
      AtomicInteger next = new AtomicInteger();
      try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
        for (int t = 0; t < 4; t++) {
          var _ =
              pool.submit(() -> {
                for (int i = next.getAndIncrement(); i < feeds; i = next.getAndIncrement()) {
                  poll(store, understanding, listed.get(i).url(), added.get(i).id(), i, each, now);
                  if (i % 10_000 == 9_999) System.out.println((i + 1) + " feeds");
                }
                return null;
              });
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
      }
    }
  }

  private static void poll(
      Store store,
      Understanding understanding,
      FeedUrl url,
      long id,
      int feed,
      int each,
      Instant now) {
    Random random = new Random(feed);
    List<String> words = GENERATED.words(random.nextBoolean() ? 0 : random.nextInt(12));
    Enricher enricher = new Enricher(understanding, store.entries());
    List<NewEntry> entries = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      Instant published = now.minusSeconds(60 + random.nextInt(12 * 86_400));
      String text = "<p>" + text(words, random, 60 + random.nextInt(240)) + "</p>";
      entries.add(
          enricher.enrich(
              id,
              Made.entry(
                  1_000_000_007L * feed + i + 1,
                  text(words, random, 8),
                  published,
                  text,
                  null,
                  "News"),
              0,
              null));
    }
    store
        .polls()
        .record(
            Made.poll(id, url, now, entries),
            understanding.resolver(entries, store.feeds().find(id).orElseThrow(), now));
  }

  private static String text(List<String> words, Random random, int count) {
    StringBuilder out = new StringBuilder(count * 7);
    for (int i = 0; i < count; i++) {
      if (i > 0) out.append(i % 12 == 11 ? ". " : " ");
      out.append(GeneratedEntries.word(words, random));
    }
    return out.toString();
  }
}
