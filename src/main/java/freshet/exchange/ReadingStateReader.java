package freshet.exchange;

import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.bound.Stop;
import freshet.exchange.ReadingState.Kept;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what other programs say of entries: JSON of Google Reader's kind, as Google Takeout,
/// FreshRSS (a file, or its archive), Inoreader and The Old Reader have it; Feedly's; the entries
/// of Miniflux's API.
///
/// - `items` is a list of Google's and Feedly's kind, `entries` one of Miniflux's, a list alone is
///   Feedly's;
/// - Google's kind says by `categories` what is `…/state/com.google/read` and `…/starred`, Feedly
///   by `unread` and the tag `global.saved`, Miniflux by `status` and `starred`;
/// - a file of starred entries says so in its own `id`; but for FreshRSS, whose file of that name
///   has those with a label too, and says of each what it is;
/// - older FreshRSS has the feed's own id of an entry as its `id`, newer ones as `guid`.
public final class ReadingStateReader {
  private static final long LARGEST_UNPACKED = 500_000_000;
  private static final int LARGEST_LIST = 20_000_000;
  private static final int MOST_FILES = 10_000;
  private static final int MOST_ENTRIES = 500_000;
  private static final long MOST_CHARACTERS = 50_000_000;
  private static final int LONGEST = 8_192;
  private static final int MOST_OF_A_LIST = 200;
  private static final int DEEPEST = 4;

  /// What is read of an entry; its text may be of any length and is passed over.
  private static final Set<String> WANTED =
      Set.of(
          "canonical",
          "canonicalUrl",
          "alternate",
          "guid",
          "id",
          "originId",
          "title",
          "unread",
          "categories",
          "tags",
          "url",
          "status",
          "starred");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<Kept> entries = new ArrayList<>();
  private long characters;
  private @Nullable String cut;

  private ReadingStateReader() {}

  /// An entry as one file tells it: what the file is may stand behind its entries.
  ///
  /// @param own the id, if it may be the feed's own name for the entry
  private record Told(
      @Nullable String link,
      @Nullable String guid,
      @Nullable String own,
      @Nullable String title,
      boolean read,
      boolean starred,
      Set<String> labels) {}

  /// Whether a file can be one, by how it begins.
  public static boolean isOne(byte[] file) {
    if (isArchive(file)) return true;
    for (byte b : file) {
      if (b == '{' || b == '[') return true;
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t' && (b & 0x80) == 0) return false;
    }
    return false;
  }

  private static boolean isArchive(byte[] file) {
    return file.length > 4 && file[0] == 'P' && file[1] == 'K' && file[2] == 3 && file[3] == 4;
  }

