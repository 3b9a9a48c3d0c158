package freshet.fetch;

import freshet.model.LinkHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.Headers;

/// Reads `Link` headers (RFC 8288, section 3): several headers, several links in each, parameters
/// quoted or not. Of a parameter that is given twice the first counts, as the RFC has it; what
/// cannot be read is passed over.
final class LinkHeaders {
  private static final int MOST = 200;

  private final String value;
  private int at;

  private LinkHeaders(String value) {
    this.value = value;
  }

  static List<LinkHeader> of(Headers headers) {
    List<LinkHeader> all = new ArrayList<>();
    for (int i = 0; i < headers.size() && all.size() < MOST; i++) {
      if (headers.name(i).equalsIgnoreCase("Link")) new LinkHeaders(headers.value(i)).read(all);
    }
    return List.copyOf(all);
  }

  private void read(List<LinkHeader> all) {
    while (all.size() < MOST) {
      at = value.indexOf('<', at);
      int close = at < 0 ? -1 : value.indexOf('>', at);
      if (close < 0) return;
      String target = value.substring(at + 1, close).strip();
      at = close + 1;
      Map<String, String> parameters = parameters();
      all.add(
          new LinkHeader(
              target,
              words(parameters.getOrDefault("rel", "")),
              type(parameters.getOrDefault("type", "")),
              parameters.getOrDefault("title", "").strip()));
    }
  }

  /// Up to the comma that ends the link.
  private Map<String, String> parameters() {
    Map<String, String> all = new HashMap<>();
    while (at < value.length() && value.charAt(at) != ',' && value.charAt(at) != '<') {
      if (value.charAt(at) == ';' || Character.isWhitespace(value.charAt(at))) {
        at++;
        continue;
      }
      String name = until(";,=<").strip().toLowerCase(Locale.ROOT);
      String given = "";
      if (at < value.length() && value.charAt(at) == '=') {
        at++;
        while (at < value.length() && Character.isWhitespace(value.charAt(at))) at++;
        given = at < value.length() && value.charAt(at) == '"' ? quoted() : unquoted();
      }
      all.putIfAbsent(name, given);
    }
    return all;
  }

  private String until(String ends) {
    int from = at;
    while (at < value.length() && ends.indexOf(value.charAt(at)) < 0) at++;
    return value.substring(from, at);
  }

  private String quoted() {
    StringBuilder s = new StringBuilder();
    for (at++; at < value.length() && value.charAt(at) != '"'; at++) {
      if (value.charAt(at) == '\\' && at + 1 < value.length()) at++;
      s.append(value.charAt(at));
    }
    at++;
    return s.toString();
  }

  /// Some put a value between apostrophes, which the RFC does not know.
  private String unquoted() {
    String text = until(";,").strip();
    boolean marked = text.length() > 1 && text.startsWith("'") && text.endsWith("'");
    return marked ? text.substring(1, text.length() - 1) : text;
  }

  private static String words(String text) {
    return text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
  }

  private static String type(String text) {
    int parameters = text.indexOf(';');
    return (parameters < 0 ? text : text.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }
}
