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

  /// Takes what fits a batch at a time and then goes through one column after the other, which is
  /// twice as quick as going through all columns for each entry.
  private final class Leaf implements LeafCollector {
    private static final int BATCH = 512;

    private final int base;
    private final NumericDocValues placed;
    private final List<Ordinals> counted;
    private final int[] docs = new int[BATCH];
    private final float[] scores = new float[BATCH];
    private final long[] times = new long[BATCH];
    private int size;
    private @Nullable Scorable scorer;

    Leaf(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      base = context.docBase;
      placed = DocValues.getNumeric(reader, Fields.PLACED);
      counted =
          ranking.counting()
              ? List.of(
                  new Ordinals(DocValues.getSorted(reader, Fields.TOPIC), topics),
                  new Ordinals(DocValues.getSorted(reader, Fields.LANGUAGE), languages),
                  new Ordinals(DocValues.getSorted(reader, Fields.FEED), feeds))
              : List.of();
    }

    @Override
    public void setScorer(Scorable given) {
      scorer = ranking.byTime() ? null : given;
    }

    @Override
    public void collect(int doc) throws IOException {
      docs[size] = doc;
      scores[size] = scorer == null ? 0 : scorer.score();
      if (++size == BATCH) take();
    }

    private void take() throws IOException {
      placed.longValues(size, docs, times, 0);
      for (int i = 0; i < size; i++) {
        if (ranking.byTime()) {
          best.insertWithOverflow(timeKey(times[i], base + docs[i]));
        } else if (mayBeAmongTheBest(scores[i])) {
          best.insertWithOverflow(scoreKey(scores[i] * ranking.weight(times[i]), base + docs[i]));
        }
      }
      if (ranking.counting()) countDays();
      for (Ordinals column : counted) column.count(docs, size);
      total += size;
      size = 0;
    }

    /// Age only takes from a score.
    private boolean mayBeAmongTheBest(float score) {
      return best.size() < ranking.most() || scoreKey(score, 0) >= best.top();
    }

    private void countDays() {
      for (int i = 0; i < size; i++) {
        long day = ranking.day(times[i]) - firstDay;
        if (day >= 0 && day < Ranking.DAYS) days[(int) day]++;
      }
    }

    @Override
    public void finish() throws IOException {
      take();
      for (Ordinals column : counted) column.add();
    }
  }

  private static long scoreKey(double score, int doc) {
    long key = Float.floatToIntBits((float) score);
    return (key << 31) | (Integer.MAX_VALUE - doc);
  }

  /// The time in half seconds, then the number: of what came in the same moment the last is first.
  private static long timeKey(long at, int doc) {
    long halves = Math.clamp((at - FIRST_TIME) >> 9, 0L, 0xffff_ffffL);
    return (halves << 31) | doc;
  }

  /// Counts by the numbers that the values have in one segment.
  private static final class Ordinals {
    private final SortedDocValues values;
    private final Map<String, int[]> all;
    private final int[] counts;

    Ordinals(SortedDocValues values, Map<String, int[]> all) {
      this.values = values;
      this.all = all;
      this.counts = new int[values.getValueCount()];
    }

    void count(int[] docs, int size) throws IOException {
      for (int i = 0; i < size; i++) {
        if (values.advanceExact(docs[i])) counts[values.ordValue()]++;
      }
    }

    void add() throws IOException {
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
