package freshet.exchange;

import crawlercommons.domains.EffectiveTldFinder;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.bound.Stop;
import freshet.model.FeedUrl;
import freshet.text.Cut;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/// Reads lists of sites as people have them: CSV with the address in a column that is found by
/// itself, plain text, OPML. What cannot be taken is reported, the rest goes on.
public final class SiteListReader {
  private static final int MOST_REPORTED = 1000;
  private static final int SAMPLE = 1000;
  private static final int LONGEST_LINE = 200_000;

  private static final Pattern HEADING =
      Pattern.compile("(?i)web|url|site|home|domain|www|address|link|koduleht|adres");
  private static final Pattern NAME =
      Pattern.compile(
          "(?i)([\\p{L}\\p{M}\\d_-]+(?:\\.[\\p{L}\\p{M}\\d-]+)*\\.\\p{L}[\\p{L}\\p{M}\\d-]+)"
              + "(:\\d{1,5})?([/?#]\\S*)?");
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?i)localhost(:\\d{1,5})?(/\\S*)?|\\d{1,3}(\\.\\d{1,3}){3}(:\\d{1,5}(/\\S*)?|/\\S*)");
  private static final Pattern PICTURE =
      Pattern.compile("(?i).*\\.(png|jpe?g|gif|svg|webp|ico|pdf)([?#].*)?");

  private final Map<String, FeedUrl> sites = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private int repeated;

  private SiteListReader() {}

  /// A list that takes too long is not taken, and says so.
  public static SiteList read(byte[] file) {
    String stopped = "was interrupted";
    try {
      switch (ReadingPool.shared().read(file.length, () -> of(file))) {
        case Result.Done<SiteList> done -> {
          return done.value();
        }
        case Result.Stopped<SiteList> late -> stopped = late.reason();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    SiteListReader nothing = new SiteListReader();
    nothing.leaveOut("Reading the list " + stopped + ", so nothing of it was taken");
    return nothing.list();
  }

  private static SiteList of(byte[] file) {
    SiteListReader reader = new SiteListReader();
    List<String> lines = TextLines.of(file);
    if (lines == null) {
      reader.leaveOut("This is not a text, but something else");
      return reader.list();
    }
    String start =
        String.join("\n", lines.subList(0, Math.min(lines.size(), 50))).toLowerCase(Locale.ROOT);
    if (start.contains("<opml") || start.contains("<outline")) reader.readOpml(lines);
    else if (start.contains("<html") || start.contains("<!doctype")) {
      reader.leaveOut(
          "This is a web page, not a list of sites (CSV, OPML or one address per line)");
    } else reader.readLines(lines);
    return reader.list();
  }

  private SiteList list() {
    return new SiteList(List.copyOf(sites.values()), repeated, List.copyOf(leftOut));
  }

  /// The site of a feed where the file names it, else the feed itself: that is a site of one page.
  private void readOpml(List<String> lines) {
    Reader text = Stop.markup(String.join("\n", lines));
    for (Element outline : Parser.xmlParser().parseInput(text, "").select("outline")) {
      Stop.check();
      String address = null;
      for (String name : new String[] {"htmlurl", "xmlurl", "url"}) {
        for (var a : outline.attributes()) {
          if (address == null && a.getKey().equalsIgnoreCase(name) && !a.getValue().isBlank()) {
            address = a.getValue().strip();
          }
        }
      }
      if (address != null) take(address, null);
      else if (outline.childrenSize() == 0) {
        leaveOut("'" + Cut.to(outline.attr("text"), 80) + "': the outline has no address");
      }
    }
  }

  /// Line by line, so that a quotation mark that is never closed spoils one line and not the rest.
  private void readLines(List<String> lines) {
    CsvReaderBuilder csv =
        CsvReader.builder()
            .fieldSeparator(TextLines.separator(lines))
            .allowExtraCharsAfterClosingQuote(true);
    int column = column(lines, csv);
    boolean first = true;
    for (int i = 0; i < lines.size(); i++) {
      Stop.check();
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) continue;
      List<String> fields = fields(line, csv);
      if (fields == null) {
        leaveOut("Line " + (i + 1) + " is broken: '" + Cut.to(line, 80) + "'");
      } else if (!takeFrom(fields, column, i + 1) && !first) {
        leaveOut("Line " + (i + 1) + " has no address: '" + Cut.to(line, 80) + "'");
      }
      first = false; // which may be a heading
    }
  }

  private static @Nullable List<String> fields(String line, CsvReaderBuilder csv) {
    if (line.length() > LONGEST_LINE) return null;
    try {
      return csv.ofSingleCsvRecord(line).getFields();
    } catch (CsvParseException | IllegalArgumentException e) {
      return null;
    }
  }

  /// The column with the most different servers in it: a column of logos or of pages on one social
  /// network has few. A heading that names a site counts for a third more.
  private static int column(List<String> lines, CsvReaderBuilder csv) {
    Map<Integer, Set<String>> servers = new LinkedHashMap<>();
    List<String> heading = List.of();
    int seen = 0;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) continue;
      List<String> fields = fields(line.strip(), csv);
      if (fields == null) continue;
      if (seen++ == 0) heading = fields;
      if (seen > SAMPLE) break;
      for (int i = 0; i < fields.size(); i++) {
        String server = server(fields.get(i).strip());
        if (server != null) servers.computeIfAbsent(i, _ -> new HashSet<>()).add(server);
      }
    }
    int best = -1;
    double most = 0;
    for (var e : servers.entrySet()) {
      int i = e.getKey();
      boolean named = i < heading.size() && HEADING.matcher(heading.get(i)).find();
      double worth = e.getValue().size() * (named ? 1.34 : 1);
      if (worth > most) {
        most = worth;
        best = i;
      }
    }
    return best;
  }

  private static @Nullable String server(String cell) {
    if (!isAddress(cell) || PICTURE.matcher(cell).matches()) return null;
    try {
      return FeedUrl.of(cell).host();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private boolean takeFrom(List<String> fields, int column, int line) {
    // A name that stands alone is meant as an address, even one that no public suffix knows.
    String alone = fields.size() == 1 ? fields.getFirst().strip() : "";
    if (alone.length() <= FeedUrl.MAX_LENGTH && NAME.matcher(alone).matches()) {
      return take(alone, line);
    }
    if (column >= 0 && column < fields.size() && takeCell(fields.get(column), line)) return true;
    for (int i = 0; i < fields.size(); i++) {
      if (i != column && takeCell(fields.get(i), line)) return true;
    }
    return false;
  }

  /// A cell may hold several addresses: `a.example, b.example`.
  private boolean takeCell(String cell, int line) {
    String text = cell.strip();
    if (isAddress(text)) return take(text, line);
    boolean any = false;
    for (String part : text.split("[\\s,;|]+", -1)) {
      if (isAddress(part)) any |= take(part, line);
    }
    return any;
  }

  private static boolean isAddress(String text) {
    if (text.length() < 4 || text.length() > FeedUrl.MAX_LENGTH) return false;
    if (text.regionMatches(true, 0, "http://", 0, 7)
        || text.regionMatches(true, 0, "https://", 0, 8)
        || text.regionMatches(true, 0, "feed:", 0, 5)) {
      return text.chars().noneMatch(Character::isWhitespace);
    }
    if (ADDRESS.matcher(text).matches()) return true;
    Matcher name = NAME.matcher(text);
    return name.matches()
        && EffectiveTldFinder.getAssignedDomain(name.group(1).toLowerCase(Locale.ROOT), true, false)
            != null;
  }

  /// True if it said something of the line: taken, or left out with a reason.
  private boolean take(String address, @Nullable Integer line) {
    try {
      FeedUrl url = FeedUrl.of(address);
      if (sites.putIfAbsent(key(url), url) != null) repeated++;
    } catch (IllegalArgumentException e) {
      leaveOut((line == null ? "" : "Line " + line + ": ") + e.getMessage());
    }
    return true;
  }

  /// `http://www.a.example/` and `https://a.example` are one site.
  private static String key(FeedUrl url) {
    String rest = url.toString().replaceFirst("^https?://(www\\.)?", "");
    return rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
  }

  private void leaveOut(String sentence) {
    if (leftOut.size() < MOST_REPORTED) leftOut.add(sentence);
    else if (leftOut.size() == MOST_REPORTED) leftOut.add("… and more");
  }
}
