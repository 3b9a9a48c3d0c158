package freshet.demo;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Everything the demo sites ever publish, computed and not kept: what happens in an hour of a site
/// follows from the seed, the site and the hour alone, so any moment can be asked for, in any
/// order, and a web started again tells the same.
///
/// Demo time runs `speed` times as fast as the real clock, both from 1970. Rhythms live in demo
/// time; an entry is dated by the real moment at which it appears.
final class Chronicle {

  private static final long HOUR = 3_600_000;

  /// How far back a feed looks for its entries, in demo hours: some years.
  private static final int FARTHEST = 24 * 365 * 3;

  private static final int REMEMBERED = 4096;

  /// @param hour demo hours since 1970, and `number` within it; of a copy those of the original
  private record Event(
      SiteSpec site, long hour, int number, long demoMillis, @Nullable Event origin) {
    String id() {
      return (origin == null ? "" : "a") + Long.toString(hour, 36) + "-" + number;
    }
  }

  private final long seed;
  private final int speed;
  private final Map<String, SiteSpec> sites = new LinkedHashMap<>();
  private final Map<String, Stock> stocks = new HashMap<>();
  private final Map<String, URI> addresses;
  private final Map<String, DemoEntry> written =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DemoEntry> eldest) {
          return size() > REMEMBERED;
        }
      };

  Chronicle(long seed, int speed, List<SiteSpec> specs, Map<String, URI> addresses) {
    if (speed < 1) throw new IllegalArgumentException("The demo's speed must be 1 or more");
    this.seed = seed;
    this.speed = speed;
    this.addresses = Map.copyOf(addresses);
    for (SiteSpec spec : specs) {
      sites.put(spec.id(), spec);
      stocks.computeIfAbsent(spec.language(), Stock::read);
    }
  }

  Stock stock(SiteSpec site) {
    return Objects.requireNonNull(stocks.get(site.language()));
  }

  /// The newest entries that a site shows at `now`, newest first.
  List<DemoEntry> latest(SiteSpec site, Instant now, int most, Predicate<DemoEntry> wanted) {
    List<DemoEntry> found = new ArrayList<>();
    if (site.rhythm().perDay() == 0) return found;
    long hour = hourOf(now.plusSeconds(1));
    for (int back = 0; back < FARTHEST && found.size() < most; back++) {
      List<Event> events = hour(site, hour - back);
      for (int i = events.size() - 1; i >= 0 && found.size() < most; i--) {
        if (appears(events.get(i)).isAfter(now)) continue;
        DemoEntry entry = write(events.get(i));
        if (wanted.test(entry)) found.add(entry);
      }
    }
    return found;
  }

  /// All entries of a site that appear from `from` on and before `to`, oldest first.
  List<DemoEntry> between(SiteSpec site, Instant from, Instant to) {
    List<DemoEntry> found = new ArrayList<>();
    for (long hour = hourOf(from); hour <= hourOf(to.plusSeconds(1)); hour++) {
      for (Event event : hour(site, hour)) {
        Instant at = appears(event);
        if (!at.isBefore(from) && at.isBefore(to)) found.add(write(event));
      }
    }
    return found;
  }

  /// The entry of this id, if it has appeared.
  Optional<DemoEntry> find(SiteSpec site, String id, Instant now) {
    boolean copy = id.startsWith("a");
    int dash = id.lastIndexOf('-');
    if (dash < 1 || id.length() > 30) return Optional.empty();
    try {
      long hour = Long.parseLong(id.substring(copy ? 1 : 0, dash), 36);
      if (hour < 0 || hour > hourOf(now) + 1) return Optional.empty();
      // A copy appears up to two hours after its original, whose hour its id names.
      for (long h = hour; h <= hour + (copy ? 2 : 0); h++) {
        for (Event event : hour(site, h)) {
          if (event.id().equals(id) && !appears(event).isAfter(now)) {
            return Optional.of(write(event));
          }
        }
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private long hourOf(Instant t) {
    return Math.floorDiv(t.toEpochMilli() * speed, HOUR);
  }

  private Instant appears(Event event) {
    return Instant.ofEpochSecond(Math.floorDiv(event.demoMillis, 1000L * speed));
  }

  /// What a site publishes in one demo hour, in order.
  private List<Event> hour(SiteSpec site, long hour) {
    List<Event> events = own(site, hour);
    String agency = site.agency();
    if (agency == null) return events;
    SiteSpec source = Objects.requireNonNull(sites.get(agency));
    for (long h = hour - 2; h <= hour; h++) {
      for (Event event : own(source, h)) {
        SplittableRandom random =
            new SplittableRandom(Seeds.mix(seed, hash(site), h, event.number, 3));
        if (random.nextDouble() >= site.share()) continue;
        long at = event.demoMillis + (5 + random.nextInt(115)) * 60_000L;
        if (Math.floorDiv(at, HOUR) == hour)
          events.add(new Event(site, h, event.number, at, event));
      }
    }
    events.sort(Comparator.comparingLong(Event::demoMillis).thenComparing(Event::id));
    return events;
  }

  private List<Event> own(SiteSpec site, long hour) {
    long local = hour + site.offsetHours();
    SplittableRandom random = new SplittableRandom(Seeds.mix(seed, hash(site), hour, 1));
    SplittableRandom block =
        new SplittableRandom(Seeds.mix(seed, hash(site), Math.floorDiv(local, 4), 2));
    int count = site.rhythm().count(local, random, block);
    boolean onTime = site.rhythm().manner() == Rhythm.Manner.PUNCTUAL;
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long within = onTime ? random.nextLong(120_000) : random.nextLong(HOUR);
      events.add(new Event(site, hour, i, hour * HOUR + within, null));
    }
    events.sort(Comparator.comparingLong(Event::demoMillis));
    return events;
  }

  private DemoEntry write(Event event) {
    String key = event.site.id() + "/" + event.id();
    synchronized (written) {
      DemoEntry known = written.get(key);
      if (known != null) return known;
    }
    DemoEntry entry = compose(event);
    synchronized (written) {
      written.put(key, entry);
    }
    return entry;
  }

  private DemoEntry compose(Event event) {
    Event source = event.origin == null ? event : event.origin;
    SiteSpec writer = source.site;
    long story = Seeds.mix(seed, hash(writer), source.hour, source.number, 4);
    boolean news = writer.block().equals("news");
    List<String> topics = writer.topics();
    String topic = topics.get((int) Math.floorMod(Seeds.mix(story, 5), (long) topics.size()));
    Stock stock = stock(writer);
    StoryText text = new StoryText(stock, news ? topic : writer.block(), story, news);
    long paper = Seeds.mix(story, hash(event.site));
    Alteration change = event.origin == null ? Alteration.NONE : change(paper);
    StoryText.Version version = text.altered(change, paper);
    return new DemoEntry(
        event.id(),
        event.site.id(),
        address(event),
        appears(event),
        event.site.language(),
        topic,
        version.title(),
        version.sentences(),
        stock.word("desk").replace("*", stock.topicName(topic)),
        event.origin == null ? null : address(event.origin),
        change);
  }

  private static Alteration change(long paper) {
    int draw = (int) Math.floorMod(Seeds.mix(paper, 6), 100L);
    if (draw < 35) return Alteration.VERBATIM;
    if (draw < 55) return Alteration.HEADLINE;
    if (draw < 80) return Alteration.EDITED;
    return draw < 90 ? Alteration.CUT : Alteration.EXTENDED;
  }

  private URI address(Event event) {
    return Objects.requireNonNull(addresses.get(event.site.id())).resolve("/news/" + event.id());
  }

  private static long hash(SiteSpec site) {
    return site.id().hashCode();
  }
}
