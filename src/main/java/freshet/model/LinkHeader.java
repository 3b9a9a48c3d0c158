package freshet.model;

/// One link of an answer's `Link` headers (RFC 8288).
///
/// @param target as written; relative to the address that answered
/// @param rel its relations in lower case, a blank between them
/// @param type the media type in lower case, without parameters; "" if none is given
/// @param title "" if none is given
public record LinkHeader(String target, String rel, String type, String title) {
  public boolean has(String relation) {
    for (String one : rel.split(" ", -1)) if (one.equals(relation)) return true;
    return false;
  }
}
