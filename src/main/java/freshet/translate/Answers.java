package freshet.translate;

import org.jspecify.annotations.Nullable;

/// What of a translator's texts is believed.
public final class Answers {
  /// A translation is seldom three times as long; short texts vary most.
  private static final int MOST_TIMES = 8;

  private static final int ALWAYS = 500;

  private Answers() {}

  /// The text as it may be kept, with the blanks around it as the original has them.
  ///
  /// @return null if it cannot be a translation: empty, or out of all proportion
  public static @Nullable String clean(String original, String translated) {
    if (translated.length() > (long) original.length() * MOST_TIMES + ALWAYS) return null;
    String core = textOf(translated).strip();
    if (core.isEmpty() && !original.isBlank()) return null;
    String body = original.strip();
    int at = original.indexOf(body);
    return original.substring(0, at) + core + original.substring(at + body.length());
  }

  static String oneLine(String text) {
    return textOf(text).replaceAll("\\s+", " ").strip();
  }

  private static String textOf(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().filter(Answers::isText).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /// Neither control characters nor those that turn the direction of what stands behind them, nor
  /// halves of characters.
  private static boolean isText(int c) {
    if (c == '\n' || c == '\t') return true;
    if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)) return false;
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.SURROGATE, Character.UNASSIGNED -> false;
      default -> true;
    };
  }
}
