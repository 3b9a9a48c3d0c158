package freshet.bench;

import freshet.model.SearchOrder;
import freshet.search.Index;
import freshet.search.IndexEntry;
import freshet.search.IndexMark;
import freshet.search.LuceneIndex;
import freshet.search.Names;
import freshet.search.OpenSearchIndex;
import freshet.search.OpenSearchNode;
import freshet.search.OpenSearchPlace;
import freshet.search.Results;
import freshet.search.Results.Hit;
import freshet.search.SearchOptions;
import freshet.search.SearchQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// The same entries and queries in the embedded index and in a real OpenSearch node, answer by
/// answer: `bench/run opensearch [ENTRIES] [QUERIES] [SHARDS]`.
public final class OpenSearchBench {
  private static final int BATCH = 500;
  private static final int DEEPEST = 500;
  private static final Names NAMES =
      new Names() {
        @Override
        public List<Long> crawls(String text) {
          return List.of();
        }

        @Override
        public List<Long> feeds(String text) {
          return List.of(Long.valueOf(text));
        }

        @Override
        public List<Long> topics(String text) {
          return List.of(Long.valueOf(text));
        }
      };

  private OpenSearchBench() {}

  /// How far the answers to queries of one kind agree.
  private static final class Agreement {
    int queries;
    int totals;
    int sets;
    int facets;
    int suggestions;
    int firsts;
    double overlap;
    long embedded;
    long remote;
  }

  public static void main(String[] args) throws IOException {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
    int queries = args.length > 1 ? Integer.parseInt(args[1]) : 3_000;
    int shards = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    GeneratedEntries generated = new GeneratedEntries();
    try (TemporaryFolder folder = TemporaryFolder.named("opensearch-bench");
        OpenSearchNode node = OpenSearchNode.start(folder.path().resolve("node"), 0);
        Index embedded = LuceneIndex.open(folder.path().resolve("index"));
        Index remote = at(node, shards)) {
      index("embedded", embedded, generated, entries, node);
      index("OpenSearch", remote, generated, entries, node);
      System.out.println(node.sizes());
      compare(embedded, remote, generated, queries, node);
    }
  }

