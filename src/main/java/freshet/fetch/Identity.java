package freshet.fetch;

import org.jspecify.annotations.Nullable;

/// Who we say we are, so that a publisher can tell us to stop.
///
/// @param product the name robots.txt knows us by: letters, `-` and `_` only (RFC 9309, 2.2.1)
/// @param contact a page or a mail address of whoever runs this Freshet
public record Identity(String product, String version, @Nullable String contact) {

  public Identity {
    if (product.isEmpty() || !product.chars().allMatch(Identity::tokenCharacter)) {
      throw new IllegalArgumentException(
          "The robot's name '" + product + "' may hold only the letters a to z, '-' and '_'");
    }
    check(version);
    if (contact != null) check(contact);
  }

  public String userAgent() {
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
