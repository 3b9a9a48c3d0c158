package freshet.translate;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many characters each translator may be given in a day.
///
/// @param usual of those that are not named
public record Budgets(long usual, Map<String, Long> named) {
  private static final Pattern PART = Pattern.compile("(?:([a-z0-9-]{1,30})=)?(\\d{1,12})");

  /// Titles and texts that nobody waits for leave some of it to those who do.
  private static final int[] PER_CENT = {100, 90, 70};

  /// @param setting such as `500000, deepl=15000`
  /// @throws IllegalArgumentException with what it must be
  public static Budgets of(String setting) {
    long usual = 0;
    Map<String, Long> named = new HashMap<>();
    for (String part : setting.split(",")) {
      Matcher m = PART.matcher(part.strip());
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "must be a number of characters, such as 500000 or 500000, deepl=15000");
      }
      long most = Long.parseLong(m.group(2));
      if (m.group(1) == null) usual = most;
      else named.put(m.group(1), most);
    }
    return new Budgets(usual, Map.copyOf(named));
  }

  public long of(Translator translator) {
    if (!translator.isElsewhere()) return Long.MAX_VALUE / 200;
    return named.getOrDefault(translator.id(), usual);
  }

  /// As much of it as work of this urgency may use.
  long of(Translator translator, int urgency) {
    return of(translator) * PER_CENT[Math.min(urgency, PER_CENT.length - 1)] / 100;
  }
}
