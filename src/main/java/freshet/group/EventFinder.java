package freshet.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Groups entries about one happening, told in different words by different sources, as they come.
///
/// The idea. Every entry is a vector of its rarest word roots (TF-IDF, title twice). It joins the
/// event whose mean vector it resembles most, if that is enough, or starts one: the usual one-pass
/// clustering of topic detection [1]. Resemblance fades with the time since the event was last
/// heard of, so that next week's match is not this week's. How rare a root is, is counted over what
/// came before, with old counts halved now and then, so that the words of a new happening are rare
/// when it happens.
///
/// An event's *heat* is the sum over its sources of how recently each wrote about it: ten papers
/// once are hotter than one paper ten times.
///
/// Only events that share one of the entry's most telling roots are looked at, and a root that is
/// in hundreds of events tells nothing: so the cost of an entry does not grow with the window.
///
/// Costs. About 600 bytes an event of the last days, and no more events than a sixteenth of the
/// heap holds: beyond that the ones that were quiet for longest are forgotten first. Events are
/// found within a language. Known weakness: one pass never corrects itself, so the order of arrival
/// matters a little; rebuilding from the store in order of time gives the same events again. Not
/// safe for several threads.
///
/// [1] Allan, Papka, Lavrenko, On-line new event detection and tracking, 1998.
public final class EventFinder {
  private static final int WORDS = 24;
  private static final int RAREST = 10;
  private static final int CENTRE = 48;
  private static final int MOST_EVENTS_A_WORD = 50;
  private static final double ALIKE = 0.25;
  private static final double HALF_LIFE = Duration.ofHours(36).toSeconds();
  private static final double HEAT_HALF_LIFE = Duration.ofHours(12).toSeconds();
  private static final long QUIET = Duration.ofDays(5).toSeconds();
  private static final int COUNTED = 400_000;

  private static final double[] LOGS = new double[4096];

  static {
    for (int i = 0; i < LOGS.length; i++) LOGS[i] = Math.log(i + 0.5);
  }

  private final int[] seen = new int[1 << Features.BITS];
  private int counted;

  /// The events that have a root, by its place; how many there are stands beside.
  private final Growing[][] byWord = new Growing[1 << Features.BITS][];

  private final int[] having = new int[1 << Features.BITS];
  private long round;
  private final Map<Long, Growing> events = new HashMap<>();
  private final int most;

  /// @param most how many events are remembered
  public EventFinder(int most) {
    this.most = most;
  }

  /// An event as it is now.
  ///
  /// @param id the id of its first entry
  /// @param sources how many different sources wrote about it
  /// @param heat comparable between events at one moment
  public record Event(long id, int entries, int sources, double heat, long lastEpochSecond) {}

  /// An entry's most telling roots.
  ///
  /// @param rarest the words that few entries have, the rarest first
  /// @param words all of them ascending, with their weights
  /// @param bits one for each word, so that most others are told from them at a glance
  private record Vector(int[] rarest, int[] words, float[] weights, double length, long[] bits) {
    static final int BITS = 1 << 11;

    static Vector of(int[] rarest, int[] words, float[] weights) {
      long[] bits = new long[BITS / Long.SIZE];
      for (int word : words) bits[(word & (BITS - 1)) >> 6] |= 1L << word;
      return new Vector(rarest, words, weights, EventFinder.length(weights), bits);
    }

    boolean mayHave(int word) {
      return (bits[(word & (BITS - 1)) >> 6] >>> word & 1) != 0;
    }
  }

  private static final class Growing {
    final long id;

    /// Who wrote about it, and each one's last time. Most events have one source.
    int[] sources = {};

    long[] lastOfSource = {};

    /// The sum of its entries' vectors: words ascending, with their weights.
    int[] words = {};

    float[] weights = {};
    double length;
    int entries;
    long last;

    /// The round in which it was last looked at.
    long looked;

    Growing(long id, long time) {
      this.id = id;
      this.last = time;
    }

    void heard(int source, long time) {
      for (int i = 0; i < sources.length; i++) {
        if (sources[i] == source) {
          lastOfSource[i] = Math.max(lastOfSource[i], time);
          return;
        }
      }
      sources = Arrays.copyOf(sources, sources.length + 1);
      lastOfSource = Arrays.copyOf(lastOfSource, sources.length);
      sources[sources.length - 1] = source;
      lastOfSource[sources.length - 1] = time;
    }