  private static Index at(OpenSearchNode node, int shards) {
    OpenSearchPlace place = node.place();
    return new OpenSearchIndex(
        new OpenSearchPlace(place.addresses(), place.index(), place.access(), shards, 0),
        "bench",
        true,
        InstantSource.system());
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void index(
      String name, Index index, GeneratedEntries generated, int entries, OpenSearchNode node) {
    long start = System.nanoTime();
    long here = 0;
    Duration there = node.cpu();
    for (int from = 1; from <= entries; from += BATCH) {
      List<IndexEntry> some = new ArrayList<>();
      for (int i = from; i < from + BATCH && i <= entries; i++) some.add(generated.entry(i));
      long before = cpu();
      index.add(some);
      here += cpu() - before;
    }
    index.commit(new IndexMark(entries, GeneratedEntries.NOW));
    index.refresh();
    index.present();
    System.out.printf(
        Locale.ROOT,
        "%-10s %,d entries in %.1f s; CPU µs an entry: %.0f here, %.0f in OpenSearch%n",
        name,
        entries,
        (System.nanoTime() - start) / 1e9,
        here / 1e3 / entries,
        node.cpu().minus(there).toNanos() / 1e3 / entries);
  }

  private static void compare(
      Index embedded, Index remote, GeneratedEntries generated, int queries, OpenSearchNode node) {
    Random random = new Random(20261118);
    Map<String, Agreement> kinds = new TreeMap<>();
    Duration there = node.cpu();
    for (int i = 0; i < queries; i++) {
      int language = random.nextInt(12);
      List<String> words = generated.words(language);
      String[] made = query(random, words);
      SearchOrder order = i % 4 == 0 ? SearchOrder.NEWEST : SearchOrder.BEST;
      Agreement kind = kinds.computeIfAbsent(made[0], _ -> new Agreement());
      long start = System.nanoTime();
      Results one = ask(embedded, made[1], order);
      long middle = System.nanoTime();
      Results other = ask(remote, made[1], order);
      kind.embedded += middle - start;
      kind.remote += System.nanoTime() - middle;
      count(kind, one, other, made[1]);
    }
    System.out.printf(
        Locale.ROOT,
        "%-22s %7s %7s %7s %7s %7s %7s %10s %9s %9s%n",
        "queries",
        "",
        "totals",
        "hits",
        "facets",
        "meant",
        "first",
        "overlap@20",
        "embedded",
        "OpenSearch");
    Agreement all = new Agreement();
    kinds.forEach((name, k) -> {
      print(name, k);
      add(all, k);
    });
    print("all", all);
    System.out.printf(
        Locale.ROOT,
        "CPU of OpenSearch: %.1f ms a query%n",
        node.cpu().minus(there).toNanos() / 1e6 / queries);
  }

  private static String[] query(Random r, List<String> words) {
    String one = words.get(20 + r.nextInt(2_000));
    String other = words.get(20 + r.nextInt(500));
    return switch (r.nextInt(12)) {
      case 0 -> new String[] {"a common word", words.get(5 + r.nextInt(20))};
      case 1, 2 -> new String[] {"a word", one};
      case 3, 4 -> new String[] {"two words", one + " " + other};
      case 5 ->
          new String[] {
            "four words",
            one
                + " "
                + other
                + " "
                + words.get(r.nextInt(90))
                + " "
                + words.get(900 + r.nextInt(900))
          };
      case 6 ->
          new String[] {
            "phrase", '"' + words.get(r.nextInt(60)) + " " + words.get(r.nextInt(60)) + '"'
          };
      case 7 -> new String[] {"a OR b -c", one + " OR " + other + " -" + words.get(r.nextInt(9))};
      case 8 -> new String[] {"pattern", other.substring(0, Math.min(3, other.length())) + "*"};
      case 9 -> new String[] {"word, filters", other + " lang:de age:30d"};
      case 10 -> new String[] {"misspelt", words.get(200 + r.nextInt(800)) + "x"};
      default -> new String[] {"title:, feed:", "title:" + other + " -feed:7"};
    };
  }

  private static void count(Agreement kind, Results one, Results other, String query) {
    kind.queries++;
    if (one.total() == other.total()) kind.totals++;
    Set<Long> hits = ids(one, DEEPEST);
    if (one.total() > DEEPEST || hits.equals(ids(other, DEEPEST))) kind.sets++;
    else if (System.getenv("SHOW") != null) {
      Set<Long> theirs = ids(other, DEEPEST);
      System.out.printf(
          "other hits: %s: of %d (with all words: %d), %d%n",
          query, hits.size(), one.total(), theirs.stream().filter(hits::contains).count());
    }
    if (Objects.equals(one.facets().feeds(), other.facets().feeds())
        && Objects.equals(one.facets().topics(), other.facets().topics())
        && Objects.equals(one.facets().languages(), other.facets().languages())
        && java.util.Arrays.equals(one.facets().days(), other.facets().days())) {
      kind.facets++;
    }
    if (Objects.equals(one.suggestion(), other.suggestion())) kind.suggestions++;
    else if (System.getenv("SHOW") != null) {
      System.out.println("meant: " + query + ": " + one.suggestion() + ", " + other.suggestion());
    }
    Set<Long> best = ids(one, 20);
    Set<Long> theirs = ids(other, 20);
    int size = Math.max(best.size(), theirs.size());
    best.retainAll(theirs);
    kind.overlap += size == 0 ? 1 : (double) best.size() / size;
    boolean none = one.hits().isEmpty() || other.hits().isEmpty();
    if (none
        ? one.hits().size() == other.hits().size()
        : one.hits().getFirst().id() == other.hits().getFirst().id()) {
      kind.firsts++;
    }
  }

  private static Set<Long> ids(Results results, int most) {
    return new HashSet<>(results.hits().stream().limit(most).map(Hit::id).toList());
  }

  private static void add(Agreement all, Agreement k) {
    all.queries += k.queries;
    all.totals += k.totals;
    all.sets += k.sets;
    all.facets += k.facets;
    all.suggestions += k.suggestions;
    all.firsts += k.firsts;
    all.overlap += k.overlap;
    all.embedded += k.embedded;
    all.remote += k.remote;
  }

  private static void print(String name, Agreement k) {
    double n = k.queries;
    System.out.printf(
        Locale.ROOT,
        "%-22s %7d %7.4f %7.4f %7.4f %7.4f %7.4f %10.4f %6.2f ms %6.2f ms%n",
        name,
        k.queries,
        k.totals / n,
        k.sets / n,
        k.facets / n,
        k.suggestions / n,
        k.firsts / n,
        k.overlap / n,
        k.embedded / n / 1e6,
        k.remote / n / 1e6);
  }

  private static Results ask(Index index, String query, SearchOrder order) {
    return index.search(
        SearchQuery.read(query, GeneratedEntries.NOW, ZoneOffset.UTC),
        NAMES,
        new SearchOptions(GeneratedEntries.NOW, ZoneOffset.UTC, order, DEEPEST, true));
  }
}
