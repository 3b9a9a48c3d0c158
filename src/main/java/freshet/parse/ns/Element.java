package freshet.parse.ns;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An open element of the document. One object serves a depth, again and again: keep its strings,
/// never the element.
public final class Element {
  private static final String[] NONE = {};

  private final @Nullable Element parent;
  private String name = "";
  private @Nullable Namespace namespace;
  private @Nullable String base;
  private @Nullable String language;
  private Content content = Content.SKIP;
  private boolean markup;
  private int textStart;
  private String[] attributes = NONE; // name, value, name, value …
  private int attributeEnd;

  public Element(@Nullable Element parent) {
    this.parent = parent;
  }

  /// Begins anew with what the parent hands down.
  public void open(String lowerCaseName, @Nullable Namespace of) {
    name = lowerCaseName;
    namespace = of;
    attributeEnd = 0;
    markup = false;
    base = parent == null ? null : parent.base;
    language = parent == null ? null : parent.language;
  }

  /// @param attribute its local name, with a prefix only if it is from another known namespace
  public void add(String attribute, String value) {
    if (attributeEnd == attributes.length) {
      attributes = Arrays.copyOf(attributes, Math.max(8, attributeEnd * 2));
    }
    attributes[attributeEnd++] = attribute;
    attributes[attributeEnd++] = value;
  }

  /// The local name in lower case: feeds write `pubDate` in every way there is.
  public String name() {
    return name;
  }

  public @Nullable Namespace namespace() {
    return namespace;
  }

  public @Nullable Element parent() {
    return parent;
  }

  public boolean in(String parentName) {
    return parent != null && parent.name.equals(parentName);
  }

  /// The value of an attribute without blanks around, null if it is missing or empty.
  public @Nullable String get(String attribute) {
    for (int i = 0; i < attributeEnd; i += 2) {
      if (attributes[i].equalsIgnoreCase(attribute)) {
        String value = attributes[i + 1].strip();
        return value.isEmpty() ? null : value;
      }
    }
    return null;
  }

  public String get(String attribute, String otherwise) {
    String value = get(attribute);
    return value == null ? otherwise : value;
  }

  public int attributes() {
    return attributeEnd / 2;
  }

  public String attributeName(int i) {
    return attributes[2 * i];
  }

  public String attributeValue(int i) {
    return attributes[2 * i + 1];
  }

  /// The address meant by a relative or absolute one written here; null if it is unusable.
  public @Nullable String resolve(@Nullable String address) {
    return address == null ? null : Addresses.resolve(base, address);
  }

  public @Nullable String base() {
    return base;
  }

  public void base(@Nullable String address) {
    base = address;
  }

  public void language(@Nullable String tag) {
    language = tag;
  }

  public Content content() {
    return content;
  }

  public void content(Content how) {
    content = how;
  }

  /// True once child elements were found in a text.
  public boolean markup() {
    return markup;
  }

  public void markup(boolean found) {
    markup = found;
  }

  /// Where its text begins in the reader's buffer.
  public int textStart() {
    return textStart;
  }

  public void textStart(int at) {
    textStart = at;
  }
}
