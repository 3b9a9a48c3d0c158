package freshet.schedule;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many calls may be made: at most `calls` in any `window` (S4.1: 600 in 10 minutes).
///
/// @param spacing whether a window's calls are spread over it or made at once at its start
public record Budget(int calls, Duration window, Spacing spacing) {

  public enum Spacing {
    EVEN,
    BURST
  }

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*/\\s*(.+)");

  public Budget {
    if (calls < 1) {
      throw new IllegalArgumentException("A budget needs at least 1 call, not " + calls);
    }
    if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofDays(366)) > 0) {
      throw new IllegalArgumentException(
          "A budget's window is between 1 second and 366 days, not " + window);
    }
  }

  /// Reads `600/10m`.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static Budget of(String text, Spacing spacing) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a budget: write calls/window, such as 600/10m");
    }
    return new Budget(Integer.parseInt(m.group(1)), Spans.parse(m.group(2)), spacing);
  }

  /// Seconds from call to call if they are spread evenly.
  public double gapSeconds() {
    return Spans.seconds(window) / calls;
  }

  @Override
  public String toString() {
    return calls + "/" + Spans.brief(window) + " " + spacing.name().toLowerCase(Locale.ROOT);
  }
}
