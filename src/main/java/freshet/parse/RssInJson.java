package freshet.parse;

import freshet.bound.Stop;
import freshet.text.Html;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// RSS 2.0 written as JSON (https://github.com/scripting/Scripting-News/blob/master/rss-in-json):
/// `{"rss": {"version": "2.0", "channel": {…, "item": […]}}}`. It is written as XML again, so that
/// all that is known of RSS holds for it: members are elements, lists are elements of one name, and
/// of the few elements that have attributes the members are those, with the text in `#value`.
final class RssInJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Set<String> WITH_ATTRIBUTES =
      Set.of("guid", "enclosure", "category", "source", "cloud");
  private static final String TEXT = "#value";

  /// Most namespaces that a file may declare.
  private static final int MOST = 100;

  private static final String DECLARES = "xmlns:";

  /// What the usual prefixes mean where a file uses them without saying so.
  private static final Map<String, String> USUAL =
      Map.of(
          "dc", "http://purl.org/dc/elements/1.1/",
          "content", "http://purl.org/rss/1.0/modules/content/",
          "media", "http://search.yahoo.com/mrss/",
          "itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd");

  private static final Pattern NAME = Pattern.compile("(?:([A-Za-z]\\w*):)?[A-Za-z_][\\w.-]*");

  /// The namespaces that the file declares.
  private final Map<String, String> declared = new LinkedHashMap<>();

  /// Those of the usual that it uses.
  private final Map<String, String> used = new LinkedHashMap<>();

  private final StringBuilder out;

  private RssInJson(int length) {
    out = new StringBuilder(length + 1000);
  }

  /// Null if it is none.
  static @Nullable String xml(String json) {
    if (!json.contains("\"rss\"")) return null;
    try {
      JsonNode rss = MAPPER.readTree(json).path("rss");
      return rss.path("channel").isObject() ? new RssInJson(json.length()).xml(rss) : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private String xml(JsonNode rss) {
    for (var member : rss.properties()) {
      String prefix = member.getKey();
      String means = member.getValue().asString("");
      if (!prefix.startsWith(DECLARES) || means.isBlank() || declared.size() == MOST) continue;
      prefix = prefix.substring(DECLARES.length());
      if (prefix.matches("(?!(?i:xml))[A-Za-z]\\w*")) declared.put(prefix, plain(means));
    }
    element("channel", rss.path("channel"));
    StringBuilder start = new StringBuilder("<rss version=\"");
    start.append(Html.escape(plain(rss.path("version").asString("2.0")))).append('"');
    used.putAll(declared);
    used.forEach((prefix, means) -> {
      start.append(" xmlns:").append(prefix).append("=\"").append(Html.escape(means)).append('"');
    });
    return start.append('>').append(out).append("</rss>").toString();
  }

  /// Whether an element can have this name.
  private boolean isName(String name) {
    Matcher m = NAME.matcher(name);
    if (!m.matches()) return false;
    String prefix = m.group(1);
    if (prefix == null || declared.containsKey(prefix)) return true;
    String means = USUAL.get(prefix);
    if (means != null) used.put(prefix, means);
    return means != null;
  }

  private void element(String name, JsonNode value) {
    Stop.check();
    if (value.isNull() || !isName(name)) return;
    if (value.isArray()) {
      for (JsonNode one : value) element(name, one);
      return;
    }
    out.append('<').append(name);
    if (value.isObject() && (WITH_ATTRIBUTES.contains(name) || name.startsWith("media:"))) {
      for (var member : value.properties()) {
        if (!member.getValue().isValueNode() || !member.getKey().matches("[A-Za-z]\\w*")) continue;
        out.append(' ').append(member.getKey()).append("=\"");
        out.append(Html.escape(plain(member.getValue()))).append('"');
      }
      out.append('>').append(Html.escapeText(plain(value.path(TEXT))));
    } else if (value.isObject()) {
      out.append('>');
      for (var member : value.properties()) {
        if (member.getKey().equals(TEXT)) out.append(Html.escapeText(plain(member.getValue())));
        else element(member.getKey(), member.getValue());
      }
    } else {
      out.append('>').append(Html.escapeText(plain(value)));
    }
    out.append("</").append(name).append('>');
  }

  /// What XML cannot hold is left out.
  private static String plain(JsonNode value) {
    return plain(value.asString(""));
  }

  private static String plain(String value) {
    return value.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "");
  }
}
