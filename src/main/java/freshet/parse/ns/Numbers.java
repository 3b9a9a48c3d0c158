package freshet.parse.ns;

import org.jspecify.annotations.Nullable;

/// Numbers as feeds write them: with blanks, signs, units, or not at all.
public final class Numbers {
  private Numbers() {}

  /// The whole number at the beginning of a text; null if there is none.
  public static @Nullable Long wholeOrNull(@Nullable String text) {
    if (text == null) return null;
    String s = text.strip();
    int end = 0;
    while (end < s.length() && end < 18 && s.charAt(end) >= '0' && s.charAt(end) <= '9') end++;
    return end == 0 ? null : Long.valueOf(s.substring(0, end));
  }

  public static @Nullable Integer intOrNull(@Nullable String text) {
    Long n = wholeOrNull(text);
    return n == null || n > Integer.MAX_VALUE ? null : Integer.valueOf(n.intValue());
  }
}
