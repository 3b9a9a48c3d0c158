package freshet.model;

import freshet.text.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a feed says of itself beside its title, description and language, by the names of RSS 2.0;
/// other formats have most of it too.
///
/// @param pubDate when its contents were published
/// @param lastBuildDate when it last changed
/// @param rating its PICS rating
public record ChannelFacts(
    @Nullable String copyright,
    @Nullable String managingEditor,
    @Nullable String webMaster,
    @Nullable Instant pubDate,
    @Nullable Instant lastBuildDate,
    List<String> categories,
    @Nullable String generator,
    @Nullable String rating) {

  private static final int LONGEST = 2_000;
  private static final int MOST_CATEGORIES = 50;

  public static final ChannelFacts NONE =
      new ChannelFacts(null, null, null, null, null, List.of(), null, null);

  public static ChannelFacts of(ParsedFeed.Channel c) {
    Map<String, String> more = c.more();
    return new ChannelFacts(
        c.copyright(),
        more.get("managingEditor"),
        more.get("webMaster"),
        c.published(),
        c.updated(),
        c.categories(),
        c.generator(),
        more.get("rating"));
  }

  /// By name, what is there only; categories are `category.0` and so on.
  public Map<String, String> byName() {
    Map<String, String> all = new LinkedHashMap<>();
    put(all, "copyright", copyright);
    put(all, "managingEditor", managingEditor);
    put(all, "webMaster", webMaster);
    put(all, "pubDate", pubDate);
    put(all, "lastBuildDate", lastBuildDate);
    for (int i = 0; i < Math.min(categories.size(), MOST_CATEGORIES); i++) {
      put(all, "category." + i, categories.get(i));
    }
    put(all, "generator", generator);
    put(all, "rating", rating);
    return all;
  }

  private static void put(Map<String, String> all, String name, @Nullable Object value) {
    if (value == null) return;
    String text = value.toString().strip();
    if (!text.isEmpty()) all.put(name, Cut.start(text, LONGEST));
  }

  public static ChannelFacts of(Map<String, String> byName) {
    List<String> categories = new ArrayList<>();
    for (int i = 0; byName.containsKey("category." + i); i++) {
      categories.add(String.valueOf(byName.get("category." + i)));
    }
    return new ChannelFacts(
        byName.get("copyright"),
        byName.get("managingEditor"),
        byName.get("webMaster"),
        time(byName.get("pubDate")),
        time(byName.get("lastBuildDate")),
        List.copyOf(categories),
        byName.get("generator"),
        byName.get("rating"));
  }

  private static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}
