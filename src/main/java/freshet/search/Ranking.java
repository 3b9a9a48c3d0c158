package freshet.search;

import java.time.LocalDate;

/// What is best, and what is counted.
///
/// The score of the words is weighed by age: what is new counts up to twice as much as what is old,
/// half of that after two weeks. So a better fit from last year beats a poor one of today, and of
/// two equal ones the newer is first. The more words there are, the more they say and the less age
/// does: from four words on it only decides between equals.
///
/// @param byTime the newest are the best, whatever fits how well
/// @param age how much of the score it can take
/// @param now in milliseconds; so is the offset of the zone
/// @param most hits
/// @param counting whether facets are wanted
record Ranking(boolean byTime, double age, long now, long offset, int most, boolean counting) {
  /// How much it counts that a text has a word often (k1 of BM25). Lucene's 1.2 is for texts in
  /// which a word stands once in its place; here its root stands beside it and counts, too.
  static final float OFTEN = 2;

  /// How much it counts against a text that it is long (b of BM25).
  static final float LONG = 0.75f;

  /// The last days, which are counted one by one.
  static final int DAYS = 60;

  /// Of each kind of facet.
  static final int MOST_COUNTS = 12;

  static final double HALF = 14 * 86_400_000.0;
  static final long DAY = 86_400_000L;

  static Ranking byTime(SearchOptions options) {
    return of(options, true, 0);
  }

  /// What fits best is best, weighed by age.
  ///
  /// @param words of the query
  static Ranking byFit(SearchOptions options, int words) {
    return of(options, false, words < 3 ? 0.5 : words == 3 ? 0.25 : 0.02);
  }

  /// The same for some of what was found already, without counting it again.
  Ranking of(int some) {
    return new Ranking(byTime, age, now, offset, some, false);
  }

  private static Ranking of(SearchOptions options, boolean byTime, double age) {
    // One offset for all days: an hour of a day in summer may count for its neighbour.
    long offset = options.zone().getRules().getOffset(options.now()).getTotalSeconds() * 1000L;
    return new Ranking(
        byTime, age, options.now().toEpochMilli(), offset, options.hits(), options.facets());
  }

  /// What a score is multiplied with.
  double weight(long placed) {
    return 1 - age + age * freshness(now - placed);
  }

  /// 1 for what is new, a half after two weeks.
  static double freshness(long age) {
    return 1 / (1 + Math.max(0, age) / HALF);
  }

  /// As a number of days since 1970.
  long firstDay() {
    return day(now) - DAYS + 1;
  }

  long day(long at) {
    return Math.floorDiv(at + offset, DAY);
  }

  LocalDate firstDate() {
    return LocalDate.ofEpochDay(firstDay());
  }
}
