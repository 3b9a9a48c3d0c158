package freshet.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is changed in the texts of a feed's entries before they are stored. People write it a rule
/// a line:
///
/// ```
/// drop: .advert, .share-buttons
/// replace: [Sponsored] =>
/// title: The Daily Paper: =>
/// ```
///
/// Words are replaced as they stand, not as patterns: a pattern can be made to take for ever.
///
/// @param drop CSS selectors of what is taken out of the text, an item each
/// @param titles what is replaced in titles
/// @param texts what is replaced in titles and in texts
public record Rewriting(List<String> drop, List<Replacement> titles, List<Replacement> texts) {
  public static final Rewriting NONE = new Rewriting(List.of(), List.of(), List.of());

  public static final int MOST_LINES = 50;
  public static final int LONGEST_LINE = 300;

  private static final String ARROW = "=>";

  public record Replacement(String from, String to) {}

  public Rewriting {
    drop = List.copyOf(drop);
    titles = List.copyOf(titles);
    texts = List.copyOf(texts);
  }

  /// Other rules have another mark, on every machine and for ever.
  public int mark() {
    return List.of(drop.toString(), titles.toString(), texts.toString()).hashCode();
  }

  public boolean isNone() {
    return drop.isEmpty() && titles.isEmpty() && texts.isEmpty();
  }

  /// Reads what somebody wrote.
  ///
  /// @throws IllegalArgumentException with a sentence on the first line that is no rule
  public static Rewriting of(@Nullable String rules) {
    if (rules == null) return NONE;
    List<String> lines = rules.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    if (lines.size() > MOST_LINES) {
      throw new IllegalArgumentException("There are more than " + MOST_LINES + " rules");
    }
    List<String> drop = new ArrayList<>();
    List<Replacement> titles = new ArrayList<>();
    List<Replacement> texts = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      String kind = colon < 0 ? "" : line.substring(0, colon);
      String rest = line.substring(colon + 1).strip();
      if (line.length() > LONGEST_LINE || rest.isEmpty()) throw noRule(line);
      switch (kind) {
        case "drop" -> drop.add(rest);
        case "title" -> titles.add(replacement(line, rest));
        case "replace" -> texts.add(replacement(line, rest));
        default -> throw noRule(line);
      }
    }
    return new Rewriting(drop, titles, texts);
  }

  private static Replacement replacement(String line, String rest) {
    int arrow = rest.indexOf(ARROW);
    String from = arrow < 0 ? "" : rest.substring(0, arrow).strip();
    if (from.isEmpty()) throw noRule(line);
    return new Replacement(from, rest.substring(arrow + ARROW.length()).strip());
  }

  private static IllegalArgumentException noRule(String line) {
    String shown = line.length() > 60 ? line.substring(0, 60) + "…" : line;
    return new IllegalArgumentException(
        "'"
            + shown
            + "' is not a rule: write drop: SELECTOR, replace: OLD => NEW or title: OLD => NEW");
  }
}
