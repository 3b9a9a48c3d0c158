package freshet.schedule;

import freshet.text.Spans;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many calls may be made: at most `calls` in any `window`, such as 600 in 10 minutes.
///
/// @param spacing whether a window's calls are spread over it or made at once at its start
public record Budget(int calls, Duration window, Spacing spacing) {

  public enum Spacing {
    EVEN,
    BURST
  }

  /// What a quota group may be called.
  public static final String GROUP_NAME = "[a-z0-9][a-z0-9._-]{0,39}";

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

  /// Reads `graph=600/10m, slow=10/1h`: budgets of quota groups by name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static Map<String, Budget> groups(String text) {
    Map<String, Budget> groups = new TreeMap<>();
    for (String part : text.split(",")) {
      if (part.isBlank()) continue;
      int is = part.indexOf('=');
      String name = is < 0 ? "" : part.substring(0, is).strip();
      if (!name.matches(GROUP_NAME)) {
        throw new IllegalArgumentException(
            "'" + part.strip() + "' is not a quota group: write name=calls/window");
      }
      if (groups.put(name, of(part.substring(is + 1), Spacing.EVEN)) != null) {
        throw new IllegalArgumentException("The quota group '" + name + "' is there twice");
      }
    }
    return groups;
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
