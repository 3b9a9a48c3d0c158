package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.model.SearchOrder;
import freshet.search.IndexEntry;
import freshet.search.IndexMark;
import freshet.search.LuceneIndex;
import freshet.search.Names;
import freshet.search.RawLucene;
import freshet.search.SearchOptions;
import freshet.search.SearchQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Indexing and searching: `bench/run search [ENTRIES]`. The baseline of indexing is a bare Lucene
/// writer that is given the same documents; of searching, Lucene's own search for the twenty best
/// without facets, freshness and suggestions.
public final class SearchBench {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int BATCH = 500;
  private static final int COUNTED = 200;
  private static final Names NAMES =
      new Names() {
        @Override
        public List<Long> crawls(String text) {
          return List.of();
        }

        @Override
        public List<Long> feeds(String text) {
          return List.of(7L);
        }

        @Override
        public List<Long> topics(String text) {
          return List.of(3L);
        }
      };

  private SearchBench() {}

  public static void main(String[] args) throws IOException {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    GeneratedEntries generated = new GeneratedEntries();
    int sample = Math.min(entries, 60_000);
    List<IndexEntry> warm = some(generated, 1, 20_000);
    measureRaw(warm);
    measureOurs(warm);
    List<IndexEntry> counted = some(generated, 1, sample);
    double raw = Math.min(measureRaw(counted), measureRaw(counted));
    double ours = Math.min(measureOurs(counted), measureOurs(counted));
    System.out.printf(Locale.ROOT, "indexing %,d entries of about 140 words%n", sample);
    System.out.printf(Locale.ROOT, "%-34s %10s %10s %8s%n", "", "freshet", "raw Lucene", "speed");
    System.out.printf(
        Locale.ROOT, "%-34s %10.1f %10.1f %8.2f%n", "CPU µs an entry", ours, raw, raw / ours);

    long cpu = OS.getProcessCpuTime();
    try (TemporaryFolder folder = TemporaryFolder.named("search-bench");
        LuceneIndex index = LuceneIndex.open(folder.path())) {
      for (int from = 1; from <= entries; from += BATCH) {
        index.add(some(generated, from, Math.min(BATCH, entries - from + 1)));
      }
      index.commit(new IndexMark(entries, GeneratedEntries.NOW));
      System.out.printf(
          Locale.ROOT,
          "%,d entries: %.0f MB, %.0f B an entry, %.1f µs CPU an entry with making them up%n",
          entries,
          size(folder.path()) / 1e6,
          (double) size(folder.path()) / entries,
          (OS.getProcessCpuTime() - cpu) / 1e3 / entries);
      index.refresh();
      System.out.printf(
          Locale.ROOT,
          "%-34s %9s %9s %9s %9s %9s%n",
          "query",
          "found",
          "median ms",
          "95 % ms",
          "CPU ms",
          "raw CPU");
      List<String> words = generated.words(0);
      query(index, "one common word", r -> words.get(5 + r.nextInt(20)));
      query(index, "one usual word", r -> words.get(200 + r.nextInt(800)));
      query(index, "one rare word", r -> words.get(5000 + r.nextInt(20_000)));
      query(
          index,
          "two words",
          r -> words.get(20 + r.nextInt(300)) + " " + words.get(20 + r.nextInt(300)));
      query(
          index,
          "phrase",
          r -> '"' + words.get(5 + r.nextInt(40)) + " " + words.get(5 + r.nextInt(40)) + '"');
      query(
          index,
          "a OR b -c",
          r ->
              words.get(50 + r.nextInt(500))
                  + " OR "
                  + words.get(50 + r.nextInt(500))
                  + " -"
                  + words.get(r.nextInt(9)));
      query(
          index,
          "pattern",
          r -> words.get(20 + r.nextInt(300)).replaceAll("(..?.?).*", "$1") + "*");
      query(index, "word lang: age:", r -> words.get(20 + r.nextInt(300)) + " lang:de age:30d");
      query(index, "misspelt word", r -> words.get(200 + r.nextInt(800)) + "xq");
      query(index, "everything of a month", r -> "age:30d");
      mixed(index, words);
    }
  }

