package freshet.demo;

import com.sun.net.httpserver.HttpServer;
import freshet.text.Html;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A small web of invented sites on loopback that publishes while one watches.
///
/// Every site has an address of its own, `127.0.1.n`, all on one port, so that politeness per host
/// works as on the real web. Where the system answers on 127.0.0.1 only (macOS), the sites have
/// ports in a row instead. What a site shows at a time follows from the seed, the speed and the
/// time alone.
public final class DemoWeb implements AutoCloseable {

  /// One real minute is one demo hour.
  public static final int DEFAULT_SPEED = 60;

  private static final int ATTEMPTS = 20;

  private final Chronicle chronicle;
  private final List<SiteSpec> specs;
  private final List<DemoSite> sites;
  private final List<HttpServer> servers;
  private final ExecutorService threads;
  private final OriginLog log = new OriginLog();

  private DemoWeb(
      long seed, InstantSource clock, int speed, List<SiteSpec> specs, List<HttpServer> servers) {
    this.specs = specs;
    this.servers = servers;
    Map<String, URI> homes = new HashMap<>();
    List<DemoSite> all = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      InetSocketAddress at = servers.get(i).getAddress();
      URI home =
          URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + "/");
      homes.put(specs.get(i).id(), home);
    }
    chronicle = new Chronicle(seed, speed, specs, homes);
    for (SiteSpec spec : specs)
      all.add(describe(spec, Objects.requireNonNull(homes.get(spec.id()))));
    sites = List.copyOf(all);
    threads = Executors.newVirtualThreadPerTaskExecutor();
    for (int i = 0; i < specs.size(); i++) {
      HttpServer server = servers.get(i);
      URI home = sites.get(i).url();
      server.setExecutor(threads);
      server.createContext(
          "/", new SiteHandler(specs.get(i), home, chronicle, clock, log, this::sites, seed));
      server.start();
    }
  }

  /// Starts the sites on a port that is free.
  ///
  /// @param speed how many times as fast as the clock the sites live
  public static DemoWeb start(long seed, InstantSource clock, int speed) throws IOException {
    return start(seed, clock, speed, 0);
  }

  /// Starts the sites on a given port, so that their addresses stay the same from one start to the
  /// next; 0 takes any.
  public static DemoWeb start(long seed, InstantSource clock, int speed, int port)
      throws IOException {
    List<SiteSpec> specs = Sites.all();
    return new DemoWeb(seed, clock, speed, specs, bind(specs.size(), port));
  }

  public List<DemoSite> sites() {
    return sites;
  }

  public DemoSite site(String id) {
    return sites.stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /// What the feeds of a site hold at a time, newest first.
  public List<DemoEntry> shown(DemoSite site, Instant at, int most) {
    return chronicle.latest(spec(site), at, most, _ -> true);
  }

  /// The truth: all entries of all sites that appear from `from` on and before `to`, with their
  /// topics and what is a copy of what, by time.
  public List<DemoEntry> truth(Instant from, Instant to) {
    return specs.stream()
        .flatMap(spec -> chronicle.between(spec, from, to).stream())
        .sorted(Comparator.comparing(DemoEntry::published).thenComparing(e -> e.url().toString()))
        .toList();
  }

  /// What the sites were asked so far, oldest first.
  public List<OriginLog.Request> requests() {
    return log.requests();
  }

  /// All feeds as an OPML 2.0 list, in folders by language.
  public String opml() {
    StringBuilder x = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    x.append("<opml version=\"2.0\">\n<head><title>Freshet demo</title></head>\n<body>\n");
    for (String language : specs.stream().map(SiteSpec::language).distinct().toList()) {
      String name = Locale.forLanguageTag(language).getDisplayLanguage(Locale.ENGLISH);
      x.append("<outline text=\"").append(name).append("\">\n");
      for (DemoSite site : sites) {
        if (!site.language().equals(language)) continue;
        for (DemoSite.Feed feed : site.feeds()) {
          x.append("<outline type=\"rss\" text=\"").append(Html.escape(feed.title()));
          x.append("\" xmlUrl=\"").append(feed.url()).append("\" htmlUrl=\"").append(site.url());
          x.append("\" language=\"").append(language).append("\"/>\n");
        }
      }
      x.append("</outline>\n");
    }
    return x.append("</body>\n</opml>\n").toString();
  }

  @Override
  public void close() {
    for (HttpServer server : servers) server.stop(0);
    threads.shutdownNow();
  }

  private SiteSpec spec(DemoSite site) {
    return specs.stream().filter(s -> s.id().equals(site.id())).findFirst().orElseThrow();
  }

  private DemoSite describe(SiteSpec spec, URI home) {
    Stock stock = chronicle.stock(spec);
    List<DemoSite.Feed> feeds =
        spec.feeds().stream()
            .map(f ->
                new DemoSite.Feed(
                    home.resolve(Objects.requireNonNullElse(f.movedFrom(), f.path())),
                    home.resolve(f.path()),
                    DemoFeedWriter.title(spec, f, stock),
                    f.format().label))
            .toList();
    return new DemoSite(
        spec.id(),
        spec.title(),
        spec.language(),
        home,
        feeds,
        spec.offsetHours(),
        spec.rhythm(),
        spec.announced());
  }

  private static List<HttpServer> bind(int count, int port) throws IOException {
    IOException last = new BindException("no port was free");
    for (int attempt = 0; attempt < (port == 0 ? ATTEMPTS : 1); attempt++) {
      try {
        return bindAll(count, port, true);
      } catch (BindException e) {
        last = e;
      } catch (SocketException e) {
        break;
      }
    }
    try {
      return bindAll(count, port, false);
    } catch (BindException e) {
      e.addSuppressed(last);
      throw e;
    }
  }

  private static List<HttpServer> bindAll(int count, int port, boolean ownAddresses)
      throws IOException {
    List<HttpServer> servers = new ArrayList<>();
    try {
      int wanted = port;
      for (int i = 0; i < count; i++) {
        byte[] at = {127, 0, (byte) (ownAddresses ? 1 : 0), (byte) (ownAddresses ? i + 1 : 1)};
        var address = new InetSocketAddress(InetAddress.getByAddress(at), wanted);
        HttpServer server = HttpServer.create(address, 0);
        servers.add(server);
        if (ownAddresses) wanted = server.getAddress().getPort();
        else if (port != 0) wanted++;
      }
      return servers;
    } catch (IOException e) {
      for (HttpServer server : servers) server.stop(0);
      throw e;
    }
  }
}
