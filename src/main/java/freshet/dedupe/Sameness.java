package freshet.dedupe;

import java.time.Duration;

/// When two entries are the same story: what the user sets.
///
/// @param percent from how many per cent on two texts are the same
/// @param window entries further apart in time are not compared
/// @param containment whether a text inside a longer one is the same story too
public record Sameness(double percent, Duration window, boolean containment) {
  /// Two short texts must agree at least this much, whatever the user sets.
  static final double SHORT_PERCENT = 70;

  /// Two texts of one source must agree at least this much: a paper seldom prints a story twice,
  /// but many a report follows a pattern (the weather, the market, the match).
  static final double ONE_SOURCE_PERCENT = 90;

  /// And not much later, unless on the same page: the thread that a site opens every day has the
  /// same words every day.
  static final Duration ONE_SOURCE_WINDOW = Duration.ofHours(12);

  /// In texts of fewer words a single figure tells two reports of one pattern apart.
  static final int BRIEF = 125;

  /// Texts of fewer words that begin differently must agree at least by [#ENDING_PERCENT].
  static final int ADVERT = 100;

  static final double ENDING_PERCENT = 73;

  static final int LEAST_WORDS = 5;
  static final int LEAST_WORDS_INSIDE = 40;

  /// An unusual beginning of this many words is enough, under whatever title.
  static final int LEAST_WORDS_OPENING = 16;

  static final Duration SHORT_WINDOW = Duration.ofDays(2);
  static final Duration AT_ONCE = Duration.ofMinutes(5);

  public Sameness {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("The per cent must be over 0 and at most 100.");
    }
  }

  /// By how many per cent two entries are the same story; 0 if they are not.
  ///
  /// Short entries ("Live updates", "Weather today: 15 degrees") come from templates. They are the
  /// same only if they have some words, agree in every number, were published by different sources
  /// and within two days; or by one source in two of its feeds, word for word and at once.
  ///
  /// A teaser is the same story as the article that begins with it. This week's thread is not last
  /// week's, though all but the number in its title be the same.
  double judge(Signature a, Signature b, long secondsApart, boolean oneSource) {
    if (secondsApart > window.toSeconds()) return 0;
    if (a.isAnotherOfTheSeries(b) && !a.hasLinkOf(b)) return 0;
    double percent = alike(a, b, secondsApart, oneSource);
    return percent == 0 && isTeaser(a, b, secondsApart, oneSource) ? 100 : percent;
  }

  /// Whether one text is the beginning of the other. Of one source it counts only for the same
  /// page, or the same title at the same time: what a paper writes every week begins the same every
  /// week.
  private static boolean isTeaser(Signature a, Signature b, long secondsApart, boolean oneSource) {
    if (secondsApart > SHORT_WINDOW.toSeconds()) return false;
    int words = a.sharedOpening(b);
    if (words == 0 || a.figures().differ(b.figures(), 1)) return false;
    boolean sure = a.hasTitleOf(b) || words >= LEAST_WORDS_OPENING;
    if (!oneSource) return sure;
    boolean atOnce = secondsApart <= AT_ONCE.toSeconds();
    return a.hasLinkOf(b) ? sure : atOnce && a.hasTitleOf(b);
  }

  /// Adverts, listings, recipes and press releases end alike, whatever they are about: what tells
  /// them apart is said first. What is one story has the same title or begins with the same words,
  /// or hardly a word is another.
  private static boolean isPattern(Signature a, Signature b, double percent) {
    return percent < ENDING_PERCENT
        && Math.min(a.words(), b.words()) < ADVERT
        && !a.hasTitleOf(b)
        && !a.hasFirstWordsOf(b);
  }

  private double alike(Signature a, Signature b, long secondsApart, boolean oneSource) {
    double percent = a.percent(b);
    if (a.isShort() || b.isShort()) {
      boolean sure =
          Math.min(a.words(), b.words()) >= LEAST_WORDS
              && a.numbers() == b.numbers()
              && (!oneSource || (percent == 100 && secondsApart <= AT_ONCE.toSeconds()))
              && secondsApart <= SHORT_WINDOW.toSeconds()
              && percent >= SHORT_PERCENT;
      return sure && percent >= this.percent ? percent : 0;
    }
    boolean brief = Math.min(a.words(), b.words()) < BRIEF;
    if (a.figures().differ(b.figures(), brief ? 1 : 4)) return 0;
    if (oneSource) {
      boolean again = a.hasLinkOf(b) || secondsApart <= ONE_SOURCE_WINDOW.toSeconds();
      return again && percent >= Math.max(this.percent, ONE_SOURCE_PERCENT) ? percent : 0;
    }
    if (percent >= this.percent && !isPattern(a, b, percent)) return percent;
    if (containment && Math.min(a.words(), b.words()) >= LEAST_WORDS_INSIDE) {
      double inside = a.containedPercent(b);
      if (inside >= this.percent) return inside;
    }
    return 0;
  }
}
