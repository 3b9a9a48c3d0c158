package freshet.web;

import io.javalin.http.Context;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How this browser wants its pages; kept in cookies.
public record Look(View view, Theme theme, By by) {

  /// How the river shows its entries.
  public enum View {
    LIST(50),
    CARDS(36),
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

  static Look of(Context ctx) {
    return new Look(
        read(View.class, ctx.cookie("view"), View.LIST),
        read(Theme.class, ctx.cookie("theme"), Theme.AUTO),
        read(By.class, ctx.cookie("by"), By.TIME));
  }

  /// Takes `?view=`, `?theme=` and `?by=` into the cookies; true if there were any.
  static boolean choose(Context ctx) {
    boolean chosen = false;
    for (String name : new String[] {"view", "theme", "by"}) {
      String wish = ctx.queryParam(name);
      if (wish == null) continue;
      chosen = true;
      String word =
          switch (name) {
            case "view" -> read(View.class, wish, View.LIST).word();
            case "by" -> read(By.class, wish, By.TIME).word();
            default -> read(Theme.class, wish, Theme.AUTO).word();
          };
      ctx.cookie(Guard.cookie(name, word, ctx, true));
    }
    return chosen;
  }

  private static <E extends Enum<E>> E read(Class<E> type, @Nullable String word, E otherwise) {
    if (word == null) return otherwise;
    for (E value : type.getEnumConstants()) {
      if (value.name().equalsIgnoreCase(word)) return value;
    }
    return otherwise;
  }
}
