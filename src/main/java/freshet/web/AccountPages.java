package freshet.web;

import freshet.account.Entrance;
import freshet.account.Passwords;
import freshet.account.Visitor;
import freshet.store.Accounts.Account;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of the settings that is about accounts: password, tokens, sessions, and, for the first
/// account, those of others.
final class AccountPages {
  private static final int MOST_TOKENS = 100;

  private final Store store;
  private final Actions actions;
  private final Entrance entrance;
  private final Screen screen;

  AccountPages(Store store, Actions actions, Entrance entrance, Screen screen) {
    this.store = store;
    this.actions = actions;
    this.entrance = entrance;
    this.screen = screen;
  }

  void show(Context ctx) {
    String done = ctx.queryParam("done");
    Frame frame = screen.frame(ctx, "settings");
    String said =
        done != null && frame.texts().has("account." + done) ? frame.say("account." + done) : null;
    show(ctx, said, false, null);
  }

  private void show(Context ctx, @Nullable String said, boolean failed, @Nullable String token) {
    Account account = who(ctx);
    ctx.header("Cache-Control", "no-store");
    screen.show(
        ctx,
        "account",
        new AccountPage(
            screen.frame(ctx, "settings"),
            account.name(),
            account.isFirst(),
            account.hasPassword(),
            store.keys().tokens(account.id()),
            store.keys().sessions(account.id()),
            account.isFirst()
                ? store.accounts().all().stream().filter(a -> !a.isFirst()).toList()
                : List.of(),
            ReadingPages.hiddenTopics(store.settings().of(account.id())),
            said,
            failed,
            token));
  }

  private Account who(Context ctx) {
    return store.accounts().find(Visitor.account(ctx)).orElseThrow();
  }

  private void refuse(Context ctx, String sentence) {
    ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    show(ctx, sentence, true, null);
  }

  void setPassword(Context ctx) {
    Account account = who(ctx);
    Frame frame = screen.frame(ctx, "settings");
    String fresh = field(ctx, "password");
    if (!entrance.knows(account.id(), field(ctx, "old"))) {
      refuse(ctx, frame.say("account.old-wrong"));
      return;
    }
    if (fresh.codePointCount(0, fresh.length()) < Passwords.SHORTEST || fresh.length() > 500) {
      refuse(ctx, frame.say("account.short", Passwords.SHORTEST));
      return;
    }
    entrance.setPassword(account.id(), fresh);
    // All sessions have ended, this browser's too: it goes on in a new one.
    entrance.begin(ctx, account);
    ctx.redirect("/settings/account?done=password-set", HttpStatus.SEE_OTHER);
  }

  void newToken(Context ctx) {
    Account account = who(ctx);
    Frame frame = screen.frame(ctx, "settings");
    String label = Plain.line(field(ctx, "label"), 60);
    if (label.isEmpty() || store.keys().tokens(account.id()).size() >= MOST_TOKENS) {
      refuse(ctx, frame.say("account.no-label"));
      return;
    }
    String token = entrance.newToken(account, label);
    show(ctx, null, false, token);
  }

  void revoke(Context ctx) {
    boolean _ = store.keys().revoke(who(ctx).id(), field(ctx, "id"));
    ctx.redirect("/settings/account?done=revoked", HttpStatus.SEE_OTHER);
  }

  void logOutEverywhere(Context ctx) {
    int _ = store.keys().endSessions(who(ctx).id());
    entrance.end(ctx);
    ctx.redirect("/login", HttpStatus.SEE_OTHER);
  }

  void addAccount(Context ctx) {
    if (!who(ctx).isFirst()) {
      screen.say(ctx, 403, "refused.title", "account.first-only");
      return;
    }
    Frame frame = screen.frame(ctx, "settings");
    if (!who(ctx).hasPassword()) {
      refuse(ctx, frame.say("account.own-first"));
      return;
    }
    try {
      Account _ = entrance.add(field(ctx, "name").strip(), field(ctx, "password"));
    } catch (IllegalArgumentException e) {
      refuse(ctx, Plain.line(e.getMessage(), 300) + ".");
      return;
    }
    ctx.redirect("/settings/account?done=added", HttpStatus.SEE_OTHER);
  }

  void removeAccount(Context ctx) {
    Optional<Account> other = Pages.number(field(ctx, "id")).flatMap(store.accounts()::find);
    if (!who(ctx).isFirst() || other.isEmpty() || other.get().isFirst()) {
      screen.say(ctx, 403, "refused.title", "account.first-only");
      return;
    }
    // The name is typed, since all they have goes with it.
    if (!other.get().name().equals(field(ctx, "name").strip())) {
      refuse(ctx, screen.frame(ctx, "settings").say("account.type-name", other.get().name()));
      return;
    }
    boolean _ = actions.removeAccount(other.get().id());
    ctx.redirect("/settings/account?done=removed", HttpStatus.SEE_OTHER);
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }
}
