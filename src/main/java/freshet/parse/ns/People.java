package freshet.parse.ns;

import freshet.model.ParsedFeed.Person;
import org.jspecify.annotations.Nullable;

/// Reads the ways in which one line names a person: `ann@example.org (Ann)`, `Ann (ann@…)`, `Ann
/// <ann@…>`, `mailto:ann@…`, an address alone, a name alone.
public final class People {
  private People() {}

  public static @Nullable Person read(String line) {
    String s = line.strip();
    if (s.isEmpty() || s.length() > 1000) return null;
    int at = s.indexOf('@');
    if (at < 0) return new Person(unwrap(s), null, null);
    int from = at;
    while (from > 0 && ofAddress(s.charAt(from - 1))) from--;
    int to = at + 1;
    while (to < s.length() && ofAddress(s.charAt(to))) to++;
    String email = s.substring(from, to);
    if (email.startsWith("mailto:")) email = email.substring(7);
    int question = email.indexOf('?', email.indexOf('@'));
    if (question > 0) email = email.substring(0, question);
    while (email.endsWith(".")) email = email.substring(0, email.length() - 1);
    if (email.indexOf('@') <= 0 || email.endsWith("@")) return new Person(unwrap(s), null, null);
    String before = s.substring(0, from).strip();
    String after = s.substring(to).strip();
    if (after.startsWith("?")) after = after.replaceFirst("^\\?\\S*", "");
    if (isPair(before, after)) {
      before = before.substring(0, before.length() - 1);
      after = after.substring(1);
    }
    String name = unwrap(before + " " + after);
    return new Person(name.isEmpty() ? null : name, email, null);
  }

  private static boolean ofAddress(char c) {
    return Character.isLetterOrDigit(c) || "@._%+-!#$&'*/=?^`{|}~:".indexOf(c) >= 0;
  }

  /// Did the address stand between brackets?
  private static boolean isPair(String before, String after) {
    if (before.isEmpty() || after.isEmpty()) return false;
    int open = "(<[".indexOf(before.charAt(before.length() - 1));
    return open >= 0 && open == ")>]".indexOf(after.charAt(0));
  }

  /// Takes away the brackets and quotes that separated the name from the address.
  private static String unwrap(String s) {
    String t = s.replace("()", "").replace("<>", "").replace("[]", "").strip();
    while (t.length() >= 2 && wrapped(t)) t = t.substring(1, t.length() - 1).strip();
    while (t.endsWith(",") || t.endsWith("<") || t.endsWith("(")) {
      t = t.substring(0, t.length() - 1).strip();
    }
    while (t.startsWith(",") || t.startsWith(">") || t.startsWith(")")) t = t.substring(1).strip();
    return t;
  }

  private static boolean wrapped(String t) {
    char last = t.charAt(t.length() - 1);
    return switch (t.charAt(0)) {
      case '(' -> last == ')';
      case '<' -> last == '>' && t.indexOf('<', 1) < 0; // else it is markup
      case '[' -> last == ']';
      case '"' -> last == '"';
      default -> false;
    };
  }
}
