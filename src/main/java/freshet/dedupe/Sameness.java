package freshet.dedupe;

import java.time.Duration;

/// When two entries are the same story: what the user sets.
///
/// @param percent from how many per cent on two texts are the same (S5.3)
/// @param window entries further apart in time are not compared
/// @param containment whether a text inside a longer one is the same story too
public record Sameness(double percent, Duration window, boolean containment) {
  /// Two short texts must agree at least this much, whatever the user sets.
  static final double SHORT_PERCENT = 70;

  /// Two texts of one source must agree at least this much: a paper seldom prints a story twice,
  /// but many a report follows a pattern (the weather, the market, the match).
  static final double ONE_SOURCE_PERCENT = 90;

  static final int LEAST_WORDS = 5;
  static final int LEAST_WORDS_INSIDE = 40;
  static final Duration SHORT_WINDOW = Duration.ofDays(2);
  static final Duration AT_ONCE = Duration.ofMinutes(5);

  public Sameness {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("The per cent must be over 0 and at most 100.");
    }
  }

  public static Sameness ofPercent(double percent) {
    return new Sameness(percent, Duration.ofDays(14), false);
  }

  /// By how many per cent two entries are the same story; 0 if they are not.
  ///
  /// Short entries ("Live updates", "Weather today: 15 degrees") come from templates. They are the
  /// same only if they have some words, agree in every number, were published by different sources
  /// and within two days; or by one source in two of its feeds, word for word and at once.
  double judge(Signature a, Signature b, long secondsApart, boolean oneSource) {
    if (secondsApart > window.toSeconds()) return 0;
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
    if (oneSource) return percent >= Math.max(this.percent, ONE_SOURCE_PERCENT) ? percent : 0;
    if (percent >= this.percent) return percent;
    if (containment && Math.min(a.words(), b.words()) >= LEAST_WORDS_INSIDE) {
      double inside = a.containedPercent(b);
      if (inside >= this.percent) return inside;
    }
    return 0;
  }
}
