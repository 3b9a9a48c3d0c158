package freshet.bench;

import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.search.IndexEntry;
import freshet.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// River, search and feed list of the running program under 50 requests a second in all, with a
/// million entries: `bench/run load [FOLDER [ENTRIES [SECONDS]]]`. The folder is filled if it is
/// empty, which takes a quarter of an hour for a million, and kept for the next run.
///
/// The requests come from hey (Debian's package of that name), which keeps to the rate whatever the
/// answers take. The baseline is the style sheet, for which the same server asks the store for
/// nothing.
public final class LoadBench {
  private static final int FEEDS = 1_000;
  private static final double RATE = 50;
  private static final String BASELINE = "healthz";
  private static final List<String> WORDS =
      List.of("river", "market", "council", "storm", "health", "school", "minister", "match");

  private LoadBench() {}

  public static void main(String[] args) throws Exception {
    Path folder =
        args.length > 0 ? Path.of(args[0]) : Path.of(System.getProperty("java.io.tmpdir"), "load");
    int entries = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 60;
    if (!Files.exists(folder.resolve("freshet.db"))) fill(folder, entries);
    Process program =
        new ProcessBuilder(
                "./freshet", "serve", "--port=0", "--data=" + folder, "--set=budget=1/10m")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = reader(program)) {
      String base = said.readLine().replace("Freshet is at ", "");
      awaitIndex(base, entries);
      Map<String, String> pages = new LinkedHashMap<>();
      pages.put("is it alive", BASELINE);
      pages.put("river", "");
      pages.put("feed list", "feeds");
      for (String word : WORDS) pages.put("search " + word, "search?q=" + word);
      load(base, pages, 10); // warm
      Map<String, List<Double>> times = load(base, pages, seconds);
      print(times, entries);
    } finally {
      program.destroy();
      program.waitFor();
    }
  }

  private static void print(Map<String, List<Double>> times, int entries) {
    System.out.printf(Locale.ROOT, "%,d entries, %.0f requests a second in all%n", entries, RATE);
    System.out.println("page                                       requests  median ms    95 %");
    Map<String, List<Double>> kinds = new LinkedHashMap<>();
    times.forEach((name, those) ->
        kinds
            .computeIfAbsent(name.startsWith("search") ? "search" : name, _ -> new ArrayList<>())
            .addAll(those));
    kinds.forEach((name, those) -> {
      those.sort(null);
      System.out.printf(
          Locale.ROOT,
          "%-42s %8d %10.1f %7.1f%n",
          name,
          those.size(),
          those.get(those.size() / 2) * 1000,
          those.get(those.size() * 95 / 100) * 1000);
    });
    System.out.println("figure to reach: 95 % within 150 ms");
  }

  /// All pages at once, each by a hey of its own; river and feed list get a third of the requests
  /// each, the searches share one.
  private static Map<String, List<Double>> load(String base, Map<String, String> pages, int seconds)
      throws Exception {
    Map<String, Process> running = new LinkedHashMap<>();
    for (var page : pages.entrySet()) {
      Thread.sleep(57); // or all of them would ask in the same moment, again and again
      boolean search = page.getKey().startsWith("search");
      boolean baseline = page.getValue().equals(BASELINE);
      double rate = baseline ? 1 : (RATE - 1) / 3 / (search ? WORDS.size() : 1);
      int workers = search || baseline ? 1 : 4;
      running.put(
          page.getKey(),
          new ProcessBuilder(
                  "hey",
                  "-o",
                  "csv",
                  "-z",
                  seconds + "s",
                  "-c",
                  "" + workers,
                  "-q",
                  String.format(Locale.ROOT, "%.3f", rate / workers),
                  base + page.getValue())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (var hey : running.entrySet()) {
      List<Double> those = new ArrayList<>();
      try (BufferedReader lines = reader(hey.getValue())) {
        String line = lines.readLine(); // the names of the columns
        while ((line = lines.readLine()) != null) {
          String[] columns = line.split(",", -1);
          if (!columns[6].equals("200")) {
            throw new IOException(hey.getKey() + " answered " + columns[6]);
          }
          those.add(Double.valueOf(columns[0]));
        }
      }
      times.put(hey.getKey(), those);
    }
    return times;
  }

  private static void awaitIndex(String base, int entries) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest ask =
        HttpRequest.newBuilder(URI.create(base + "api/v1/search?q=from%3A1970&limit=1")).build();
    String wanted = "\"total\":" + entries;
    while (!http.send(ask, HttpResponse.BodyHandlers.ofString()).body().contains(wanted)) {
      Thread.sleep(2_000);
    }
  }

  private static void fill(Path folder, int entries) throws IOException {
    Files.createDirectories(folder);
    GeneratedEntries generated = new GeneratedEntries();
    Instant now = Instant.now();
    Duration late = Duration.between(GeneratedEntries.NOW, now);
    try (Store store = Store.open(folder, null)) {
      long next = 1;
      for (int f = 0; f < FEEDS; f++) {
        FeedUrl url = FeedUrl.of("https://site" + f + ".example/feed");
        long id =
            store.feeds().add(url, url.host(), "Feed number " + f, "Folder " + f % 20, now).id();
        List<NewEntry> some = new ArrayList<>();
        long end = (long) entries * (f + 1) / FEEDS;
        for (; next <= end; next++) some.add(entry(generated.entry(next), late));
        store.polls().record(Made.poll(id, url, now, some));
      }
    }
  }

  private static NewEntry entry(IndexEntry e, Duration late) {
    String excerpt = e.text().substring(0, Math.min(280, e.text().length()));
    ParsedEntry parsed =
        Made.entry(
            e.id(),
            e.title(),
            e.placed().plus(late),
            "<p>" + e.text() + "</p>",
            e.language(),
            "News");
    return new NewEntry(parsed, 0, excerpt, e.language());
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
