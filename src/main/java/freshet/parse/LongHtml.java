package freshet.parse;

import freshet.parse.ns.Most;
import freshet.text.Cut;
import freshet.text.Html;

/// Texts that are longer than an entry may be. Their beginning is kept, and a sentence at its end
/// says that there is more: nobody is to take it for the whole.
final class LongHtml {
  static final String REST =
      "<p><em>This entry is longer than Freshet keeps; the rest is on its own page.</em></p>";

  private LongHtml() {}

  static boolean is(String html) {
    return html.length() > Most.HTML;
  }

  /// The beginning, cut before a tag if there is one in its last part.
  static String beginning(String html) {
    int tag = html.lastIndexOf('<', Most.HTML);
    return Cut.start(html, tag > Most.HTML - 10_000 ? tag : Most.HTML);
  }

  /// A text without markup, as HTML.
  static String escaped(String text) {
    if (text.length() <= Most.HTML) return Html.escapeText(text);
    return Html.escapeText(Cut.start(text, Most.HTML)) + REST;
  }
}
