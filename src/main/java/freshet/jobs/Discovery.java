package freshet.jobs;

import freshet.discover.Counters;
import freshet.discover.Finder;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.Reach;
import freshet.discover.SiteReport;
import freshet.discover.SmallestSet;
import freshet.model.Account;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One search for feeds on a running Freshet.
public final class Discovery extends Job {
  static final String FILE = "search.properties";
  private static final Logger log = LoggerFactory.getLogger(Discovery.class);

  private final Discoveries all;
  private final long account;
  private final FinderLimits limits;
  private final boolean again;
  private final @Nullable String hours;
  private final List<String> leftOut;
  private final Object opening = new Object();
  private List<FeedUrl> toAdd; // guarded by opening
  private volatile @Nullable Finder finder; // written under opening

  /// @param account whose it is
  /// @param again whether pages are visited that earlier searches have visited
  /// @param hours in which its sites are searched, null as the installation has it
  /// @param sites to be added to what its journal has already
  /// @param leftOut what of the list of sites could not be taken
  Discovery(
      Discoveries all,
      Known known,
      long account,
      FinderLimits limits,
      boolean again,
      @Nullable String hours,
      List<FeedUrl> sites,
      List<String> leftOut) {
    super(known, FILE, all.clock);
    this.all = all;
    this.account = account;
    this.limits = limits;
    this.again = again;
    this.hours = hours;
    this.toAdd = sites;
    this.leftOut = leftOut;
  }

  /// @throws IllegalArgumentException if it cannot be understood
  static Discovery read(Discoveries all, Known known, Properties p) {
    List<String> left = new ArrayList<>();
    for (int i = 0; p.getProperty("left." + i) != null; i++) left.add(p.getProperty("left." + i));
    return new Discovery(
        all,
        known,
        Long.parseLong(p.getProperty("account", Long.toString(Account.FIRST))),
        new FinderLimits(
            Integer.parseInt(p.getProperty("feeds")),
            Integer.parseInt(p.getProperty("pages")),
            Duration.parse(p.getProperty("time", "")),
            Integer.parseInt(p.getProperty("depth")),
            Integer.parseInt(p.getProperty("outside")),
            // searches of before there was a choice went over the whole domain
            Reach.of(p.getProperty("reach", Reach.DOMAIN.word()))),
        Boolean.parseBoolean(p.getProperty("again")),
        p.getProperty("hours"),
        List.of(),
        List.copyOf(left));
  }

  long account() {
    return account;
  }

  public List<String> leftOut() {
    return leftOut;
  }

  public Optional<Counters.Now> counters() {
    return Optional.ofNullable(finder()).map(f -> f.counters().now());
  }

  public List<FoundFeed> found() {
    Finder f = finder();
    return f == null ? List.of() : f.found();
  }

  /// For each site, the feeds that are enough.
  public List<FoundFeed> smallest() {
    Map<FeedUrl, List<FoundFeed>> sites = new LinkedHashMap<>();
    for (FoundFeed f : found()) {
      sites.computeIfAbsent(f.site(), _ -> new ArrayList<>()).add(f);
    }
    List<FoundFeed> enough = new ArrayList<>();
    sites.values().forEach(feeds -> enough.addAll(SmallestSet.of(feeds)));
    return enough;
  }

  /// Sites that could not be read, with the reason.
  public List<SiteReport> troubles() {
    Finder f = finder();
    return f == null ? List.of() : f.reports().stream().filter(r -> r.trouble() != null).toList();
  }

  /// Sites that were searched and have no feed.
  public List<SiteReport> withoutFeed() {
    Finder f = finder();
    if (f == null) return List.of();
    return f.reports().stream().filter(r -> r.trouble() == null && r.feeds() == 0).toList();
  }

  /// What the search has found until now. It is opened when it is first asked for: old searches
  /// cost nothing at start.
  @Nullable Finder finder() {
    Finder known = finder;
    if (known != null || all.isClosed()) return known;
    try {
      return opened();
    } catch (IOException e) {
      log.error("{} cannot be opened", this, e);
      return null;
    }
  }

  /// A finder that was stopped does not go on; one opened anew on its journal does.
  private Finder opened() throws IOException {
    synchronized (opening) {
      Finder known = finder;
      if (known != null && !known.isStopped()) return known;
      if (known != null) known.close();
      Finder opened = all.finder(folder().resolve("journal"), limits, hours, this::sites);
      if (again) opened.lookAgain();
      opened.add(toAdd);
      toAdd = List.of();
      finder = opened;
      return opened;
    }
  }

  private int sites() {
    Finder known = finder;
    return known == null ? 0 : known.counters().now().sites();
  }

  @Override
  void prepare() throws IOException {
    opened();
  }

  @Override
  Work open() throws IOException {
    return new Searching(opened());
  }

  @Override
  public String kind() {
    return "discovery";
  }

  @Override
  public Optional<Activity> activity() {
    return counters().map(c -> new Activity("sites", c.done(), c.sites() - c.done()));
  }

  @Override
  void forgotten() {
    all.forget(this);
  }

  @Override
  void release() {
    Finder known = finder;
    try {
      if (known != null) known.close();
    } catch (IOException e) {
      log.debug("The journal of {} was not closed", this, e);
    }
  }

  @Override
  public String toString() {
    return "discovery " + id();
  }

  private record Searching(Finder finder) implements Work {
    @Override
    public boolean run() throws InterruptedException, IOException {
      boolean done = false;
      try {
        done = finder.run();
      } catch (UncheckedIOException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        if (!done) finder.stop();
      }
      return done;
    }

    @Override
    public void pause() {
      finder.pause();
    }

    @Override
    public void resume() {
      finder.resume();
    }

    @Override
    public void stop() {
      finder.stop();
    }
  }

  @Override
  Properties properties() {
    Properties p = new Properties();
    p.setProperty("account", Long.toString(account));
    p.setProperty("feeds", Integer.toString(limits.feeds()));
    p.setProperty("pages", Integer.toString(limits.pages()));
    p.setProperty("time", limits.time().toString());
    p.setProperty("depth", Integer.toString(limits.depth()));
    p.setProperty("outside", Integer.toString(limits.outside()));
    p.setProperty("reach", limits.reach().word());
    p.setProperty("again", Boolean.toString(again));
    if (hours != null) p.setProperty("hours", hours);
    for (int i = 0; i < leftOut.size(); i++) p.setProperty("left." + i, leftOut.get(i));
    return p;
  }
}
