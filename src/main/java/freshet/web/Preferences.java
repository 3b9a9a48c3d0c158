package freshet.web;

import freshet.library.Administering;
import freshet.translate.Wish;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a reader wants the pages: kept with the account, and in cookies for who has not come in yet.
///
/// @param zone in which times are said; null for that of the machine
/// @param language of the pages, one of [Texts#LANGUAGES]; null for that of the browser
/// @param closedHints lines for the first visit that were closed, by name
/// @param wish what is translated, null if nothing
public record Preferences(
    View view,
    Theme theme,
    By by,
    Show show,
    Order order,
    Reads reads,
    Font font,
    Size size,
    Width width,
    Density density,
    PicturesFrom pictures,
    Hours hours,
    Week week,
    @Nullable ZoneId zone,
    @Nullable String language,
    Set<String> closedHints,
    @Nullable Wish wish) {
  static final String SETTINGS = "freshet.settings";

  /// Something to choose.
  public interface Choice {
    String name();

    /// As forms, cookies and the account have it.
    default String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How the river shows its entries.
  public enum View implements Choice {
    LIST(50),
    HEADLINES(100),
    CARDS(36),
    MAGAZINE(40),
    EXPANDED(20),
    PANES(50);

    /// Entries on a page.
    public final int size;

    View(int size) {
      this.size = size;
    }
  }

  /// Light, dark, or what the system says.
  public enum Theme implements Choice {
    AUTO,
    LIGHT,
    DARK
  }

  /// How the river is grouped within a day.
  public enum By implements Choice {
    TIME,
    TOPIC
  }

  /// Whether what was read is shown.
  public enum Show implements Choice {
    ALL,
    UNREAD
  }

  /// Whether the river begins with its latest or its oldest entry.
  public enum Order implements Choice {
    NEWEST,
    OLDEST
  }

  /// What makes an entry read by itself.
  public enum Reads implements Choice {
    OPEN,
    SCROLL,
    NEVER
  }

  /// The letters of headlines and texts.
  public enum Font implements Choice {
    SERIF,
    SANS
  }

  /// How large the letters are.
  public enum Size implements Choice {
    NORMAL,
    SMALL,
    LARGE,
    HUGE
  }

  /// How long the lines of a text are.
  public enum Width implements Choice {
    NORMAL,
    NARROW,
    WIDE
  }

  /// How close together entries stand.
  public enum Density implements Choice {
    NORMAL,
    COMPACT
  }

  /// Who a reader's browser asks for pictures.
  public enum PicturesFrom implements Choice {
    PUBLISHER,
    FRESHET,
    NOWHERE
  }

  /// Whether a day has hours up to 24 or twice up to 12.
  public enum Hours implements Choice {
    H24,
    H12
  }

  /// The day that a week begins with.
  public enum Week implements Choice {
    MONDAY,
    SUNDAY,
    SATURDAY;

    /// All days in their order.
    List<DayOfWeek> days() {
      DayOfWeek first = DayOfWeek.valueOf(name());
      return Stream.iterate(first, day -> day.plus(1)).limit(7).toList();
    }
  }

  /// What can be chosen by name; the first of each is what holds until somebody chooses.
  static final Map<String, Class<? extends Enum<?>>> NAMES =
      Map.ofEntries(
          Map.entry("view", View.class),
          Map.entry("theme", Theme.class),
          Map.entry("by", By.class),
          Map.entry("shown", Show.class),
          Map.entry("order", Order.class),
          Map.entry("reads", Reads.class),
          Map.entry("font", Font.class),
          Map.entry("size", Size.class),
          Map.entry("width", Width.class),
          Map.entry("density", Density.class),
          Map.entry("pictures", PicturesFrom.class),
          Map.entry("hours", Hours.class),
          Map.entry("week", Week.class));

  public boolean isOldestFirst() {
    return order == Order.OLDEST;
  }

  static Preferences of(Context ctx) {
    return new Preferences(
        kept(ctx, "view", View.class),
        kept(ctx, "theme", Theme.class),
        kept(ctx, "by", By.class),
        kept(ctx, "shown", Show.class),
        kept(ctx, "order", Order.class),
        kept(ctx, "reads", Reads.class),
        kept(ctx, "font", Font.class),
        kept(ctx, "size", Size.class),
        kept(ctx, "width", Width.class),
        kept(ctx, "density", Density.class),
        kept(ctx, "pictures", PicturesFrom.class),
        kept(ctx, "hours", Hours.class),
        kept(ctx, "week", Week.class),
        zone(kept(ctx, "zone")).orElse(null),
        language(kept(ctx, "language")).orElse(null),
        hints(ctx),
        wish(ctx));
  }

  private static @Nullable Wish wish(Context ctx) {
    Map<String, String> settings = ctx.attribute(SETTINGS);
    return settings == null ? null : Wish.of(settings).orElse(null);
  }

  private static Set<String> hints(Context ctx) {
    Map<String, String> settings = ctx.attribute(SETTINGS);
    return settings == null
        ? Set.of()
        : settings.getOrDefault(Administering.CLOSED_HINTS, "").lines().collect(Collectors.toSet());
  }

  private static <E extends Enum<E>> E kept(Context ctx, String name, Class<E> type) {
    return read(type, kept(ctx, name));
  }

  private static @Nullable String kept(Context ctx, String name) {
    Map<String, String> settings = ctx.attribute(SETTINGS);
    String kept = settings == null ? null : settings.get(name);
    return kept == null ? ctx.cookie(name) : kept;
  }

  /// What a form chooses, by name: nothing that there is not.
  static Map<String, String> choices(Context ctx) {
    Map<String, String> choices = new HashMap<>();
    NAMES.forEach((name, type) -> {
      String word = ctx.formParam(name);
      if (word != null) choices.put(name, known(type, word));
    });
    String zone = ctx.formParam("zone");
    if (zone != null) choices.put("zone", zone(zone).map(ZoneId::getId).orElse(""));
    String language = ctx.formParam("language");
    if (language != null) choices.put("language", language(language).orElse(""));
    return choices;
  }

  private static String known(Class<? extends Enum<?>> type, String word) {
    Enum<?>[] all = type.getEnumConstants();
    for (Enum<?> value : all) {
      if (value.name().equalsIgnoreCase(word)) return value.name().toLowerCase(Locale.ROOT);
    }
    return all[0].name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E read(Class<E> type, @Nullable String word) {
    E[] all = type.getEnumConstants();
    for (E value : all) {
      if (value.name().equalsIgnoreCase(word)) return value;
    }
    return all[0];
  }

  private static Optional<String> language(@Nullable String tag) {
    return Texts.tagged(tag).map(texts -> texts.locale().toLanguageTag());
  }

  private static Optional<ZoneId> zone(@Nullable String name) {
    if (name == null || name.isBlank() || name.length() > 60) return Optional.empty();
    try {
      return Optional.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
