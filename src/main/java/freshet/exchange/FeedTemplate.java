package freshet.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// HTML with places for what a feed says, in a language of four forms:
///
/// | written | shown |
/// |---|---|
/// | `{{title}}` | a field, escaped; `{{description}}` and `{{content}}` of an entry are safe HTML |
/// | `{{#entries}}…{{/entries}}` | what is between, for each entry |
/// | `{{#name}}…{{/name}}` | what is between, if the field is there |
/// | `{{^name}}…{{/name}}` | what is between, if it is not |
///
/// Within the entries the feed's own fields are `feed.title` and so on. There is nothing else in
/// it: no expressions, no files, no code.
public final class FeedTemplate {
  private static final Pattern MARK = Pattern.compile("\\{\\{([#^/]?)\\s*([A-Za-z.]+)\\s*\\}\\}");
  private static final String ENTRIES = "entries";

  /// Everything that can be asked for of a feed.
  static final Set<String> FEED =
      Set.of(
          "title",
          "link",
          "description",
          "language",
          "copyright",
          "managingEditor",
          "webMaster",
          "pubDate",
          "lastBuildDate",
          "category",
          "generator",
          "ttl",
          "rating",
          "skipHours",
          "skipDays",
          "image");

  /// Everything that can be asked for of an entry.
  static final Set<String> ENTRY =
      Set.of(
          "title",
          "link",
          "description",
          "content",
          "author",
          "comments",
          "pubDate",
          "guid",
          "category",
          "image",
          "enclosure",
          "language",
          "source");

  /// What is filled in: fields by name, as HTML that can stand in text and in attributes.
  record Values(Map<String, String> feed, List<Map<String, String>> entries) {}

  private sealed interface Part {}

  private record Text(String html) implements Part {}

  private record Field(String name) implements Part {}

  /// @param present whether it is shown if the field is there, or if it is not
  private record Section(String name, boolean present, List<Part> parts) implements Part {}

  private final List<Part> parts;

  private FeedTemplate(List<Part> parts) {
    this.parts = parts;
  }

  /// @throws IllegalArgumentException with a sentence for the user, if it is none
  public static FeedTemplate of(String text) {
    Matcher marks = MARK.matcher(text);
    List<Part> parts = new ArrayList<>();
    int end = read(text, marks, 0, "", false, parts);
    parts.add(new Text(text.substring(end)));
    return new FeedTemplate(parts);
  }

  /// Reads up to the end of a section, or of the text.
  ///
  /// @param section the name of the section, "" outside of all
  /// @return where it ended
  private static int read(
      String text, Matcher marks, int from, String section, boolean inEntries, List<Part> to) {
    int at = from;
    while (marks.find()) {
      to.add(new Text(text.substring(at, marks.start())));
      at = marks.end();
      String kind = marks.group(1);
      String name = marks.group(2);
      if (kind.equals("/")) {
        if (name.equals(section)) return at;
        throw wrong(text, marks, "{{/" + name + "}} has no beginning");
      }
      boolean entries = name.equals(ENTRIES) && !inEntries;
      if (!entries && !isField(name, inEntries)) {
        throw wrong(text, marks, "there is no field '" + name + "'");
      }
      if (kind.isEmpty()) {
        if (entries) throw wrong(text, marks, "the entries are written {{#entries}}…{{/entries}}");
        to.add(new Field(name));
      } else {
        List<Part> inner = new ArrayList<>();
        boolean within = inEntries || (entries && kind.equals("#"));
        at = read(text, marks, at, name, within, inner);
        to.add(new Section(name, kind.equals("#"), inner));
      }
    }
    if (section.isEmpty()) return at;
    throw new IllegalArgumentException("In the template {{" + section + "}} has no end");
  }

  private static boolean isField(String name, boolean inEntries) {
    if (!inEntries) return FEED.contains(name);
    return ENTRY.contains(name) || (name.startsWith("feed.") && FEED.contains(name.substring(5)));
  }

  private static IllegalArgumentException wrong(String text, Matcher at, String what) {
    long line = 1 + text.substring(0, at.start()).chars().filter(c -> c == '\n').count();
    return new IllegalArgumentException("In line " + line + " of the template " + what);
  }

  String fill(Values values) {
    StringBuilder out = new StringBuilder();
    fill(parts, values, values.feed, out);
    return out.toString();
  }

  private static void fill(
      List<Part> some, Values values, Map<String, String> fields, StringBuilder out) {
    for (Part part : some) {
      switch (part) {
        case Text(String html) -> out.append(html);
        case Field(String name) -> out.append(fields.getOrDefault(name, ""));
        case Section(String name, boolean present, List<Part> inner) when name.equals(ENTRIES) -> {
          if (present) values.entries.forEach(entry -> fill(inner, values, entry, out));
          else if (values.entries.isEmpty()) fill(inner, values, fields, out);
        }
        case Section(String name, boolean present, List<Part> inner) -> {
          if (fields.containsKey(name) == present) fill(inner, values, fields, out);
        }
      }
    }
  }
}
