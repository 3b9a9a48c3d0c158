package freshet.web;

import io.javalin.http.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a reader wants the pages: kept with the account, and in cookies for who has not come in yet.
public record Preferences(View view, Theme theme, By by, Show show) {
  static final String SETTINGS = "freshet.settings";
  private static final List<String> NAMES = List.of("view", "theme", "by", "shown");

  /// How the river shows its entries.
  public enum View {
    LIST(50),
    CARDS(36),
    MAGAZINE(40),
    EXPANDED(20);

    /// Entries a page.
    public final int size;

    View(int size) {
      this.size = size;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Light, dark, or what the system says.
  public enum Theme {
    AUTO,
    LIGHT,
    DARK;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How the river is ordered within a day.
  public enum By {
    TIME,
    TOPIC;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether what was read is shown.
  public enum Show {
    ALL,
    UNREAD;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Preferences of(Context ctx) {
    return new Preferences(
        read(View.class, kept(ctx, "view"), View.LIST),
        read(Theme.class, kept(ctx, "theme"), Theme.AUTO),
        read(By.class, kept(ctx, "by"), By.TIME),
        read(Show.class, kept(ctx, "shown"), Show.ALL));
  }

  private static @Nullable String kept(Context ctx, String name) {
    Map<String, String> settings = ctx.attribute(SETTINGS);
    String kept = settings == null ? null : settings.get(name);
    return kept == null ? ctx.cookie(name) : kept;
  }

  /// What a form chooses, by name: nothing that there is not.
  static Map<String, String> choices(Context ctx) {
    Map<String, String> choices = new HashMap<>();
    for (String name : NAMES) {
      String word = ctx.formParam(name);
      if (word != null) choices.put(name, known(name, word));
    }
    return choices;
  }

  private static String known(String name, String word) {
    return switch (name) {
      case "view" -> read(View.class, word, View.LIST).word();
      case "by" -> read(By.class, word, By.TIME).word();
      case "shown" -> read(Show.class, word, Show.ALL).word();
      default -> read(Theme.class, word, Theme.AUTO).word();
    };
  }

  private static <E extends Enum<E>> E read(Class<E> type, @Nullable String word, E otherwise) {
    if (word == null) return otherwise;
    for (E value : type.getEnumConstants()) {
      if (value.name().equalsIgnoreCase(word)) return value;
    }
    return otherwise;
  }
}
