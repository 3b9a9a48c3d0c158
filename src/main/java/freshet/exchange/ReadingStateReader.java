package freshet.exchange;

import freshet.exchange.ReadingState.Kept;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<Kept> entries = new ArrayList<>();

  private ReadingStateReader() {}

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

  /// What cannot be read has no entries.
  public static ReadingState read(byte[] file) {
    ReadingStateReader reader = new ReadingStateReader();
    if (isArchive(file)) reader.archive(file);
    else reader.json(file);
    return new ReadingState(List.copyOf(reader.entries));
  }

  private void archive(byte[] file) {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      long left = LARGEST_UNPACKED;
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        if (!e.getName().toLowerCase(Locale.ROOT).endsWith(".json")) continue;
        byte[] bytes = zip.readNBytes((int) left);
        left -= bytes.length;
        json(bytes);
      }
    } catch (IOException e) {
      // a broken archive: what was read of it counts
    }
  }

  private void json(byte[] bytes) {
    JsonNode root;
    try {
      root = JSON.readTree(bytes);
    } catch (JacksonException e) {
      return;
    }
    String id = root.path("id").asString("");
    boolean freshRss = id.contains("/state/org.freshrss/");
    boolean starred = !freshRss && isStarred(id);
    for (JsonNode entry : root.path("entries")) ofMiniflux(entry);
    for (JsonNode item : root.isArray() ? root : root.path("items")) item(item, starred, freshRss);
  }

  private static boolean isStarred(String id) {
    return id.endsWith("/starred") || id.endsWith("/global.saved");
  }

  private void ofMiniflux(JsonNode e) {
    take(
        text(e, "url"),
        null,
        text(e, "title"),
        e.path("status").asString("").equals("read"),
        e.path("starred").asBoolean(false),
        Set.of());
  }

  private void item(JsonNode item, boolean inStarred, boolean ofFreshRss) {
    String link = href(item, "canonical");
    if (link == null) link = text(item, "canonicalUrl");
    if (link == null) link = href(item, "alternate");
    String guid = text(item, "guid");
    String id = text(item, "id");
    if (guid == null && ofFreshRss && id != null && !id.matches("tag:google.*|[0-9]+")) guid = id;
    boolean read = !item.path("unread").asBoolean(true);
    boolean starred = inStarred;
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
    take(
        link,
        guid == null ? text(item, "originId") : guid,
        text(item, "title"),
        read,
        starred,
        labels);
  }

  private void take(
      @Nullable String link,
      @Nullable String guid,
      @Nullable String title,
      boolean read,
      boolean starred,
      Set<String> labels) {
    if (link == null && guid == null) return;
    entries.add(new Kept(link, guid, title, read, starred, labels));
  }

  private static @Nullable String href(JsonNode item, String list) {
    return text(item.path(list).path(0), "href");
  }

  private static @Nullable String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }
}
