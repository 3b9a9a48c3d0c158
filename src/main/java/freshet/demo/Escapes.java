package freshet.demo;

import freshet.text.Html;
import java.util.List;

/// Text in the form that XML, HTML and JSON need.
final class Escapes {
  private Escapes() {}

  static String json(String s) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  /// The sentences of an entry as paragraphs: the lead alone, then three at a time.
  static String paragraphs(List<String> sentences, String between) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < sentences.size(); i++) {
      boolean opens = i == 0 || i % 3 == 1;
      if (opens) out.append(i == 0 ? "<p>" : "</p>\n<p>");
      else out.append(between);
      out.append(Html.escape(sentences.get(i)));
    }
    return out.append("</p>").toString();
  }
}