    double alike(Vector vector) {
      double dot = 0;
      for (int i = 0; i < words.length; i++) {
        if (!vector.mayHave(words[i])) continue;
        int theirs = Arrays.binarySearch(vector.words, words[i]);
        if (theirs >= 0) dot += weights[i] * vector.weights[theirs];
      }
      return dot == 0 ? 0 : dot / (length * vector.length);
    }

    /// Takes in the words of an entry; says which were not there.
    int[] add(Vector vector) {
      int[] all = new int[words.length + vector.words.length];
      float[] sums = new float[all.length];
      int[] fresh = new int[vector.words.length];
      int n = 0;
      int added = 0;
      int mine = 0;
      int theirs = 0;
      while (mine < words.length || theirs < vector.words.length) {
        int own = mine < words.length ? words[mine] : Integer.MAX_VALUE;
        int other = theirs < vector.words.length ? vector.words[theirs] : Integer.MAX_VALUE;
        all[n] = Math.min(own, other);
        if (own <= other) sums[n] = weights[mine++];
        if (other <= own) sums[n] += vector.weights[theirs++];
        if (other < own) fresh[added++] = other;
        n++;
      }
      words = Arrays.copyOf(all, n);
      weights = Arrays.copyOf(sums, n);
      return Arrays.copyOf(fresh, added);
    }

    /// Keeps the heaviest words; says which it has no longer.
    int[] keep(int most) {
      long[] order = heaviestFirst(weights);
      int[] gone = new int[order.length - most];
      for (int i = most; i < order.length; i++) gone[i - most] = words[(int) order[i]];
      int[] places = new int[most];
      for (int i = 0; i < most; i++) places[i] = (int) order[i];
      Arrays.sort(places);
      int[] kept = new int[most];
      float[] heavy = new float[most];
      for (int i = 0; i < most; i++) {
        kept[i] = words[places[i]];
        heavy[i] = weights[places[i]];
      }
      words = kept;
      weights = heavy;
      return gone;
    }
  }

