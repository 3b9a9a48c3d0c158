package freshet.exchange;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.bound.Stop;
import freshet.exchange.FeedList.Listed;
import freshet.model.FeedUrl;
import freshet.text.Csv;
import freshet.text.Cut;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.select.Elements;
import org.jspecify.annotations.Nullable;

/// Reads lists of feeds as people have them: OPML, however dirty; CSV with the address in any
/// column, whose heading may name columns for an id, a title and a folder; plain text, an address a
/// line. What cannot be taken is reported, the rest goes on.
public final class FeedListReader {
  private static final int MOST_REPORTED = 1000;
  private static final int LONGEST_LINE = 200_000;
  private static final int LONGEST_TITLE = 1000;
  private static final int LONGEST_FOLDER = 200;
  private static final int DEEPEST_FOLDER = 20;
  private static final Pattern DECLARED =
      Pattern.compile("<\\?xml[^>]*encoding\\s*=\\s*[\"']([A-Za-z0-9_.:-]+)[\"']");

  /// FreshRSS's own ways to make a feed of a page.
  private static final Pattern SCRAPED = Pattern.compile("(?i)(html|xml|json)\\+.+");

  private final Map<String, Listed> feeds = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();

  private FeedListReader() {}

  /// A list that takes too long is not taken, and says so.
  public static FeedList read(byte[] file) {
    String stopped = "was interrupted";
    try {
      switch (ReadingPool.shared().read(file.length, () -> of(file))) {
        case Result.Done<FeedList> done -> {
          return done.value();
        }
        case Result.Stopped<FeedList> late -> stopped = late.reason();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FeedListReader nothing = new FeedListReader();
    nothing.leaveOut("Reading the list " + stopped + ", so nothing of it was taken");
    return nothing.list(false);
  }

  private static FeedList of(byte[] file) {
    FeedListReader reader = new FeedListReader();
    String text = decode(file);
    String start = Cut.start(text, 4096).toLowerCase(Locale.ROOT);
    boolean opml = start.contains("<opml") || start.contains("<outline");
    if (opml) reader.readOpml(text);
    else if (start.contains("<html") || start.contains("<!doctype")) {
      reader.leaveOut(
          "This is a web page, not a list of feeds (OPML, CSV or one address per line)");
    } else reader.readLines(text);
    return reader.list(opml);
  }

  private FeedList list(boolean opml) {
    return new FeedList(List.copyOf(feeds.values()), List.copyOf(leftOut), opml);
  }

  /// UTF-16 by its mark or its zeros, UTF-8 where it is valid UTF-8, else what the file declares,
  /// else the old Western encoding.
  private static String decode(byte[] file) {
    if (startsWith(file, 0xfe, 0xff) || startsWith(file, 0xff, 0xfe)) {
      return new String(file, StandardCharsets.UTF_16);
    }
    if (startsWith(file, '<', 0)) return new String(file, StandardCharsets.UTF_16LE);
    if (startsWith(file, 0, '<')) return new String(file, StandardCharsets.UTF_16BE);
    Charset declared = declared(file);
    // Text with escapes is ASCII to the eye of every other encoding.
    if (declared.name().startsWith("ISO-2022")) return new String(file, declared);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      return new String(file, declared);
    }
  }

  private static boolean startsWith(byte[] file, int first, int second) {
    return file.length >= 2 && (file[0] & 0xff) == first && (file[1] & 0xff) == second;
  }

  /// The encoding that the XML declaration names. The names of some stand for their successors, as
  /// browsers have it (https://encoding.spec.whatwg.org/#names-and-labels).
  private static Charset declared(byte[] file) {
    String start = new String(file, 0, Math.min(file.length, 300), StandardCharsets.ISO_8859_1);
    Matcher found = DECLARED.matcher(start);
    String name = found.find() ? found.group(1).toLowerCase(Locale.ROOT) : "";
    String better =
        switch (name) {
          case "shift_jis", "sjis", "shift-jis", "x-sjis" -> "windows-31j";
          case "gb2312", "gbk", "gb_2312-80" -> "GB18030";
          case "euc-kr", "ks_c_5601-1987" -> "x-windows-949";
          case "big5" -> "Big5-HKSCS";
          case "", "utf-8", "us-ascii", "iso-8859-1", "latin1" -> "windows-1252";
          case "iso-8859-9" -> "windows-1254";
          default -> name;
        };
    try {
      return Charset.forName(better);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return Charset.forName("windows-1252");
    }
  }

  private void readOpml(String text) {
    for (Element outline : outlines(text)) {
      Stop.check();
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
      String type = attribute(outline, "type");
      if (type != null && SCRAPED.matcher(type).matches()) {
        leaveOut(
            "'"
                + name(outline)
                + "': FreshRSS makes this feed itself from a page ("
                + Cut.to(type, 40)
                + "), which Freshet cannot do");
        continue;
      }
      take(
          address,
          attribute(outline, "title", "text"),
          folders(outline),
          attribute(outline, "id"),
          attribute(outline, "htmlUrl"),
          attribute(outline, "description"),
          attribute(outline, "listSelector"),
          null);
    }
  }

  private static Elements outlines(String text) {
    return Parser.xmlParser().parseInput(Stop.markup(text), "").select("outline");
  }

  private static String name(Element outline) {
    String name = attribute(outline, "title", "text", "htmlUrl");
    return name == null ? "without a title" : Cut.to(name, 80);
  }

  /// The names of the outlines around it, outermost first, or what it says of its categories.
  private static List<String> folders(Element outline) {
    List<String> names = new ArrayList<>();
    for (Element e = outline.parent(); e != null; e = e.parent()) {
      if (e.normalName().equals("outline")) {
        String name = attribute(e, "title", "text");
        if (name != null) names.addFirst(Cut.to(name, LONGEST_FOLDER));
        if (names.size() == DEEPEST_FOLDER) break; // names its innermost folders
      }
    }
    if (!names.isEmpty()) return List.of(String.join("/", names));
    // Flat files name the folders in `category`: "/Folder/Sub,/Other".
    String category = attribute(outline, "category");
    if (category == null) return List.of();
    return Arrays.stream(category.split(",", DEEPEST_FOLDER))
        .map(path -> Cut.to(path.strip().replaceFirst("^/", ""), LONGEST_FOLDER))
        .filter(path -> !path.isBlank())
        .distinct()
        .toList();
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
    Heading heading = null;
    boolean first = true;
    for (int i = 0; i < lines.length; i++) {
      Stop.check();
      String line = lines[i].strip();
      if (line.isEmpty() || line.startsWith("#")) continue;
      if (line.length() > LONGEST_LINE) {
        leaveOut("Line " + (i + 1) + " is too long: '" + Cut.to(line, 80) + "'");
        continue;
      }
      List<String> fields;
      try {
        fields = csv.ofSingleCsvRecord(line).getFields();
      } catch (CsvParseException e) {
        leaveOut("Line " + (i + 1) + " is broken: '" + Cut.to(line, 80) + "'");
        continue;
      }
      int at = columnWithAddress(fields);
      if (first && at < 0) heading = Heading.of(fields);
      if (at >= 0 && heading != null) {
        String folder = field(fields, heading.folder);
        take(
            fields.get(at),
            heading.title >= 0 ? field(fields, heading.title) : null,
            folder == null ? List.of() : List.of(folder),
            field(fields, heading.id),
            null,
            null,
            field(fields, heading.list),
            i + 1);
      } else if (at >= 0) {
        take(fields.get(at), title(fields, at), List.of(), null, null, null, null, i + 1);
      } else if (!first) { // the first line may be a heading
        leaveOut("Line " + (i + 1) + " has no address: '" + Cut.to(line, 80) + "'");
      }
      first = false;
    }
  }

  /// Which column holds what, by the names people give them; -1 for none.
  private record Heading(int id, int title, int folder, int list) {
    /// Null if the line has none of the names.
    static @Nullable Heading of(List<String> fields) {
      Heading found =
          new Heading(
              column(fields, "id|own[_ ]?id|feed[_ ]?id|key|nr|no|number|code"),
              column(fields, "title|name|feed[_ ]?(title|name)"),
              column(fields, "folder|category|topic|group|section"),
              column(fields, "list_selector"));
      return found.id < 0 && found.title < 0 && found.folder < 0 ? null : found;
    }

    private static int column(List<String> fields, String names) {
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i).strip().toLowerCase(Locale.ROOT).matches(names)) return i;
      }
      return -1;
    }
  }

  private static @Nullable String field(List<String> fields, int at) {
    if (at < 0 || at >= fields.size() || fields.get(at).isBlank()) return null;
    return fields.get(at).strip();
  }

  private static int columnWithAddress(List<String> fields) {
    for (int i = 0; i < fields.size(); i++) {
      String f = fields.get(i).strip().toLowerCase(Locale.ROOT);
      if (f.startsWith("http://") || f.startsWith("https://") || f.startsWith("feed:")) return i;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).length() > FeedUrl.MAX_LENGTH) continue;
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
      if (i != address && f.chars().anyMatch(Character::isLetter) && !f.contains("://")) {
        return Csv.meant(f);
      }
    }
    return null;
  }

  private void take(
      String address,
      @Nullable String title,
      List<String> folders,
      @Nullable String id,
      @Nullable String link,
      @Nullable String description,
      @Nullable String list,
      @Nullable Integer line) {
    try {
      FeedUrl url = FeedUrl.of(address);
      String name = title == null ? null : Cut.to(title, LONGEST_TITLE);
      Listed listed = new Listed(url, name, folders, id, link, description, list);
      feeds.merge(url.toString(), listed, Listed::with);
    } catch (IllegalArgumentException e) {
      leaveOut((line == null ? "" : "Line " + line + ": ") + e.getMessage());
    }
  }

  private void leaveOut(String sentence) {
    if (leftOut.size() < MOST_REPORTED) leftOut.add(sentence);
    else if (leftOut.size() == MOST_REPORTED) leftOut.add("… and more");
  }
}
