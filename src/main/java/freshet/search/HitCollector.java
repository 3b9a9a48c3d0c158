package freshet.search;

import freshet.search.Results.Count;
import freshet.search.Results.Facets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.LongHeap;
import org.jspecify.annotations.Nullable;

/// Goes once over everything that fits: keeps the best, and counts all by topic, language, feed and
/// day.
final class HitCollector implements Collector {
  /// 1990: what is said to be older counts as this old.
  private static final long FIRST_TIME = 631_152_000_000L;

  private final Ranking ranking;
  private final long firstDay;
  private final LongHeap best;
  private final Map<String, int[]> topics = new HashMap<>();
  private final Map<String, int[]> languages = new HashMap<>();
  private final Map<String, int[]> feeds = new HashMap<>();
  private final int[] days = new int[Ranking.DAYS];
  private long total;

  HitCollector(Ranking ranking) {
    this.ranking = ranking;
    this.firstDay = ranking.firstDay();
    this.best = new LongHeap(ranking.most());
  }

  /// Segments are gone through one after another: many searches at once use the machine better than
  /// one search on all of it.
  CollectorManager<HitCollector, HitCollector> alone() {
    return new CollectorManager<>() {
      @Override
      public HitCollector newCollector() {
        return HitCollector.this;
      }

      @Override
      public HitCollector reduce(Collection<HitCollector> all) {
        return HitCollector.this;
      }
    };
  }

  @Override
  public ScoreMode scoreMode() {
    return ranking.byTime() ? ScoreMode.COMPLETE_NO_SCORES : ScoreMode.COMPLETE;
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
    return new Leaf(context);
  }

  private final class Leaf implements LeafCollector {
    private final int base;
    private final NumericDocValues placed;
    private final Ordinals topic;
    private final Ordinals language;
    private final Ordinals feed;
    private @Nullable Scorable scorer;

    Leaf(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      base = context.docBase;
      placed = DocValues.getNumeric(reader, Fields.PLACED);
      topic = new Ordinals(DocValues.getSorted(reader, Fields.TOPIC), ranking.counting());
      language = new Ordinals(DocValues.getSorted(reader, Fields.LANGUAGE), ranking.counting());
      feed = new Ordinals(DocValues.getSorted(reader, Fields.FEED), ranking.counting());
    }

    @Override
    public void setScorer(Scorable given) {
      scorer = given;
    }

    @Override
    public void collect(int doc) throws IOException {
      total++;
      long at = placed.advanceExact(doc) ? placed.longValue() : 0;
      if (ranking.counting()) {
        topic.count(doc);
        language.count(doc);
        feed.count(doc);
        long day = ranking.day(at) - firstDay;
        if (day >= 0 && day < Ranking.DAYS) days[(int) day]++;
      }
      best.insertWithOverflow(
          ranking.byTime() ? timeKey(at, base + doc) : scoreKey(at, base + doc));
    }

    private long scoreKey(long at, int doc) throws IOException {
      float score = scorer == null ? 0 : scorer.score();
      long key = Float.floatToIntBits((float) (score * ranking.weight(at)));
      return (key << 31) | (Integer.MAX_VALUE - doc);
    }

    @Override
    public void finish() throws IOException {
      topic.addTo(topics);
      language.addTo(languages);
      feed.addTo(feeds);
    }
  }

  /// The time in half seconds, then the number: of what came in the same moment the last is first.
  private static long timeKey(long at, int doc) {
    long halves = Math.clamp((at - FIRST_TIME) >> 9, 0L, 0xffff_ffffL);
    return (halves << 31) | doc;
  }

  /// Counts by the numbers that the values have in one segment.
  private static final class Ordinals {
    private final SortedDocValues values;
    private final int[] counts;

    Ordinals(SortedDocValues values, boolean counting) {
      this.values = values;
      this.counts = new int[counting ? values.getValueCount() : 0];
    }

    void count(int doc) throws IOException {
      if (values.advanceExact(doc)) counts[values.ordValue()]++;
    }

    void addTo(Map<String, int[]> all) throws IOException {
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          all.computeIfAbsent(values.lookupOrd(i).utf8ToString(), _ -> new int[1])[0] += counts[i];
        }
      }
    }
  }

  long total() {
    return total;
  }

  record Found(int doc, float score) {}

  /// The best first.
  List<Found> best() {
    long[] keys = new long[best.size()];
    for (int i = keys.length - 1; i >= 0; i--) keys[i] = best.pop();
    List<Found> found = new ArrayList<>(keys.length);
    for (long key : keys) {
      int doc = (int) (key & Integer.MAX_VALUE);
      found.add(
          ranking.byTime()
              ? new Found(doc, 0)
              : new Found(Integer.MAX_VALUE - doc, Float.intBitsToFloat((int) (key >> 31))));
    }
    return found;
  }

  Facets facets() {
    return new Facets(
        most(topics),
        most(languages),
        most(feeds),
        ranking.firstDate(),
        Arrays.copyOf(days, Ranking.DAYS));
  }

  private static List<Count> most(Map<String, int[]> counts) {
    List<Count> all = new ArrayList<>();
    counts.forEach((value, n) -> all.add(new Count(value, n[0])));
    all.sort(Comparator.comparingLong(Count::entries).reversed().thenComparing(Count::value));
    return List.copyOf(all.subList(0, Math.min(Ranking.MOST_COUNTS, all.size())));
  }
}
