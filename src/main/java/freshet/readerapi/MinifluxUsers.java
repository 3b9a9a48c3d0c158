package freshet.readerapi;

import static freshet.http.Json.body;
import static freshet.readerapi.MinifluxApi.get;
import static freshet.readerapi.MinifluxApi.put;
import static freshet.readerapi.MinifluxApi.send;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Problem;
import freshet.library.Administering;
import freshet.library.Library;
import freshet.model.Account;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Users of Miniflux's API, which are accounts: one's own, and for the administrator all. How pages
/// look is not set here, since Miniflux's settings are not ours.
final class MinifluxUsers {
  /// What Miniflux has and Freshet has not, as it is there at first: some clients decode each
  /// field.
  private static final Map<String, Object> UNSET =
      Map.ofEntries(
          Map.entry("theme", "system"),
          Map.entry("language", "en_US"),
          Map.entry("timezone", "UTC"),
          Map.entry("entry_sorting_direction", "desc"),
          Map.entry("entry_sorting_order", "published_at"),
          Map.entry("stylesheet", ""),
          Map.entry("custom_js", ""),
          Map.entry("google_id", ""),
          Map.entry("openid_connect_id", ""),
          Map.entry("entries_per_page", 100),
          Map.entry("keyboard_shortcuts", true),
          Map.entry("show_reading_time", true),
          Map.entry("entry_swipe", true),
          Map.entry("gesture_nav", "tap"),
          Map.entry("double_tap", true),
          Map.entry("display_mode", "standalone"),
          Map.entry("default_reading_speed", 265),
          Map.entry("cjk_reading_speed", 500),
          Map.entry("default_home_page", "unread"),
          Map.entry("categories_sorting_order", "alphabetical"),
          Map.entry("mark_read_on_view", true),
          Map.entry("media_playback_rate", 1));

  private static final Map<String, String> VERSION =
      Map.of(
          "version", MinifluxApi.LIKE,
          "commit", "",
          "build_date", "",
          "go_version", "",
          "compiler", "",
          "arch", "",
          "os", "");

  private final Administering administering;

  MinifluxUsers(Library library) {
    this.administering = library.administering();
  }

  void register(Door door) {
    get(door, "/v1/version", (ctx, _) -> send(ctx, VERSION));
    get(door, "/v1/me", (ctx, who) -> send(ctx, User.of(who)));
    get(door, "/v1/users", this::users);
    get(door, "/v1/users/{user}", (ctx, who) -> send(ctx, User.of(one(ctx, who))));
    door.forAccount(HandlerType.POST, "/v1/users", Body.LIST, this::add);
    put(door, "/v1/users/{user}", this::change);
    door.forAccount(HandlerType.DELETE, "/v1/users/{user}", Body.NOTHING, this::remove);
    put(door, "/v1/flush-history", this::flush);
    door.forAccount(HandlerType.DELETE, "/v1/flush-history", Body.NOTHING, this::flush);
  }

  record User(
      long id,
      String username,
      boolean isAdmin,
      @JsonInclude(Include.ALWAYS) @Nullable Instant lastLoginAt,
      @JsonAnyGetter Map<String, Object> unset) {
    static User of(Account a) {
      return new User(a.id(), a.name(), a.isAdministrator(), a.seenAt(), UNSET);
    }
  }

  private void users(Context ctx, Account who) {
    send(ctx, administering.accounts(who).stream().map(User::of).toList());
  }

  /// By number or by name.
  private Account one(Context ctx, Account who) {
    String wanted = ctx.pathParam("user");
    if (wanted.matches("[0-9]{1,18}")) return administering.account(who, Long.parseLong(wanted));
    List<Account> all = who.isAdministrator() ? administering.accounts(who) : List.of(who);
    return all.stream()
        .filter(a -> a.name().equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(() -> Problem.notFound("There is no user of this name"));
  }

  private void add(Context ctx, Account who) {
    JsonNode body = body(ctx);
    if (body.path("is_admin").asBoolean(false)) {
      throw Problem.badParameter("is_admin", "must be false: the first account alone looks after");
    }
    Account added =
        administering.add(
            who, body.path("username").asString(""), body.path("password").asString(""));
    ctx.status(201);
    send(ctx, User.of(added));
  }

  /// A name, and the password of somebody else: for one's own the old one would be needed, which
  /// Miniflux's API does not know.
  private void change(Context ctx, Account who) {
    Account account = one(ctx, who);
    JsonNode body = body(ctx);
    if (body.path("password").isString()) {
      if (account.id() == who.id()) {
        throw Problem.badParameter("password", "is changed on the page Settings, Account");
      }
      String password = body.path("password").stringValue();
      administering.setPassword(who, account.id(), "", password, ctx.req().getRemoteAddr());
    }
    if (body.path("username").isString()) {
      account = administering.rename(who, account.id(), body.path("username").stringValue());
    }
    ctx.status(201);
    send(ctx, User.of(account));
  }

  private void remove(Context ctx, Account who) {
    administering.remove(who, one(ctx, who).id());
    ctx.status(204);
  }

  /// Nothing is thrown away because somebody has read it, and to say that it was would be a lie.
  private void flush(Context ctx, Account who) {
    throw new Problem(
        400,
        "Nothing was removed",
        "What was read is kept as long as everything else: the setting entries.keep says how long");
  }
}
