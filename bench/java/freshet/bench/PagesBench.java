package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.account.Authenticator;
import freshet.change.Changes;
import freshet.fetch.Fetcher;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Guard;
import freshet.http.ProgramManners;
import freshet.http.RequestGate;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Laboratory;
import freshet.library.Libraries;
import freshet.library.Library;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.store.Store;
import freshet.web.Installation;
import freshet.web.Pages;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/// What the pages cost with many entries in the store: `bench/run pages [ENTRIES [FEEDS]]`. The
/// baseline is a constant page through the same server and client, so what is left is the page's
/// own work. Client and server share the process: times are upper bounds.
public final class PagesBench {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int WARM = 300;
  private static final int COUNTED = 500;
  private static final String[] LANGUAGES = {"en", "et", "tr", "de", "ru", "ja"};

  private record Figure(double medianMillis, double p95Millis, double cpuMillis, int bytes) {}

  private PagesBench() {}

  public static void main(String[] args) throws IOException {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int feeds = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
    try (TemporaryFolder folder = TemporaryFolder.named("pages-bench");
        Store store = Store.open(folder.path(), null)) {
      fill(store, entries, feeds);
      Fetcher nobody =
          _ ->
              new freshet.model.FetchOutcome.Forbidden(
                  freshet.model.FetchOutcome.Ban.NOT_HTTP, "not here");
      Discoveries discoveries =
          new Discoveries(
              folder.path().resolve("discoveries"),
              nobody,
              new freshet.parse.FeedParser(freshet.parse.ParseLimits.DEFAULT),
              new freshet.discover.Describer(_ -> null),
              null,
              InstantSource.system(),
              1);
      Crawls crawls =
          new Crawls(
              folder.path().resolve("crawls"),
              nobody,
              freshet.crawl.CrawlSettings.DEFAULT,
              InstantSource.system());
      Library library =
          new Libraries(
                  store,
                  InstantSource.system(),
                  discoveries,
                  crawls,
                  new Laboratory(store, folder.path().resolve("laboratory")))
              .build();
      Authenticator authenticator =
          new Authenticator(store, Authenticator.Rules.MACHINE, InstantSource.system());
      Pages pages =
          new Pages(
              library,
              new Changes(),
              InstantSource.system(),
              new Installation("bench", ZoneId.of("UTC"), "", false),
              authenticator);
      byte[] constant = new byte[8_000];
      new Random(1).nextBytes(constant);
      Javalin server =
          Javalin.create(
                  config -> {
                    config.startup.showJavalinBanner = false;
                    config.concurrency.useVirtualThreads = true;
                    RequestGate.install(
                        config, new Guard(true, Set.of()), authenticator, pages::failed);
                    pages.register(config);
                    new Door(config, new ProgramManners())
                        .open(
                            HandlerType.GET,
                            "/constant",
                            Body.NOTHING,
                            ctx -> ctx.disableCompression().result(constant));
                  })
              .start("127.0.0.1", 0);
      OkHttpClient client = new OkHttpClient();
      String base = "http://127.0.0.1:" + server.port();
      List<String> paths =
          List.of(
              "/constant",
              "/",
              "/?lang=et",
              "/?feed=7",
              "/?folder=Folder+3",
              "/?before=" + middle(),
              "/entry/1",
              "/feed/7",
              "/feeds");
      System.out.printf(Locale.ROOT, "%,d entries of %,d feeds%n", entries, feeds);
      System.out.println(
          "page                     median ms   p95 ms   CPU ms   x constant   KB packed");
      Figure floor = null;
      for (String path : paths) {
        Figure f = measure(client, base + path);
        if (floor == null) floor = f;
        System.out.printf(
            Locale.ROOT,
            "%-24s %9.2f %8.2f %8.2f %12.1f %11.1f%n",
            path.length() > 24 ? path.substring(0, 24) : path,
            f.medianMillis,
            f.p95Millis,
            f.cpuMillis,
            f.medianMillis / floor.medianMillis,
            f.bytes / 1000.0);
      }
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
      pages.close();
      server.stop();
    }
  }

  private static String middle() {
    return Instant.now().minus(Duration.ofDays(30)).toEpochMilli() + "-1";
  }

  private static Figure measure(OkHttpClient client, String url) throws IOException {
    int bytes = 0;
    for (int i = 0; i < WARM; i++) bytes = ask(client, url);
    double[] millis = new double[COUNTED];
    long cpu = OS.getProcessCpuTime();
    for (int i = 0; i < COUNTED; i++) {
      long start = System.nanoTime();
      bytes = ask(client, url);
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    double cpuMillis = (OS.getProcessCpuTime() - cpu) / 1e6 / COUNTED;
    Arrays.sort(millis);
    return new Figure(millis[COUNTED / 2], millis[COUNTED * 95 / 100], cpuMillis, bytes);
  }

  private static int ask(OkHttpClient client, String url) throws IOException {
    Request request = new Request.Builder().url(url).header("Accept-Encoding", "gzip").build();
    try (Response response = client.newCall(request).execute()) {
      byte[] body = response.body().bytes();
      if (response.code() != 200) throw new IOException(url + " answered " + response.code());
      return body.length;
    }
  }

  private static void fill(Store store, int entries, int feeds) {
    Random random = new Random(42);
    Instant now = Instant.now();
    long key = 1;
    for (int f = 0; f < feeds; f++) {
      FeedUrl url = FeedUrl.of("https://site" + f + ".example/feed");
      long id =
          store.feeds().add(url, url.host(), "Feed number " + f, "Folder " + f % 20, now).id();
      List<NewEntry> some = new ArrayList<>();
      for (int i = 0; i < entries / feeds; i++) {
        Instant published = now.minusSeconds(random.nextInt(60 * 86_400));
        String language = LANGUAGES[random.nextInt(LANGUAGES.length)];
        some.add(entry(key++, published, language, random));
      }
      store.polls().record(Made.poll(id, url, now, some));
    }
  }

  private static NewEntry entry(long key, Instant published, String language, Random random) {
    String text = words(random, 60);
    ParsedEntry parsed =
        new ParsedEntry(
            key,
            key,
            key,
            "id" + key,
            words(random, 9),
            "https://site.example/" + key,
            List.of(),
            published,
            false,
            null,
            null,
            List.of(),
            "<p>" + text + "</p>",
            "<p>" + words(random, 300) + "</p>",
            List.of("News"),
            List.of(),
            null,
            language,
            null,
            null,
            List.of(),
            Map.of());
    return new NewEntry(parsed, 0, text, language);
  }

  private static String words(Random random, int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      if (i > 0) out.append(' ');
      int letters = 3 + random.nextInt(7);
      for (int j = 0; j < letters; j++) out.append((char) ('a' + random.nextInt(26)));
    }
    return out.toString();
  }
}
