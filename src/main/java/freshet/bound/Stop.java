package freshet.bound;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/// How work on strangers' bytes is stopped: [ReadingPool] tells its thread to stop, and the work
/// looks now and then whether that has happened. A look costs about as much as reading a field. On
/// all other threads nobody is ever stopped.
public final class Stop {
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

  /// Markup for jsoup, stopped likewise. Zeros are no characters of any markup and are left out: in
  /// the name of a tag each of them would cost jsoup as much as all of the name before it.
  public static Reader markup(String text) {
    return reader(text.indexOf('\0') < 0 ? text : text.replace("\0", ""));
  }
}
