package freshet.extract;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A page that is written as XML, written as HTML: there an element that ends itself (`<script
/// src="x"/>`) does not, and prefixes (`<h:link>`) mean nothing.
final class XhtmlPages {
  private static final Pattern PREFIX =
      Pattern.compile("xmlns:([\\w-]{1,30})\\s*=\\s*[\"']http://www\\.w3\\.org/1999/xhtml[\"']");
  private static final Pattern SELF_ENDED =
      Pattern.compile("<([A-Za-z][\\w:-]{0,40})((?:\\s[^<>]{0,4000})?)/>");
  private static final Set<String> VOID =
      Set.of(
          "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
          "param", "source", "track", "wbr");

  private XhtmlPages() {}

  static String asHtml(String page) {
    int end = Math.min(page.length(), 4096);
    Matcher declared = PREFIX.matcher(page).region(0, end);
    String plain = page;
    if (declared.find()) {
      String prefix = declared.group(1);
      plain = plain.replace("<" + prefix + ":", "<").replace("</" + prefix + ":", "</");
    }
    Matcher ended = SELF_ENDED.matcher(plain);
    StringBuilder out = new StringBuilder(plain.length());
    while (ended.find()) {
      String name = ended.group(1);
      String tag = "<" + name + ended.group(2) + (VOID.contains(name) ? "/>" : "></" + name + ">");
      ended.appendReplacement(out, Matcher.quoteReplacement(tag));
    }
    return ended.appendTail(out).toString();
  }
}
