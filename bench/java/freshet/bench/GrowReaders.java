package freshet.bench;

import freshet.account.Secrets;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// People on the pages, programs on the API and phones that synchronise, each asking for one thing
/// after the other with a pause between; how long each kind of request took.
final class GrowReaders {
  private static final long PAUSE = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String token;
  private final Map<String, HttpRequest> requests = new LinkedHashMap<>();
  private final Map<String, List<Double>> times = new TreeMap<>();
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Integer> failed = new TreeMap<>();

  GrowReaders(String base, String token, String feed) {
    this.base = base;
    this.token = token;
    page("river", "");
    page("feeds", "feeds");
    page("one feed", "feed/" + feed);
    page("search", "search?q=market");
    page("statistics", "statistics");
    page("about", "about");
    api("api: feeds", "api/v1/feeds?limit=100");
    api("api: entries", "api/v1/entries?limit=50");
    api("api: search", "api/v1/search?q=council");
    reader("reader: unread-count", "unread-count?output=json");
    reader("reader: subscriptions", "subscription/list?output=json");
    reader(
        "reader: unread ids",
        "stream/items/ids?output=json&n=1000&xt=user/-/state/com.google/read"
            + "&s=user/-/state/com.google/reading-list");
    reader("reader: stream", "stream/contents/user/-/state/com.google/reading-list?n=50");
    fever("fever: unread ids", "&unread_item_ids");
    fever("fever: items", "&items");
    fever("fever: feeds", "&feeds");
  }

  private void page(String name, String path) {
    requests.put(name, at(path).header("Accept", "text/html").build());
  }

  private void api(String name, String path) {
    requests.put(name, at(path).build());
  }

  private void reader(String name, String path) {
    requests.put(
        name,
        at("api/greader.php/reader/api/0/" + path)
            .header("Authorization", "GoogleLogin auth=me/" + token)
            .build());
  }

  private void fever(String name, String query) {
    String key = URLEncoder.encode(Secrets.feverKey("me", token), StandardCharsets.UTF_8);
    requests.put(
        name,
        at("fever/?api" + query)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("api_key=" + key))
            .build());
  }

  private HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(1));
  }

  void begin(int readers) {
    for (int i = 0; i < readers; i++) {
      int first = i * requests.size() / readers;
      threads.add(Thread.startVirtualThread(() -> read(first)));
    }
  }

  void end() throws InterruptedException {
    open.set(false);
    for (Thread t : threads) t.join();
    threads.clear();
  }

  private void read(int first) {
    List<Map.Entry<String, HttpRequest>> all = List.copyOf(requests.entrySet());
    for (int i = first; open.get(); i++) {
      String name = all.get(i % all.size()).getKey();
      long begun = System.nanoTime();
      try {
        boolean good = ask(all.get(i % all.size()).getValue());
        double took = (System.nanoTime() - begun) / 1e6;
        synchronized (times) {
          times.computeIfAbsent(name, _ -> new ArrayList<>()).add(took);
          if (!good) failed.merge(name, 1, Integer::sum);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private boolean ask(HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  void print() {
    synchronized (times) {
      System.out.println("  request                     number  median ms  95 % ms   most ms");
      times.forEach((name, those) -> {
        Collections.sort(those);
        System.out.printf(
            Locale.ROOT,
            "  %-26s %7d %10.1f %8.1f %9.1f%n",
            name,
            those.size(),
            those.get(those.size() / 2),
            those.get(Math.min(those.size() - 1, those.size() * 95 / 100)),
            those.getLast());
      });
      if (!failed.isEmpty()) System.out.println("  FAILED requests: " + failed);
    }
  }
}
