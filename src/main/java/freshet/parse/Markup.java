package freshet.parse;

import freshet.parse.ns.Addresses;
import freshet.parse.ns.Element;
import freshet.text.Html;
import java.util.Set;

/// Writes elements found inside a text back as the HTML they were, with their addresses resolved
/// while the base that holds for each is known.
final class Markup {
  private static final Set<String> VOID =
      Set.of(
          "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr");
  private static final Set<String> ADDRESSES =
      Set.of("href", "src", "cite", "poster", "longdesc", "background", "action", "data", "usemap");

  private Markup() {}

  static boolean isVoid(String name) {
    return VOID.contains(name);
  }

  static boolean isAddress(String attribute) {
    return ADDRESSES.contains(attribute);
  }

  static void startTag(FeedHandler out, Element e) {
    out.append('<');
    out.append(e.name());
    for (int i = 0; i < e.attributes(); i++) {
      String name = e.attributeName(i);
      if (name.startsWith("xml")) continue;
      String value = e.attributeValue(i);
      if (isAddress(name)) {
        String resolved = e.resolve(value);
        if (resolved != null && Addresses.isAbsolute(resolved)) value = resolved;
      }
      out.append(' ');
      out.append(name);
      out.append("=\"");
      escapeAttribute(out, value);
      out.append('"');
    }
    out.append(isVoid(e.name()) ? " />" : ">");
  }

  static void endTag(FeedHandler out, Element e) {
    if (isVoid(e.name())) return;
    out.append("</");
    out.append(e.name());
    out.append('>');
  }

  static void escape(FeedHandler out, char[] chars, int from, int count) {
    int end = from + count;
    int plain = from;
    for (int i = from; i < end; i++) {
      String entity = Html.inText(chars[i]);
      if (entity.isEmpty()) continue;
      out.append(chars, plain, i - plain);
      out.append(entity);
      plain = i + 1;
    }
    out.append(chars, plain, end - plain);
  }

  private static void escapeAttribute(FeedHandler out, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      String entity = Html.inAttribute(c);
      if (entity.isEmpty()) out.append(c);
      else out.append(entity);
    }
  }
}
