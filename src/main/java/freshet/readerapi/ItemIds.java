package freshet.readerapi;

import java.util.Locale;
import java.util.Optional;

/// What readers' apps call an entry: a number of sixteen digits, as FreshRSS has them and some apps
/// take for granted. Entries from before that keep the plain numbers that apps remember; whichever
/// an app sends is understood (docs/decisions/0216).
///
/// @param lastPlain the last entry with a plain number
record ItemIds(long lastPlain) {
  /// Fits the numbers of JavaScript, which are exact below 2^53.
  private static final long FIRST = 1_000_000_000_000_000L;

  private static final String LONG_FORM = "tag:google.com,2005:reader/item/";

  long of(long entry) {
    return entry <= lastPlain ? entry : FIRST + entry;
  }

  /// As Google wrote it.
  String longForm(long entry) {
    return LONG_FORM + String.format(Locale.ROOT, "%016x", of(entry));
  }

  static long entry(long id) {
    return id >= FIRST ? id - FIRST : id;
  }

  /// The long form and the short one are hexadecimal, with zeros before them or without; digits
  /// alone that do not begin with a zero are decimal, as FreshRSS tells them apart.
  static Optional<Long> entry(String id) {
    boolean isLong = id.startsWith(LONG_FORM);
    String digits = isLong ? id.substring(LONG_FORM.length()) : id;
    if (!digits.matches("[0-9a-fA-F]{1,16}")) return Optional.empty();
    boolean decimal = !isLong && digits.matches("[1-9][0-9]*");
    long number = decimal ? Long.parseLong(digits) : Long.parseUnsignedLong(digits, 16);
    return number < 0 ? Optional.empty() : Optional.of(entry(number));
  }
}
