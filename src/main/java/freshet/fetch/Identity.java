package freshet.fetch;

import org.jspecify.annotations.Nullable;

/// Who we say we are, so that a publisher can tell us to stop.
///
/// @param product the name robots.txt knows us by: letters, `-` and `_` only (RFC 9309, 2.2.1)
/// @param contact a page or a mail address of whoever runs this Freshet
/// @param whole what is said instead of all that; null for nothing else
public record Identity(
    String product, String version, @Nullable String contact, @Nullable String whole) {

  public Identity {
    if (product.isEmpty() || !product.chars().allMatch(Identity::tokenCharacter)) {
      throw new IllegalArgumentException(
          "The robot's name '" + product + "' may hold only the letters a to z, '-' and '_'");
    }
    check(version);
    if (contact != null) check(contact);
  }

  public Identity(String product, String version, @Nullable String contact) {
    this(product, version, contact, null);
  }

  /// As whoever runs this Freshet wants it to be called. Its name for robots.txt is what it begins
  /// with, or ours if that is no name.
  public static Identity called(String userAgent) {
    int end = 0;
    while (end < userAgent.length() && tokenCharacter(userAgent.charAt(end))) end++;
    return new Identity(end == 0 ? "Freshet" : userAgent.substring(0, end), "", null, userAgent);
  }

  public String userAgent() {
    if (whole != null) return whole;
    String who = contact == null || contact.isBlank() ? "" : "; +" + contact.strip();
    return product + "/" + version + " (feed reader" + who + ")";
  }

  static boolean tokenCharacter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  }

  private static void check(String s) {
    if (!s.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '(' && c != ')')) {
      throw new IllegalArgumentException(
          "'" + s + "' cannot stand in a User-Agent header: use plain ASCII without brackets");
    }
  }
}
