package freshet.parse.ns;

import freshet.model.ParsedFeed.Person;
import org.jspecify.annotations.Nullable;

/// A person whose element is open.
public final class PersonDraft {
  public @Nullable String name;
  public @Nullable String email;
  public @Nullable String uri;
  private String marked = "";

  /// A part of the text that stood in an element of HTML.
  public void besides(String text) {
    if (marked.length() > Most.NAME) return;
    marked = marked.isEmpty() ? text : marked + " " + text;
  }

  /// @param text what was written beside the children, if there was anything
  public @Nullable Person person(String text) {
    if (name == null && email == null && uri == null) return People.read(text + " " + marked);
    return new Person(name, email, uri);
  }
}
