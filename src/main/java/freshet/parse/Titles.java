package freshet.parse;

import freshet.parse.ns.Text;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Titles and other one-line texts as plain text, whatever they were written as.
final class Titles {
  private static final Pattern TAG = Pattern.compile("</?([A-Za-z][A-Za-z0-9]*)(\\s[^<>]*|/)?>");
  private static final Pattern ENTITY =
      Pattern.compile("&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});");
  private static final Set<String> HTML =
      Set.of(
          "a",
          "abbr",
          "acronym",
          "b",
          "big",
          "blockquote",
          "br",
          "center",
          "cite",
          "code",
          "dd",
          "del",
          "dfn",
          "div",
          "dl",
          "dt",
          "em",
          "font",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "hr",
          "i",
          "img",
          "ins",
          "kbd",
          "li",
          "mark",
          "nobr",
          "ol",
          "p",
          "pre",
          "q",
          "s",
          "samp",
          "script",
          "small",
          "span",
          "strike",
          "strong",
          "style",
          "sub",
          "sup",
          "table",
          "td",
          "tr",
          "tt",
          "u",
          "ul",
          "var",
          "wbr");

  private Titles() {}

  static String plain(Text text) {
    String s = text.value();
    if (s.indexOf('<') < 0 && s.indexOf('&') < 0) return PlainText.collapsed(s);
    return switch (text.kind()) {
      case PLAIN -> PlainText.collapsed(s);
      case HTML -> PlainText.of(s);
      case UNKNOWN -> guessed(s);
    };
  }

  /// RSS titles: some are text in which `<` is a character, some are HTML. It is HTML if there is a
  /// tag that HTML has or an entity, and if anything is left without the tags.
  private static String guessed(String s) {
    boolean html = ENTITY.matcher(s).find();
    Matcher tags = TAG.matcher(s);
    while (!html && tags.find()) html = HTML.contains(tags.group(1).toLowerCase(Locale.ROOT));
    if (!html) return PlainText.collapsed(s);
    String plain = PlainText.of(s);
    return plain.isEmpty() ? PlainText.collapsed(s) : plain;
  }
}