  private interface Words {
    String of(Random random);
  }

  private static void query(LuceneIndex index, String name, Words words) throws IOException {
    Random random = new Random(11);
    List<String> queries = new ArrayList<>();
    for (int i = 0; i < COUNTED; i++) queries.add(words.of(random));
    for (int i = 0; i < COUNTED / 2; i++) ask(index, queries.get(i));
    double[] millis = new double[COUNTED];
    long found = 0;
    long cpu = OS.getProcessCpuTime();
    for (int i = 0; i < COUNTED; i++) {
      long start = System.nanoTime();
      found += ask(index, queries.get(i));
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    double cpuMillis = (OS.getProcessCpuTime() - cpu) / 1e6 / COUNTED;
    cpu = OS.getProcessCpuTime();
    for (String q : queries) RawLucene.search(index, read(q), NAMES);
    double raw = (OS.getProcessCpuTime() - cpu) / 1e6 / COUNTED;
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "%-34s %9d %9.2f %9.2f %9.2f %9.2f%n",
        name,
        found / COUNTED,
        millis[COUNTED / 2],
        millis[COUNTED * 95 / 100],
        cpuMillis,
        raw);
  }

  /// What people ask: mostly one or two words.
  private static void mixed(LuceneIndex index, List<String> words) throws IOException {
    query(
        index,
        "mixed",
        r ->
            switch (r.nextInt(10)) {
              case 0 -> words.get(r.nextInt(50));
              case 1, 2, 3 -> words.get(100 + r.nextInt(5000));
              case 4, 5, 6 ->
                  words.get(20 + r.nextInt(500)) + " " + words.get(20 + r.nextInt(2000));
              case 7 -> '"' + words.get(r.nextInt(100)) + " " + words.get(r.nextInt(100)) + '"';
              case 8 -> words.get(20 + r.nextInt(500)) + " age:7d";
              default -> words.get(20 + r.nextInt(500)) + " feed:7";
            });
  }

  private static SearchQuery read(String query) {
    return SearchQuery.read(query, GeneratedEntries.NOW, ZoneOffset.UTC);
  }

  private static long ask(LuceneIndex index, String query) {
    return index
        .search(
            read(query),
            NAMES,
            new SearchOptions(GeneratedEntries.NOW, ZoneOffset.UTC, SearchOrder.BEST, 500, true))
        .total();
  }

  private static List<IndexEntry> some(GeneratedEntries generated, int from, int count) {
    List<IndexEntry> some = new ArrayList<>(count);
    for (int i = 0; i < count; i++) some.add(generated.entry(from + i));
    return some;
  }

  /// CPU µs an entry.
  private static double measureOurs(List<IndexEntry> entries) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.named("search-bench")) {
      System.gc();
      long cpu = OS.getProcessCpuTime();
      try (LuceneIndex index = LuceneIndex.open(folder.path())) {
        for (int i = 0; i < entries.size(); i += BATCH) {
          index.add(entries.subList(i, Math.min(entries.size(), i + BATCH)));
        }
        index.commit(new IndexMark(entries.size(), GeneratedEntries.NOW));
      }
      return (OS.getProcessCpuTime() - cpu) / 1e3 / entries.size();
    }
  }

  private static double measureRaw(List<IndexEntry> entries) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.named("search-bench")) {
      System.gc();
      long cpu = OS.getProcessCpuTime();
      RawLucene.index(folder.path(), entries);
      return (OS.getProcessCpuTime() - cpu) / 1e3 / entries.size();
    }
  }

  private static long size(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      long size = 0;
      for (Path f : files.toList()) size += Files.size(f);
      return size;
    }
  }
}
