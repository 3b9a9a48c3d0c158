package freshet.exchange;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import freshet.exchange.FeedList.Listed;
import freshet.model.FeedUrl;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/// Reads lists of feeds as people have them: OPML, however dirty; CSV with the address in any
/// column; plain text, an address a line. What cannot be taken is reported, the rest goes on.
public final class FeedListReader {
  private static final int MOST_REPORTED = 1000;

  private final Map<String, Listed> feeds = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();

  private FeedListReader() {}

  public static FeedList read(byte[] file) {
    FeedListReader reader = new FeedListReader();
    String text = decode(file);
    String start = text.substring(0, Math.min(4096, text.length())).toLowerCase(Locale.ROOT);
    if (start.contains("<opml") || start.contains("<outline")) reader.readOpml(text);
    else if (start.contains("<html") || start.contains("<!doctype")) {
      reader.leaveOut("This is a web page, not a list of feeds (OPML, CSV or an address a line)");
    } else reader.readLines(text);
    return new FeedList(List.copyOf(reader.feeds.values()), List.copyOf(reader.leftOut));
  }

  /// UTF-8 where it is valid UTF-8, UTF-16 by its mark, else the old Western encoding.
  private static String decode(byte[] file) {
    if (file.length >= 2 && (file[0] & 0xff) == 0xfe && (file[1] & 0xff) == 0xff) {
      return new String(file, StandardCharsets.UTF_16);
    }
    if (file.length >= 2 && (file[0] & 0xff) == 0xff && (file[1] & 0xff) == 0xfe) {
      return new String(file, StandardCharsets.UTF_16);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      return new String(file, Charset.forName("windows-1252"));
    }
  }

  private void readOpml(String text) {
    for (Element outline : Jsoup.parse(text, Parser.xmlParser()).select("outline")) {
      String address = attribute(outline, "xmlUrl");
      if (address == null) {
        // Some programs write the address of a feed as `url` with type "rss" or "atom".
        String type = attribute(outline, "type");
        if (type != null && !type.equals("link")) address = attribute(outline, "url");
      }
      if (address == null) {
        if (outline.childrenSize() == 0) {
          leaveOut("'" + name(outline) + "': the outline has no xmlUrl");
        }
        continue;
      }
      take(address, attribute(outline, "title", "text"), folder(outline), null);
    }
  }

  private static String name(Element outline) {
    String name = attribute(outline, "title", "text", "htmlUrl");
    return name == null ? "without a title" : name;
  }

  /// The names of the outlines around it, outermost first.
  private static @Nullable String folder(Element outline) {
    List<String> names = new ArrayList<>();
    for (Element e = outline.parent(); e != null; e = e.parent()) {
      if (e.normalName().equals("outline")) {
        String name = attribute(e, "title", "text");
        if (name != null) names.addFirst(name);
      }
    }
    if (names.isEmpty()) {
      // Flat files name the folder in `category`: "/Folder/Sub,/Other".
      String category = attribute(outline, "category");
      if (category != null) return category.split(",", 2)[0].replaceFirst("^/", "").strip();
      return null;
    }
    return String.join("/", names);
  }

  private static @Nullable String attribute(Element e, String... names) {
    for (String name : names) {
      for (var a : e.attributes()) {
        if (a.getKey().equalsIgnoreCase(name) && !a.getValue().isBlank())
          return a.getValue().strip();
      }
    }
    return null;
  }

  /// Line by line, so that a quotation mark that is never closed spoils one line and not the rest.
  private void readLines(String text) {
    String[] lines = text.split("\\R", -1);
    var csv =
        CsvReader.builder()
            .fieldSeparator(TextLines.separator(List.of(lines)))
            .allowExtraCharsAfterClosingQuote(true);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      if (line.isEmpty() || line.startsWith("#")) continue;
      List<String> fields;
      try {
        fields = csv.ofSingleCsvRecord(line).getFields();
      } catch (CsvParseException e) {
        leaveOut("Line " + (i + 1) + " is broken: '" + shorten(line) + "'");
        continue;
      }
      int at = columnWithAddress(fields);
      if (at >= 0) {
        take(fields.get(at), title(fields, at), null, i + 1);
      } else if (i > 0) { // the first line may be a heading
        leaveOut("Line " + (i + 1) + " has no address: '" + shorten(line) + "'");
      }
    }
  }

  private static int columnWithAddress(List<String> fields) {
    for (int i = 0; i < fields.size(); i++) {
      String f = fields.get(i).strip().toLowerCase(Locale.ROOT);
      if (f.startsWith("http://") || f.startsWith("https://") || f.startsWith("feed:")) return i;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields
          .get(i)
          .strip()
          .matches("(?i)[\\p{L}\\d-]+(\\.[\\p{L}\\d-]+)*\\.\\p{L}{2,}(:\\d+)?(/\\S*)?")) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable String title(List<String> fields, int address) {
    for (int i = 0; i < fields.size(); i++) {
      String f = fields.get(i).strip();
      if (i != address && f.chars().anyMatch(Character::isLetter) && !f.contains("://")) return f;
    }
    return null;
  }

  private void take(
      String address, @Nullable String title, @Nullable String folder, @Nullable Integer line) {
    try {
      FeedUrl url = FeedUrl.of(address);
      feeds.putIfAbsent(url.toString(), new Listed(url, title, folder));
    } catch (IllegalArgumentException e) {
      leaveOut((line == null ? "" : "Line " + line + ": ") + e.getMessage());
    }
  }

  private void leaveOut(String sentence) {
    if (leftOut.size() < MOST_REPORTED) leftOut.add(sentence);
    else if (leftOut.size() == MOST_REPORTED) leftOut.add("… and more");
  }

  private static String shorten(String s) {
    return s.length() <= 80 ? s : s.substring(0, 79) + "…";
  }
}
