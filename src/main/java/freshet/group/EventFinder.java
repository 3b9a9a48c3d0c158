package freshet.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
/// Costs. A few hundred bytes an entry of the last days. Events are found within a language. Known
/// weakness: one pass never corrects itself, so the order of arrival matters a little; rebuilding
/// from the store in order of time gives the same events again.
///
/// [1] Allan, Papka, Lavrenko, On-line new event detection and tracking, 1998.
public final class EventFinder {
  private static final int BITS = 18;
  private static final int WORDS = 24;
  private static final int CENTRE = 48;
  private static final double ALIKE = 0.25;
  private static final double HALF_LIFE = Duration.ofHours(36).toSeconds();
  private static final double HEAT_HALF_LIFE = Duration.ofHours(12).toSeconds();
  private static final long QUIET = Duration.ofDays(5).toSeconds();
  private static final int COUNTED = 400_000;
  private static final int MOST_TEXT = 1200;

  private final int[] seen = new int[1 << BITS];
  private int counted;
  private final Map<Integer, Set<Growing>> byWord = new HashMap<>();
  private final Map<Long, Growing> events = new HashMap<>();

  /// An event as it is now.
  ///
  /// @param id the id of its first entry
  /// @param sources how many different sources wrote about it
  /// @param heat comparable between events at one moment
  public record Event(long id, int entries, int sources, double heat, long lastEpochSecond) {}

  private static final class Growing {
    final long id;
    final Map<Integer, Double> centre = new HashMap<>();
    final Map<Integer, Long> lastBySource = new HashMap<>();
    int entries;
    long last;

    Growing(long id, long time) {
      this.id = id;
      this.last = time;
    }

    double alike(Map<Integer, Double> vector) {
      double dot = 0;
      double own = 0;
      double other = 0;
      for (double w : centre.values()) own += w * w;
      for (var e : vector.entrySet()) {
        other += e.getValue() * e.getValue();
        dot += e.getValue() * centre.getOrDefault(e.getKey(), 0.0);
      }
      return own == 0 || other == 0 ? 0 : dot / Math.sqrt(own * other);
    }
  }

  /// Takes an entry and tells its event, by the id of the event's first entry.
  ///
  /// @param source a number for its feed; entries of unknown sources (0) count as one
  public long add(
      long id, long epochSecond, int source, String title, String text, String language) {
    Map<Integer, Double> vector = vector(title, text, language);
    Growing best = null;
    double most = ALIKE;
    Set<Growing> looked = new HashSet<>();
    for (int word : vector.keySet()) {
      for (Growing event : byWord.getOrDefault(word, Set.of())) {
        if (!looked.add(event)) continue;
        double fade = Math.pow(0.5, Math.abs(epochSecond - event.last) / HALF_LIFE);
        double alike = event.alike(vector) * fade;
        if (alike > most || (best != null && alike == most && event.id < best.id)) {
          most = alike;
          best = event;
        }
      }
    }
    if (best == null) {
      best = new Growing(id, epochSecond);
      events.put(id, best);
    }
    grow(best, vector, epochSecond, source);
    return best.id;
  }

  /// The hottest events, hottest first; an entry alone is no event.
  public List<Event> hottest(long nowEpochSecond, int most) {
    List<Event> hot = new ArrayList<>();
    for (Growing event : events.values()) {
      if (event.entries < 2) continue;
      double heat = 0;
      for (long last : event.lastBySource.values()) {
        heat += Math.pow(0.5, Math.max(0, nowEpochSecond - last) / HEAT_HALF_LIFE);
      }
      hot.add(new Event(event.id, event.entries, event.lastBySource.size(), heat, event.last));
    }
    hot.sort(Comparator.comparingDouble(Event::heat).reversed().thenComparingLong(Event::id));
    return hot.size() > most ? List.copyOf(hot.subList(0, most)) : hot;
  }

  /// Forgets events of which nothing was heard for days.
  public void expire(long nowEpochSecond) {
    events.values().removeIf(event -> nowEpochSecond - event.last > QUIET);
    for (Set<Growing> having : byWord.values()) {
      having.removeIf(event -> nowEpochSecond - event.last > QUIET);
    }
    byWord.values().removeIf(Set::isEmpty);
  }

  /// The entry's roots that say most, and counts them as seen.
  private Map<Integer, Double> vector(String title, String text, String language) {
    String start = text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
    Features features = Features.ofRoots(title, start, language, BITS);
    List<Map.Entry<Integer, Double>> words = new ArrayList<>();
    for (int i = 0; i < features.places().length; i++) {
      int place = features.places()[i];
      double rarity = Math.log((counted + 50.0) / (seen[place] + 0.5));
      words.add(Map.entry(place, features.weights()[i] * rarity));
      seen[place]++;
    }
    counted++;
    if (counted >= COUNTED) {
      counted /= 2;
      for (int i = 0; i < seen.length; i++) seen[i] /= 2;
    }
    words.sort(Map.Entry.<Integer, Double>comparingByValue().reversed());
    Map<Integer, Double> vector = new HashMap<>();
    for (var word : words.subList(0, Math.min(WORDS, words.size()))) {
      vector.put(word.getKey(), word.getValue());
    }
    return vector;
  }

  private void grow(Growing event, Map<Integer, Double> vector, long time, int source) {
    event.entries++;
    event.last = Math.max(event.last, time);
    event.lastBySource.merge(source, time, Math::max);
    vector.forEach((word, weight) -> event.centre.merge(word, weight, Double::sum));
    for (int word : vector.keySet()) {
      byWord.computeIfAbsent(word, _ -> new HashSet<>()).add(event);
    }
    if (event.centre.size() <= CENTRE * 2) return;
    List<Integer> words = new ArrayList<>(event.centre.keySet());
    words.sort(
        Comparator.comparingDouble((Integer w) -> event.centre.getOrDefault(w, 0.0)).reversed());
    for (int word : words.subList(CENTRE, words.size())) {
      event.centre.remove(word);
      Set<Growing> having = byWord.get(word);
      if (having != null) having.remove(event);
    }
  }
}
