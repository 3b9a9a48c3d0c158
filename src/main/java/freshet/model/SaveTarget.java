package freshet.model;

import java.util.LinkedHashMap;
import java.util.Map;

/// Another program that somebody saves entries to, told by templates: `{url}`, `{title}` and the
/// names of its secrets are filled in.
///
/// @param address where to; of a mail, to whom
/// @param headers lines of `Name: value`
/// @param body of a request or a mail; empty for none
/// @param logIn where a token is got first, by a form; empty for nowhere. It is the `access_token`
///   of the answer (RFC 6749, section 5.1), and `{access_token}` in the other templates
/// @param secrets lines of `name=value`
public record SaveTarget(
    long id,
    String name,
    Way way,
    String method,
    String address,
    String headers,
    String body,
    String logIn,
    String logInForm,
    String secrets) {

  public static final int LONGEST_NAME = 60;

  /// How an entry gets there.
  public enum Way {
    /// The browser opens the address.
    OPEN,
    /// Freshet sends a request.
    SEND,
    /// Freshet sends a mail.
    MAIL;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /// The secrets by name.
  public Map<String, String> secretsByName() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String line : secrets.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0)
        all.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    }
    return all;
  }

  public SaveTarget with(long otherId, String otherSecrets) {
    return new SaveTarget(
        otherId, name, way, method, address, headers, body, logIn, logInForm, otherSecrets);
  }

  /// Without the secrets, which no log may have.
  @Override
  public String toString() {
    return "SaveTarget " + id + " " + name;
  }
}