  /// The numbers of weights in their lower halves, the heaviest first. Weights are not negative, so
  /// their bits are ordered as they are.
  private static long[] heaviestFirst(float[] weights) {
    long[] order = new long[weights.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) ~Float.floatToRawIntBits(weights[i]) << 32) | i;
    }
    Arrays.sort(order);
    return order;
  }

  private static double length(float[] weights) {
    double squares = 0;
    for (float w : weights) squares += w * w;
    return Math.sqrt(squares);
  }

  /// The event that an entry belongs to, looked for before the entry has an id; to be settled
  /// before the next is looked for.
  public static final class Sought {
    private final Vector vector;
    private final long time;
    private final int source;
    private final @Nullable Growing event;

    private Sought(Vector vector, long time, int source, @Nullable Growing event) {
      this.vector = vector;
      this.time = time;
      this.source = source;
      this.event = event;
    }

    /// The first entry of the event, null if this entry is the first.
    public @Nullable Long first() {
      return event == null ? null : event.id;
    }
  }

  /// Looks for the event of an entry, and counts its words as seen.
  public Sought look(long epochSecond, int source, Gist gist) {
    Vector vector = vector(gist.roots);
    Growing best = null;
    double most = ALIKE;
    round++;
    for (int word : vector.rarest) {
      if (having[word] > MOST_EVENTS_A_WORD) continue;
      for (int i = 0; i < having[word]; i++) {
        Growing event = byWord[word][i];
        if (event.looked == round) continue;
        event.looked = round;
        double alike = event.alike(vector);
        if (alike < most) continue;
        alike *= Math.pow(0.5, Math.abs(epochSecond - event.last) / HALF_LIFE);
        if (alike > most || (best != null && alike == most && event.id < best.id)) {
          most = alike;
          best = event;
        }
      }
    }
    return new Sought(vector, epochSecond, source, best);
  }

  /// Puts the entry into the event that was found, or makes it the first of a new one.
  ///
  /// @return the id of the event's first entry
  public long settle(Sought sought, long id) {
    Growing event = sought.event;
    // An entry without words is no event, and nothing can join it.
    if (sought.vector.words.length == 0) return id;
    if (event == null) {
      if (events.size() >= most) forgetQuietest();
      event = new Growing(id, sought.time);
      events.put(id, event);
    }
    grow(event, sought.vector, sought.time, sought.source);
    return event.id;
  }

  /// Puts an entry into the event that it is known to belong to, at the start.
  ///
  /// @param first the first entry of its event, as given before; its own id for a new one
  public void restore(long id, long epochSecond, int source, Gist gist, long first) {
    Growing event = first == id ? null : events.get(first);
    settle(new Sought(vector(gist.roots), epochSecond, source, event), id);
  }

  /// The hottest events, hottest first; an entry alone is no event.
  public List<Event> hottest(long nowEpochSecond, int most) {
    List<Event> hot = new ArrayList<>();
    for (Growing event : events.values()) {
      if (event.entries < 2) continue;
      double heat = 0;
      for (long last : event.lastOfSource) {
        heat += Math.pow(0.5, Math.max(0, nowEpochSecond - last) / HEAT_HALF_LIFE);
      }
      hot.add(new Event(event.id, event.entries, event.sources.length, heat, event.last));
    }
    hot.sort(Comparator.comparingDouble(Event::heat).reversed().thenComparingLong(Event::id));
    return hot.size() > most ? List.copyOf(hot.subList(0, most)) : hot;
  }

  /// Forgets events of which nothing was heard for days.
  public void expire(long nowEpochSecond) {
    forget(nowEpochSecond - QUIET);
  }

  /// Forgets the eighth of which nothing was heard for longest.
  private void forgetQuietest() {
    long[] lasts = events.values().stream().mapToLong(event -> event.last).sorted().toArray();
    forget(lasts[lasts.length / 8] + 1);
  }

  /// Forgets events of which nothing was heard since a time.
  private void forget(long epochSecond) {
    events.values().removeIf(event -> event.last < epochSecond);
    for (int word = 0; word < byWord.length; word++) {
      for (int i = having[word] - 1; i >= 0; i--) {
        if (byWord[word][i].last < epochSecond) remove(word, i);
      }
    }
  }

  private void put(int word, Growing event) {
    // A word that is in too many events already tells of none of them.
    int size = having[word];
    if (size > MOST_EVENTS_A_WORD) return;
    if (size == 0) byWord[word] = new Growing[2];
    if (size == byWord[word].length) byWord[word] = Arrays.copyOf(byWord[word], size * 2);
    byWord[word][size] = event;
    having[word]++;
  }

  private void remove(int word, Growing event) {
    for (int i = having[word] - 1; i >= 0; i--) if (byWord[word][i] == event) remove(word, i);
  }

  private void remove(int word, int at) {
    Growing[] events = byWord[word];
    int last = --having[word];
    System.arraycopy(events, at + 1, events, at, last - at);
    events[last] = null;
    if (last == 0) byWord[word] = null;
  }

  /// The entry's roots that say most, and counts them as seen.
  private Vector vector(Features roots) {
    int n = roots.places().length;
    double all = Math.log(counted + 50.0);
    float[] weights = new float[n];
    for (int i = 0; i < n; i++) {
      int place = roots.places()[i];
      weights[i] = (float) Math.max(0, roots.weights()[i] * (all - rarity(seen[place])));
      seen[place]++;
    }
    counted++;
    if (counted >= COUNTED) {
      counted /= 2;
      for (int i = 0; i < seen.length; i++) seen[i] /= 2;
    }
    long[] order = heaviestFirst(weights);
    int[] rarest = new int[Math.min(RAREST, n)];
    for (int i = 0; i < rarest.length; i++) rarest[i] = roots.places()[(int) order[i]];
    int[] places = new int[Math.min(WORDS, n)];
    for (int i = 0; i < places.length; i++) places[i] = (int) order[i];
    Arrays.sort(places); // the roots are ascending, so are their places
    int[] words = new int[places.length];
    float[] most = new float[places.length];
    for (int i = 0; i < places.length; i++) {
      words[i] = roots.places()[places[i]];
      most[i] = weights[places[i]];
    }
    return Vector.of(rarest, words, most);
  }

  private static double rarity(int times) {
    return times < LOGS.length ? LOGS[times] : Math.log(times + 0.5);
  }

  private void grow(Growing event, Vector vector, long time, int source) {
    event.entries++;
    event.last = Math.max(event.last, time);
    event.heard(source, time);
    for (int word : event.add(vector)) put(word, event);
    if (event.words.length > CENTRE * 2) {
      for (int word : event.keep(CENTRE)) remove(word, event);
    }
    event.length = length(event.weights);
  }
}
