package freshet.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// JSON as the argument of a call, as scripts of other sites load it (JSONP): `callback({…});`.
final class JsonCall {
  private static final Pattern BEGIN =
      Pattern.compile("(?:/\\*[^*]{0,200}\\*/\\s*)?[A-Za-z_$][\\w$.]{0,200}\\s*\\(\\s*(?=[{\\[])");

  private JsonCall() {}

  /// The argument; null if the text is no call.
  static @Nullable String argument(String text, int start) {
    char first = text.charAt(start);
    boolean name = first == '/' || first == '_' || first == '$' || Character.isLetter(first);
    if (!name) return null;
    Matcher call = BEGIN.matcher(text).region(start, text.length());
    int end = text.lastIndexOf(')');
    return call.lookingAt() && end > call.end() ? text.substring(call.end(), end) : null;
  }
}
