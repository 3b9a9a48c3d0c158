package freshet.translate;

import freshet.fetch.HttpFetcher;
import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The services that the settings name: `libretranslate:https://…, deepl`, the best first. One that
/// is there twice gets a name: `second=libretranslate:https://…`. Keys stand apart, by name:
/// `deepl=…, second=…`.
public final class NamedServices {
  private static final Pattern SERVICE =
      Pattern.compile("(?:([a-z0-9-]{1,30})=)?([a-z]+)(?::(https?://\\S+))?");
  private static final Pattern KEY = Pattern.compile("([a-z0-9-]{1,30})=(\\S+)");
  private static final String FREE_DEEPL = "https://api-free.deepl.com";

  private NamedServices() {}

  private record Service(String id, Kind kind, @Nullable String address) {}

  /// @throws IllegalArgumentException with what the setting must be
  public static void check(String setting) {
    var _ = services(setting);
  }

  /// @throws IllegalArgumentException with what the setting must be
  public static void checkKeys(String setting) {
    var _ = keys(setting);
  }

  /// @throws IllegalArgumentException with what is wrong, as a sentence
  public static List<Translator> of(String setting, String keys, HttpFetcher fetcher) {
    Map<String, String> byId = keys(keys);
    List<Translator> all = new ArrayList<>();
    for (Service s : services(setting)) {
      String key = byId.remove(s.id);
      all.add(new ApiTranslator(s.id, s.kind, FeedUrl.of(address(s, key)), key, fetcher));
    }
    if (!byId.isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'translate.keys' has a key for '"
              + byId.keySet().iterator().next()
              + "', which the setting 'translate' does not name");
    }
    return all;
  }

  private static String address(Service service, @Nullable String key) {
    if (service.address != null) return service.address;
    boolean free = service.kind == Kind.DEEPL && key != null && key.endsWith(":fx");
    return free ? FREE_DEEPL : String.valueOf(service.kind.home);
  }

  private static List<Service> services(String setting) {
    List<Service> all = new ArrayList<>();
    for (String part : parts(setting)) {
      Matcher m = SERVICE.matcher(part);
      Kind kind = m.matches() ? kind(m.group(2)) : null;
      if (kind == null) {
        throw new IllegalArgumentException(
            "must name services such as libretranslate:https://translate.example,"
                + " apertium:http://127.0.0.1:2737, deepl or google");
      }
      if (m.group(3) == null && kind.home == null) {
        throw new IllegalArgumentException(
            "must say where " + kind.word() + " is: " + kind.word() + ":https://…");
      }
      if (m.group(3) != null) FeedUrl.of(m.group(3));
      String id = m.group(1) == null ? kind.word() : m.group(1);
      if (all.stream().anyMatch(s -> s.id.equals(id))) {
        throw new IllegalArgumentException(
            "must give one of two services a name: second=" + kind.word() + ":https://…");
      }
      all.add(new Service(id, kind, m.group(3)));
    }
    return all;
  }

  private static Map<String, String> keys(String setting) {
    Map<String, String> all = new HashMap<>();
    for (String part : parts(setting)) {
      Matcher m = KEY.matcher(part);
      if (!m.matches() || !m.group(2).chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new IllegalArgumentException("must be like deepl=…, libretranslate=…");
      }
      all.put(m.group(1), m.group(2));
    }
    return all;
  }

  private static List<String> parts(String setting) {
    List<String> parts = new ArrayList<>();
    for (String part : setting.split(",")) if (!part.isBlank()) parts.add(part.strip());
    return parts;
  }

  private static @Nullable Kind kind(String word) {
    for (Kind kind : Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(word)) return kind;
    }
    return null;
  }
}
