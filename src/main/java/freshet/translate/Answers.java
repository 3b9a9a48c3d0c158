package freshet.translate;

import org.jspecify.annotations.Nullable;

/// What of a translator's texts is believed.
public final class Answers {
  /// A translation is seldom three times as long; short texts vary most.
  private static final int MOST_TIMES = 8;

  private static final int ALWAYS = 500;

  /// More on one letter hide the lines above it.
  private static final int MOST_MARKS = 8;

  /// Letters and signs without a shape.
  private static final String UNSEEN = "\u115F\u1160\u2800\u3164\uFFA0";

  private Answers() {}

  /// The text as it may be kept, with the blanks around it as the original has them, on one line if
  /// the original is.
  ///
  /// @return null if it cannot be a translation: nothing to read, or out of all proportion
  public static @Nullable String clean(String original, String translated) {
    if (translated.length() > (long) original.length() * MOST_TIMES + ALWAYS) return null;
    String body = original.strip();
    String core = textOf(translated).strip();
    core = body.indexOf('\n') < 0 ? onOneLine(core) : core.replaceAll("\\n\\s*\\n\\s*", "\n\n");
    if (core.isEmpty() && !body.isEmpty()) return null;
    if (hasWords(body) && !hasWords(core)) return null;
    int at = original.indexOf(body);
    return original.substring(0, at) + core + original.substring(at + body.length());
  }

  private static String onOneLine(String text) {
    return text.indexOf('\n') < 0 ? text : text.replaceAll("\\s*\\n\\s*", " ");
  }

  private static boolean hasWords(String text) {
    return text.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  static String oneLine(String text) {
    return textOf(text).replaceAll("\\s+", " ").strip();
  }

  private static String textOf(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    int marks = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (!isText(c)) continue;
      marks = isMark(c) ? marks + 1 : 0;
      if (marks <= MOST_MARKS) clean.appendCodePoint(isBreak(c) ? '\n' : c);
    }
    return clean.toString();
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  private static boolean isBreak(int c) {
    return c == 0x2028 || c == 0x2029;
  }

  /// Neither control characters nor what nobody sees, such as those that turn the direction of what
  /// stands behind them, nor halves of characters.
  private static boolean isText(int c) {
    if (c == '\n' || c == '\t') return true;
    if (c == 0x200C || c == 0x200D) return true; // Persian, Indian languages and emoji need them
    if ((c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x8E2) return true; // Arabic signs
    if (UNSEEN.indexOf(c) >= 0) return false;
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> false;
      default -> true;
    };
  }
}