  /// The list of feeds in an archive, as FreshRSS puts it beside the entries; null if there is
  /// none.
  public static byte @Nullable [] list(byte[] file) {
    if (!isArchive(file)) return null;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (int i = 0; i < MOST_FILES; i++) {
        ZipEntry e = zip.getNextEntry();
        if (e == null) return null;
        if (!e.getName().toLowerCase(Locale.ROOT).matches(".*[.]opml([.]xml)?")) continue;
        byte[] list = zip.readNBytes(LARGEST_LIST + 1);
        return list.length > LARGEST_LIST ? null : list;
      }
    } catch (IOException e) {
      // a broken archive: the entries before say what there is to say
    }
    return null;
  }

  /// What cannot be read has no entries. A file that takes too long or has too much is read as far
  /// as that, and says so.
  public static ReadingState read(byte[] file) {
    ReadingStateReader reader = new ReadingStateReader();
    String stopped = "was interrupted";
    try {
      Result<Boolean> result = ReadingPool.shared().read(file.length, () -> reader.take(file));
      switch (result) {
        case Result.Done<Boolean> _ -> {
          return new ReadingState(List.copyOf(reader.entries), reader.cut);
        }
        case Result.Stopped<Boolean> late -> stopped = late.reason();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new ReadingState(
        List.of(), "Reading the list " + stopped + ", so nothing of it was taken");
  }

  private boolean take(byte[] file) {
    if (isArchive(file)) archive(file);
    else json(new ByteArrayInputStream(file));
    return true;
  }

  private void archive(byte[] file) {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      Limited unpacked = new Limited(zip);
      for (ZipEntry e = zip.getNextEntry(); e != null && cut == null; e = zip.getNextEntry()) {
        if (e.getName().toLowerCase(Locale.ROOT).endsWith(".json")) json(unpacked);
      }
    } catch (IOException e) {
      // a broken archive: what was read of it counts
    }
  }

  /// Of an archive that unpacks to more than anybody has, only the beginning.
  private final class Limited extends FilterInputStream {
    private long left = LARGEST_UNPACKED;

    Limited(InputStream in) {
      super(in);
    }

    /// One file of the archive is over, not the archive.
    @Override
    public void close() {}

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      Stop.check();
      if (left <= 0) {
        cut = TOO_MUCH;
        return -1;
      }
      int read = super.read(to, from, (int) Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }
  }

  private static final String TOO_MUCH =
      "The file has more than can be taken over at once; only its beginning was read";

  private void json(InputStream in) {
    List<Told> told = new ArrayList<>();
    String id = "";
    try (JsonParser parser = JSON.createParser(in)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_ARRAY) list(parser, told);
      if (first == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          JsonToken value = parser.nextToken();
          boolean list = name.equals("items") || name.equals("entries");
          if (list && value == JsonToken.START_ARRAY) list(parser, told);
          else if (name.equals("id") && value == JsonToken.VALUE_STRING) id = parser.getString();
          else parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      // broken or cut off: what was read of it counts
    }
    boolean freshRss = id.contains("/state/org.freshrss/");
    boolean starred = !freshRss && isStarred(id);
    for (Told t : told) {
      String guid = t.guid == null && freshRss ? t.own : t.guid;
      if (t.link == null && guid == null) continue;
      entries.add(new Kept(t.link, guid, t.title, t.read, t.starred || starred, t.labels));
    }
  }

  private void list(JsonParser parser, List<Told> told) {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      Stop.check();
      ObjectNode entry = JSON.createObjectNode();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (WANTED.contains(name)) entry.set(name, value(parser, 0));
        else parser.skipChildren();
      }
      if (entries.size() + told.size() >= MOST_ENTRIES || characters > MOST_CHARACTERS) {
        cut = TOO_MUCH;
        return;
      }
      told.add(entry.has("url") && !entry.has("canonical") ? ofMiniflux(entry) : item(entry));
    }
  }

  /// A value as far as anybody looks at it: of a long list the beginning, no depths, no long texts.
  private JsonNode value(JsonParser parser, int depth) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, depth);
      case START_ARRAY -> array(parser, depth);
      case VALUE_STRING -> {
        String text = parser.getString();
        if (text.length() > LONGEST) yield JSON.getNodeFactory().missingNode();
        characters += text.length();
        yield JSON.getNodeFactory().stringNode(text);
      }
      case VALUE_TRUE, VALUE_FALSE -> JSON.getNodeFactory().booleanNode(parser.getBooleanValue());
      default -> JSON.getNodeFactory().missingNode();
    };
  }

  private ObjectNode object(JsonParser parser, int depth) {
    ObjectNode object = JSON.createObjectNode();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      boolean take = depth < DEEPEST && object.size() < MOST_OF_A_LIST;
      if (take) object.set(name, value(parser, depth + 1));
      else parser.skipChildren();
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, int depth) {
    ArrayNode array = JSON.createArrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      boolean take = depth < DEEPEST && array.size() < MOST_OF_A_LIST;
      if (take) array.add(value(parser, depth + 1));
      else parser.skipChildren();
    }
    return array;
  }

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private static boolean isStarred(String id) {
    return id.endsWith("/starred") || id.endsWith("/global.saved");
  }

  private static Told ofMiniflux(JsonNode e) {
    return new Told(
        text(e, "url"),
        null,
        null,
        text(e, "title"),
        e.path("status").asString("").equals("read"),
        e.path("starred").asBoolean(false),
        Set.of());
  }

  private static Told item(JsonNode item) {
    String link = href(item, "canonical");
    if (link == null) link = text(item, "canonicalUrl");
    if (link == null) link = href(item, "alternate");
    String guid = text(item, "guid");
    String id = text(item, "id");
    if (guid == null) guid = text(item, "originId");
    boolean own = id != null && !id.startsWith("tag:google") && !NUMBER.matcher(id).matches();
    boolean read = !item.path("unread").asBoolean(true);
    boolean starred = false;
    Set<String> labels = new LinkedHashSet<>();
    for (String list : List.of("categories", "tags")) {
      for (JsonNode category : item.path(list)) {
        String is = category.isString() ? category.stringValue() : category.path("id").asString("");
        if (is.endsWith("/state/com.google/read")) read = true;
        else if (isStarred(is)) starred = true;
        else if (is.matches("user/[^/]*/label/.+")) labels.add(is.replaceFirst("^.*?/label/", ""));
        else if (list.equals("tags") && is.matches("user/[^/]*/tag/(?!global[.]).+")) {
          labels.add(category.path("label").asString(is.replaceFirst("^.*/", "")));
        }
      }
    }
    return new Told(link, guid, own ? id : null, text(item, "title"), read, starred, labels);
  }

  private static @Nullable String href(JsonNode item, String list) {
    return text(item.path(list).path(0), "href");
  }

  private static @Nullable String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }
}
