package freshet.library;

import freshet.model.Selection;
import freshet.model.StoryCopy;
import freshet.model.Visibility;
import freshet.store.Spreads.Copy;
import freshet.store.Spreads.Printed;
import freshet.store.Store;
import freshet.text.Csv;
import freshet.text.NamesApart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How stories spread over a time: of several feeds that print a story, the one whose entry is the
/// earliest is first, the others take it from there, unless they are of the same site. A story
/// counts where it is taken, once for each feed, however often that feed prints it.
///
/// @param stories that were printed, each once
/// @param shared printed by more than one feed
/// @param feeds those that print most stories first
/// @param pairs the most frequent first
/// @param cut whether there was too much to read it all
public record Spread(
    Instant from,
    Instant to,
    long stories,
    long shared,
    List<Share> feeds,
    List<Pair> pairs,
    boolean cut) {

  /// How long before a time its stories may have begun.
  private static final Duration BEFORE = Duration.ofDays(3);

  private static final int MOST_COPIES = 3_000_000;
  private static final int MOST_PAIRS = 100_000;

  /// What one feed did.
  ///
  /// @param stories it printed, its own and others'
  /// @param first how many that others printed too it had first
  /// @param taken how many another feed had before it
  /// @param own the share of its stories that it took from nobody, 0 to 1
  /// @param median seconds after the first, of those it took; NaN if none
  public record Share(
      long feed,
      String name,
      long stories,
      long first,
      long taken,
      double own,
      double median,
      double p95) {}

  /// Stories that one feed took from another.
  public record Pair(
      long origin,
      String originName,
      long taker,
      String takerName,
      int stories,
      double median,
      double p95) {}

  /// A story behind a number.
  public record Case(StoryCopy first, StoryCopy taken) {
    public Duration late() {
      return Duration.between(first.placed(), taken.placed());
    }
  }

  private record Key(long origin, long taker) {}

  /// Seconds, many of them in little room.
  private static final class Delays {
    private int[] seconds = new int[4];
    private int count;

    void add(Duration delay) {
      if (count == seconds.length) seconds = Arrays.copyOf(seconds, count * 2);
      seconds[count] = (int) Math.min(Integer.MAX_VALUE, Math.max(0, delay.toSeconds()));
      count++;
    }

    void sort() {
      Arrays.sort(seconds, 0, count);
    }

    /// Of sorted ones.
    double at(double share) {
      return count == 0 ? Double.NaN : seconds[(int) Math.min(count - 1, share * count)];
    }
  }

  private static final class Tally {
    long stories;
    long first;
    long taken;
    long entries; // in stories
    final Delays delays = new Delays();
  }

  /// @param which by folder, topic, language and feed; with a feed, only what it took or gave
  public static Spread of(
      Store store, Visibility visibility, Selection which, Instant from, Instant to) {
    List<Printed> printed = store.spreads().feeds(visibility, which, from.minus(BEFORE), to, from);
    Map<Long, String> sites = sites(printed);
    Map<Long, Tally> tallies = new HashMap<>();
    Map<Key, Delays> pairs = new LinkedHashMap<>();
    long[] counts = new long[2]; // stories of several entries, shared ones
    boolean[] cut = new boolean[1];
    boolean whole =
        eachStory(
            store,
            visibility,
            which,
            from,
            to,
            copy -> {
              if (!copy.placed().isBefore(from))
                tallies.computeIfAbsent(copy.feed(), _ -> new Tally()).entries++;
            },
            (copies, since) -> {
              Copy origin = copies.getFirst();
              boolean here = false;
              for (Copy copy : copies) here |= !copy.placed().isBefore(since);
              if (!here) return;
              counts[0]++;
              if (copies.size() > 1) counts[1]++;
              for (Copy copy : copies) {
                if (copy.placed().isBefore(since)) continue;
                Tally tally = tallies.computeIfAbsent(copy.feed(), _ -> new Tally());
                tally.stories++;
                if (copy.feed() == origin.feed()) {
                  if (copies.size() > 1) tally.first++;
                  continue;
                }
                if (isOneSite(sites, copy, origin)) continue;
                Duration late = Duration.between(origin.placed(), copy.placed());
                tally.taken++;
                tally.delays.add(late);
                Long only = which.feed();
                if (only != null && origin.feed() != only && copy.feed() != only) continue;
                Key key = new Key(origin.feed(), copy.feed());
                Delays delays = pairs.get(key);
                if (delays == null && pairs.size() >= MOST_PAIRS) {
                  cut[0] = true;
                  continue;
                }
                if (delays == null) {
                  delays = new Delays();
                  pairs.put(key, delays);
                }
                delays.add(late);
              }
            });
    Map<Long, String> names = new HashMap<>();
    List<Share> shares = new ArrayList<>();
    long alone = 0;
    List<String> apart =
        NamesApart.of(
            printed.stream().map(Printed::name).toList(),
            printed.stream().map(Printed::address).toList());
    for (int i = 0; i < printed.size(); i++) {
      Printed feed = printed.get(i);
      names.put(feed.feed(), apart.get(i));
      Tally tally = tallies.getOrDefault(feed.feed(), new Tally());
      long others = Math.max(0, feed.entries() - tally.entries); // in no story
      alone += others;
      long stories = tally.stories + others;
      if (stories == 0) continue;
      if (which.feed() != null && !concerns(which.feed(), feed.feed(), pairs)) continue;
      tally.delays.sort();
      shares.add(
          new Share(
              feed.feed(),
              apart.get(i),
              stories,
              tally.first,
              tally.taken,
              (stories - tally.taken) / (double) stories,
              tally.delays.at(0.5),
              tally.delays.at(0.95)));
    }
    shares.sort(Comparator.comparingLong((Share s) -> -s.stories).thenComparing(Share::name));
    return new Spread(
        from, to, counts[0] + alone, counts[1], shares, named(pairs, names), cut[0] || !whole);
  }

  private static Map<Long, String> sites(List<Printed> printed) {
    Map<Long, String> sites = new HashMap<>();
    for (Printed feed : printed) sites.put(feed.feed(), feed.site());
    return sites;
  }

  /// A paper that puts a story into two of its own feeds takes it from nobody.
  private static boolean isOneSite(Map<Long, String> sites, Copy one, Copy other) {
    return Objects.equals(sites.get(one.feed()), sites.get(other.feed()));
  }

  private static boolean concerns(long only, long feed, Map<Key, Delays> pairs) {
    return only == feed
        || pairs.containsKey(new Key(only, feed))
        || pairs.containsKey(new Key(feed, only));
  }

  private static List<Pair> named(Map<Key, Delays> pairs, Map<Long, String> names) {
    List<Pair> all = new ArrayList<>();
    pairs.forEach((key, delays) -> {
      delays.sort();
      all.add(
          new Pair(
              key.origin,
              names.getOrDefault(key.origin, "?"),
              key.taker,
              names.getOrDefault(key.taker, "?"),
              delays.count,
              delays.at(0.5),
              delays.at(0.95)));
    });
    all.sort(
        Comparator.comparingInt((Pair p) -> -p.stories)
            .thenComparing(Pair::originName)
            .thenComparing(Pair::takerName));
    return all;
  }

  /// The stories behind a number, the latest first.
  ///
  /// @param origin who was first, null for anybody
  /// @param taker who took it, null for anybody
  public static List<Case> cases(
      Store store,
      Visibility visibility,
      Selection which,
      Instant from,
      Instant to,
      @Nullable Long origin,
      @Nullable Long taker,
      int most) {
    record Found(Copy first, Copy taken) {}
    Map<Long, String> sites =
        sites(store.spreads().feeds(visibility, which, from.minus(BEFORE), to, from));
    Comparator<Found> latest =
        Comparator.comparing((Found f) -> f.taken.placed()).thenComparingLong(f -> f.taken.entry());
    PriorityQueue<Found> best = new PriorityQueue<>(latest);
    eachStory(
        store,
        visibility,
        which,
        from,
        to,
        _ -> {},
        (copies, since) -> {
          Copy first = copies.getFirst();
          if (origin != null && first.feed() != origin) return;
          for (Copy copy : copies) {
            if (copy.feed() == first.feed() || copy.placed().isBefore(since)) continue;
            if (isOneSite(sites, copy, first)) continue;
            if (taker != null && copy.feed() != taker) continue;
            best.add(new Found(first, copy));
            if (best.size() > most) best.poll();
          }
        });
    List<Found> found = new ArrayList<>(best);
    found.sort(latest.reversed());
    Set<Long> wanted = new LinkedHashSet<>();
    for (Found f : found) {
      wanted.add(f.first.entry());
      wanted.add(f.taken.entry());
    }
    Map<Long, StoryCopy> entries = store.spreads().entries(visibility, List.copyOf(wanted));
    List<Case> cases = new ArrayList<>();
    for (Found f : found) {
      StoryCopy first = entries.get(f.first.entry());
      StoryCopy taken = entries.get(f.taken.entry());
      if (first != null && taken != null) cases.add(new Case(first, taken));
    }
    return cases;
  }

  /// Each story with the earliest entry of each of its feeds, the first feed first.
  ///
  /// @param each is given every entry of a story
  /// @return false if there were more than can be read
  private static boolean eachStory(
      Store store,
      Visibility visibility,
      Selection which,
      Instant from,
      Instant to,
      Consumer<Copy> each,
      BiConsumer<List<Copy>, Instant> story) {
    List<Copy> copies = new ArrayList<>();
    Set<Long> feeds = new HashSet<>();
    int[] read = new int[1];
    store
        .spreads()
        .each(
            visibility,
            which,
            from.minus(BEFORE),
            to,
            MOST_COPIES,
            copy -> {
              read[0]++;
              each.accept(copy);
              if (!copies.isEmpty() && copies.getFirst().story() != copy.story()) {
                story.accept(List.copyOf(copies), from);
                copies.clear();
                feeds.clear();
              }
              if (feeds.add(copy.feed())) copies.add(copy);
            });
    if (!copies.isEmpty()) story.accept(List.copyOf(copies), from);
    return read[0] < MOST_COPIES;
  }

  /// One line per pair of feeds.
  public String pairsCsv() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "first_id",
            "first",
            "taken_by_id",
            "taken_by",
            "stories",
            "median_seconds",
            "p95_seconds"));
    for (Pair p : pairs) {
      lines.add(
          List.of(
              String.valueOf(p.origin),
              p.originName,
              String.valueOf(p.taker),
              p.takerName,
              String.valueOf(p.stories),
              seconds(p.median),
              seconds(p.p95)));
    }
    return Csv.of(lines);
  }

  /// One line per feed.
  public String feedsCsv() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "id",
            "feed",
            "stories",
            "first",
            "taken",
            "own_share",
            "median_seconds",
            "p95_seconds"));
    for (Share s : feeds) {
      lines.add(
          List.of(
              String.valueOf(s.feed),
              s.name,
              String.valueOf(s.stories),
              String.valueOf(s.first),
              String.valueOf(s.taken),
              String.format(Locale.ROOT, "%.4f", s.own),
              seconds(s.median),
              seconds(s.p95)));
    }
    return Csv.of(lines);
  }

  private static String seconds(double s) {
    return Double.isNaN(s) ? "" : String.valueOf((long) s);
  }
}
