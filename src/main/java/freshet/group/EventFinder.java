package freshet.group;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.IOException;
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
/// Words are compared within a language. An entry that finds no event in its own is looked for
/// among those of others by what every language has in common: names by their sound, numbers,
/// countries, and words as far as a dictionary knows them ([Tracer], [Bridge]). So an event has a
/// strand for each language it is told in; the first story of a language is what joins it to the
/// others, and later ones follow by their words. Where stories of one language name quite other
/// people and places, the same traces keep them apart.
///
/// Costs. About 1,200 bytes an event of the last days, and no more events than a sixteenth of the
/// heap holds: beyond that the ones that were quiet for longest are forgotten first. Known
/// weakness: one pass never corrects itself, so the order of arrival matters a little; rebuilding
/// from the store in order of time gives the same events again. Not safe for several threads.
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
  private static final double[] LOGS = new double[4096];

  static {
    for (int i = 0; i < LOGS.length; i++) LOGS[i] = Math.log(i + 0.5);
  }

  private final Table roots = new Table(1 << Features.BITS, MOST_EVENTS_A_WORD);
  private final Bridge bridge = new Bridge();
  private long round;
  private Map<Long, Happening> events = new HashMap<>();
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

  /// The event that an entry belongs to, looked for before the entry has an id; to be settled
  /// before the next is looked for.
  public static final class Sought {
    private final Vector vector;
    private final Bridge.Marks marks;
    private final String language;
    private final long time;
    private final int source;
    private final @Nullable Happening event;

    private Sought(
        Vector vector,
        Bridge.Marks marks,
        String language,
        long time,
        int source,
        @Nullable Happening event) {
      this.vector = vector;
      this.marks = marks;
      this.language = language;
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
    Bridge.Marks marks = bridge.weigh(gist.traces);
    Strand same = find(vector, marks, epochSecond);
    Happening event = same != null ? same.of : bridge.find(marks, gist.language, epochSecond, null);
    return new Sought(vector, marks, gist.language, epochSecond, source, event);
  }

  private @Nullable Strand find(Vector vector, Bridge.Marks marks, long epochSecond) {
    Strand best = null;
    double most = ALIKE;
    round++;
    for (int word : vector.rarest()) {
      int telling = roots.telling(word);
      for (int i = 0; i < telling; i++) {
        Strand strand = roots.strand(word, i);
        if (strand.looked == round) continue;
        strand.looked = round;
        double alike = strand.alike(vector);
        if (alike < most) continue;
        alike *= Bridge.doubt(marks, strand);
        alike *= Math.pow(0.5, Math.abs(epochSecond - strand.of.last) / HALF_LIFE);
        if (alike > most || (best != null && alike == most && strand.of.id < best.of.id)) {
          most = alike;
          best = strand;
        }
      }
    }
    return best;
  }

  /// Puts the entry into the event that was found, or makes it the first of a new one.
  ///
  /// @return the id of the event's first entry
  public long settle(Sought sought, long id) {
    Happening event = sought.event;
    // An entry without words is no event, and nothing can join it.
    if (sought.vector.words().length == 0) return id;
    if (event == null) {
      if (events.size() >= most) forgetQuietest();
      event = new Happening(id, sought.time);
      events.put(id, event);
    }
    grow(event, sought);
    return event.id;
  }

  /// Puts an entry into the event that it is known to belong to, at the start.
  ///
  /// @param first the first entry of its event, as given before; its own id for a new one
  public void restore(long id, long epochSecond, int source, Gist gist, long first) {
    Happening event = first == id ? null : events.get(first);
    Vector vector = vector(gist.roots);
    Bridge.Marks marks = bridge.weigh(gist.traces);
    settle(new Sought(vector, marks, gist.language, epochSecond, source, event), id);
  }

  /// Looks for the event of an entry that was stored before, by what it is in another language.
  ///
  /// @param own the first entry of the event that it belongs to now, its own id if it is alone
  /// @param translated its translation
  /// @param language that it was written in
  /// @return the first entry of the other event; null if there is none
  public @Nullable Long meets(long own, long epochSecond, Gist translated, String language) {
    Happening mine = events.get(own);
    if (mine == null) return null;
    Vector vector = vector(translated.roots);
    Bridge.Marks marks = bridge.weigh(translated.traces);
    Strand same = find(vector, marks, epochSecond);
    Happening other =
        same != null && same.of != mine ? same.of : bridge.find(marks, language, epochSecond, mine);
    return other == null || other == mine || other.in(language) != null ? null : other.id;
  }

  /// Makes one of two events, which is called by the second's first entry from now on.
  public void unite(long own, long other) {
    Happening mine = events.get(own);
    Happening both = events.get(other);
    if (mine == null || both == null || mine == both) return;
    for (Strand strand : mine.strands) {
      strand.of = both;
      both.strands.add(strand);
    }
    for (int i = 0; i < mine.sources.length; i++) both.heard(mine.sources[i], mine.lastOfSource[i]);
    both.entries += mine.entries;
    both.last = Math.max(both.last, mine.last);
    events.replaceAll((_, event) -> event == mine ? both : event);
  }

  /// The hottest events, hottest first; an entry alone is no event.
  public List<Event> hottest(long nowEpochSecond, int most) {
    List<Event> hot = new ArrayList<>();
    for (Map.Entry<Long, Happening> e : events.entrySet()) {
      Happening event = e.getValue();
      if (event.entries < 2 || event.id != e.getKey()) continue; // united with another
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
    bridge.forget(epochSecond);
    roots.forget(epochSecond);
  }

  /// Whether an event is called by this entry.
  public boolean has(long first) {
    return events.containsKey(first);
  }

  /// Writes down what is remembered, to be taken up by [#takeUp].
  public void write(NumbersOut out) throws IOException {
    EventNumbers.write(out, events, roots, bridge);
  }

  /// Takes up what [#write] wrote, before anything else is remembered.
  ///
  /// @param last events that began with a later entry are left out
  /// @throws IOException with the second half of a sentence, if it cannot be read; then this one is
  ///   of no use any more
  public void takeUp(NumbersIn in, long last) throws IOException {
    events = EventNumbers.read(in, last, roots, bridge);
  }

  /// The entry's roots that say most, and counts them as seen.
  private Vector vector(Features features) {
    int n = features.places().length;
    double all = Math.log(roots.counted() + 50.0);
    float[] weights = new float[n];
    for (int i = 0; i < n; i++) {
      int place = features.places()[i];
      weights[i] = (float) Math.max(0, features.weights()[i] * (all - rarity(roots.seen(place))));
      roots.see(place);
    }
    roots.count();
    long[] order = Vector.heaviestFirst(weights);
    int[] rarest = new int[Math.min(RAREST, n)];
    for (int i = 0; i < rarest.length; i++) rarest[i] = features.places()[(int) order[i]];
    int[] places = new int[Math.min(WORDS, n)];
    for (int i = 0; i < places.length; i++) places[i] = (int) order[i];
    Arrays.sort(places); // the roots are ascending, so are their places
    int[] words = new int[places.length];
    float[] most = new float[places.length];
    for (int i = 0; i < places.length; i++) {
      words[i] = features.places()[places[i]];
      most[i] = weights[places[i]];
    }
    return Vector.of(rarest, words, most);
  }

  private static double rarity(int times) {
    return times < LOGS.length ? LOGS[times] : Math.log(times + 0.5);
  }

  private void grow(Happening event, Sought sought) {
    event.entries++;
    event.last = Math.max(event.last, sought.time);
    event.heard(sought.source, sought.time);
    Strand strand = event.in(sought.language);
    if (strand == null) {
      strand = new Strand(sought.language, event);
      event.strands.add(strand);
    }
    strand.entries++;
    for (int word : strand.add(sought.vector)) roots.put(word, strand);
    if (strand.words.length > CENTRE * 2) {
      for (int word : strand.keep(CENTRE)) roots.remove(word, strand);
    }
    strand.length = Vector.length(strand.weights);
    bridge.add(strand, sought.marks);
  }
}
