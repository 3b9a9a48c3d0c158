package freshet.search;

import freshet.search.Results.Count;
import freshet.search.Results.Facets;
import java.io.IOException;
import java.time.LocalDate;
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
///
/// The score of the words is weighed by age: what is new counts up to twice as much as what is old,
/// half of that after two weeks. So a better fit from last year beats a poor one of today, and of
/// two equal ones the newer is first. The more words there are, the more they say and the less age
/// does: from four words on it only decides between equals.
final class HitCollector implements Collector {
  static final int DAYS = 60;
  private static final int MOST_COUNTS = 12;
  private static final double HALF = 14 * 86_400_000.0;
  private static final long DAY = 86_400_000L;

  /// 1990: what is said to be older counts as this old.
  private static final long FIRST_TIME = 631_152_000_000L;

  private final boolean byTime;
  private final double age;
  private final boolean counting;
  private final long now;
  private final long offset;
  private final long firstDay;
  private final LongHeap best;
  private final int most;
  private final Map<String, int[]> topics = new HashMap<>();
  private final Map<String, int[]> languages = new HashMap<>();
  private final Map<String, int[]> feeds = new HashMap<>();
  private final int[] days = new int[DAYS];
  private long total;

  /// The newest are the best.
  static HitCollector byTime(SearchOptions options) {
    return new HitCollector(options, true, 0);
  }

  /// What fits best is best, weighed by age.
  ///
  /// @param words of the query
  static HitCollector byFit(SearchOptions options, int words) {
    return new HitCollector(options, false, words < 3 ? 0.5 : words == 3 ? 0.25 : 0.02);
  }

  /// @param age how much of the score it can take
  private HitCollector(SearchOptions options, boolean byTime, double age) {
    this.byTime = byTime;
    this.age = age;
    this.counting = options.facets();
    this.now = options.now().toEpochMilli();
    // One offset for all days: an hour of a day in summer may count for its neighbour.
    this.offset = options.zone().getRules().getOffset(options.now()).getTotalSeconds() * 1000L;
    this.firstDay = Math.floorDiv(now + offset, DAY) - DAYS + 1;
    this.most = options.hits();
    this.best = new LongHeap(most);
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
    return byTime ? ScoreMode.COMPLETE_NO_SCORES : ScoreMode.COMPLETE;
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
      topic = new Ordinals(DocValues.getSorted(reader, Fields.TOPIC), counting);
      language = new Ordinals(DocValues.getSorted(reader, Fields.LANGUAGE), counting);
      feed = new Ordinals(DocValues.getSorted(reader, Fields.FEED), counting);
    }

    @Override
    public void setScorer(Scorable given) {
      scorer = given;
    }

    @Override
    public void collect(int doc) throws IOException {
      total++;
      long at = placed.advanceExact(doc) ? placed.longValue() : 0;
      if (counting) {
        topic.count(doc);
        language.count(doc);
        feed.count(doc);
        long day = Math.floorDiv(at + offset, DAY) - firstDay;
        if (day >= 0 && day < DAYS) days[(int) day]++;
      }
      best.insertWithOverflow(byTime ? timeKey(at, base + doc) : scoreKey(at, base + doc));
    }

    private long scoreKey(long at, int doc) throws IOException {
      float score = scorer == null ? 0 : scorer.score();
      long key = Float.floatToIntBits((float) (score * (1 - age + age * freshness(now - at))));
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

  /// 1 for what is new, a half after two weeks.
  static double freshness(long age) {
    return 1 / (1 + Math.max(0, age) / HALF);
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
          byTime
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
        LocalDate.ofEpochDay(firstDay),
        Arrays.copyOf(days, DAYS));
  }

  private static List<Count> most(Map<String, int[]> counts) {
    List<Count> all = new ArrayList<>();
    counts.forEach((value, n) -> all.add(new Count(value, n[0])));
    all.sort(Comparator.comparingLong(Count::entries).reversed().thenComparing(Count::value));
    return List.copyOf(all.subList(0, Math.min(MOST_COUNTS, all.size())));
  }
}
