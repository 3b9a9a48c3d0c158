package freshet.parse;

import freshet.bound.Stop;
import freshet.text.Html;
import java.util.Set;
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

  private RssInJson() {}

  /// Null if it is none.
  static @Nullable String xml(String json) {
    if (!json.contains("\"rss\"")) return null;
    try {
      JsonNode rss = MAPPER.readTree(json).path("rss");
      if (!rss.path("channel").isObject()) return null;
      StringBuilder out = new StringBuilder(json.length() + 1000);
      out.append("<rss version=\"").append(Html.escape(rss.path("version").asString("2.0")));
      // The usual prefixes need no declaration where nobody is strict about it; here somebody is.
      out.append("\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"");
      out.append(" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"");
      out.append(" xmlns:media=\"http://search.yahoo.com/mrss/\"");
      out.append(" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">");
      element("channel", rss.path("channel"), out);
      return out.append("</rss>").toString();
    } catch (JacksonException e) {
      return null;
    }
  }

  private static void element(String name, JsonNode value, StringBuilder out) {
    Stop.check();
    if (!name.matches("((dc|content|media|itunes):)?[A-Za-z_][\\w.-]*") || value.isNull()) return;
    if (value.isArray()) {
      for (JsonNode one : value) element(name, one, out);
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
        else element(member.getKey(), member.getValue(), out);
      }
    } else {
      out.append('>').append(Html.escapeText(plain(value)));
    }
    out.append("</").append(name).append('>');
  }

  /// What XML cannot hold is left out.
  private static String plain(JsonNode value) {
    return value.asString("").replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "");
  }
}
