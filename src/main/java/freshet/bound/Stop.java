package freshet.bound;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/// How work on strangers' bytes is stopped: [ReadingPool] tells its thread to stop, and the work
/// looks now and then whether that has happened. A look costs about as much as reading a field. On
/// all other threads nobody is ever stopped.
public final class Stop {
  private static final int LONGEST_NAME = 256;

  private Stop() {}

  /// To be called at every step of a loop whose length a stranger decides: an element, a tag, a
  /// rule.
  ///
  /// @throws OutOfTime if the thread was told to stop
  public static void check() {
    if (Thread.currentThread() instanceof ReadingThread t && t.mustStop()) throw new OutOfTime();
  }

  /// A text for a parser of others, which is stopped when it asks for the next piece.
  public static Reader reader(String text) {
    return new StringReader(text) {
      @Override
      public int read(char[] to, int from, int count) throws IOException {
        check();
        return super.read(to, from, count);
      }
    };
  }

  /// Markup for jsoup, stopped likewise. Each piece of a tag's name costs jsoup as much as all of
  /// the name before it, and odd characters make many pieces: so a name ends where no name is that
  /// long, and zeros, which are no characters of any markup, are left out.
  public static Reader markup(String text) {
    return reader(withShortNames(text.indexOf('\0') < 0 ? text : text.replace("\0", "")));
  }

  private static String withShortNames(String text) {
    StringBuilder out = null;
    int done = 0;
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      int most = at + LONGEST_NAME;
      if (most >= text.length() || endOfName(text, at + 1, most) < most) continue;
      if (out == null) out = new StringBuilder(text.length() + 64);
      out.append(text, done, most).append(' ');
      done = most;
    }
    return out == null ? text : out.append(text, done, text.length()).toString();
  }

  private static int endOfName(String text, int from, int most) {
    char first = text.charAt(from);
    int at = first == '/' || first == '?' ? from + 1 : from;
    if (first == '!') return from; // comments, declarations
    while (at < most && !endsName(text.charAt(at))) at++;
    return at;
  }

  private static boolean endsName(char c) {
    return c <= ' ' || c == '/' || c == '>' || c == '<';
  }
}
