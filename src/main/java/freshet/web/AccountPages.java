package freshet.web;

import freshet.account.Authenticator;
import freshet.account.Passwords;
import freshet.library.Administering;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The part of the settings that is about accounts: password, tokens, sessions, and, for the first
/// account, those of others.
final class AccountPages {
  private final Administering administering;
  private final Marking marking;
  private final Authenticator authenticator;
  private final LoginPages login;
  private final Renderer renderer;

  AccountPages(Library library, Authenticator authenticator, LoginPages login, Renderer renderer) {
    this.administering = library.administering();
    this.marking = library.marking();
    this.authenticator = authenticator;
    this.login = login;
    this.renderer = renderer;
  }

  void show(Context ctx, Account who) {
    String done = ctx.queryParam("done");
    PageFrame frame = renderer.frame(ctx, "settings");
    String said =
        done != null && frame.texts().has("account." + done) ? frame.say("account." + done) : null;
    show(ctx, who, said, false, null);
  }

  private void show(
      Context ctx, Account who, @Nullable String said, boolean failed, @Nullable String token) {
    ctx.header("Cache-Control", "no-store");
    renderer.show(
        ctx,
        "account",
        new AccountPage(
            renderer.frame(ctx, "settings"),
            who.name(),
            who.isAdministrator(),
            who.hasPassword(),
            authenticator.openId() == null ? null : authenticator.openId().name(),
            who.outside() != null,
            administering.tokens(who),
            administering.sessions(who),
            who.isAdministrator()
                ? administering.accounts(who).stream().filter(a -> !a.isAdministrator()).toList()
                : List.of(),
            marking.hiddenTopics(who),
            said,
            failed,
            token,
            renderer.zone().getId()));
  }

  /// The page again, with the reason.
  private void refuse(Context ctx, Account who, Refusal refusal) {
    int status = Renderer.status(refusal);
    ctx.status(status == 409 ? 422 : status);
    PageFrame frame = renderer.frame(ctx, "settings");
    String sentence =
        switch (refusal.reason) {
          case PASSWORD_FIRST -> frame.say("account.own-first");
          case WAIT -> Renderer.wait(ctx, Objects.requireNonNull(refusal.wait), frame);
          default ->
              switch (String.valueOf(refusal.field)) {
                case "old" -> frame.say("account.old-wrong");
                case "password" -> frame.say("account.short", Passwords.SHORTEST);
                default -> frame.refused(refusal) + ".";
              };
        };
    show(ctx, who, sentence, true, null);
  }

  void setPassword(Context ctx, Account who) {
    try {
      administering.setPassword(
          who, who.id(), field(ctx, "old"), field(ctx, "password"), authenticator.address(ctx));
      // All sessions have ended, this browser's too: it goes on in a new one.
      authenticator.begin(ctx, who);
      ctx.redirect("/settings/account?done=password-set", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      refuse(ctx, who, e);
    }
  }

  /// Links the account with who its owner is at the OpenID provider. Not by a link, which any page
  /// could have; and whoever is linked can come in, so the password is asked for.
  void link(Context ctx, Account who) {
    try {
      administering.confirm(who, field(ctx, "password"), authenticator.address(ctx));
      login.link(ctx, who);
    } catch (Refusal e) {
      refuse(ctx, who, e);
    }
  }

  void newToken(Context ctx, Account who) {
    try {
      String label = SafeText.line(field(ctx, "label"), 60);
      boolean readOnly = ctx.formParam("read-only") != null;
      show(ctx, who, null, false, administering.newToken(who, label, readOnly).token());
    } catch (Refusal e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, who, renderer.frame(ctx, "settings").say("account.no-label"), true, null);
    }
  }

  void revoke(Context ctx, Account who) {
    administering.revoke(who, field(ctx, "id"));
    ctx.redirect("/settings/account?done=revoked", HttpStatus.SEE_OTHER);
  }

  void logOutEverywhere(Context ctx, Account who) {
    administering.logOutEverywhere(who);
    authenticator.end(ctx);
    ctx.redirect("/login", HttpStatus.SEE_OTHER);
  }

  void addAccount(Context ctx, Account who) {
    try {
      Account _ = administering.add(who, field(ctx, "name"), field(ctx, "password"));
      ctx.redirect("/settings/account?done=added", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason == Refusal.Reason.ADMINISTRATOR_ONLY) throw e;
      refuse(ctx, who, e);
    }
  }

  void removeAccount(Context ctx, Account who) {
    Account other = administering.account(who, Whole.of(field(ctx, "id"), 18).orElse(0L));
    // The name is typed, since all they have goes with it.
    if (!other.name().equals(field(ctx, "name").strip())) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String sentence = renderer.frame(ctx, "settings").say("account.type-name", other.name());
      show(ctx, who, sentence, true, null);
      return;
    }
    administering.remove(who, other.id());
    ctx.redirect("/settings/account?done=removed", HttpStatus.SEE_OTHER);
  }

  void closeHint(Context ctx, Account who) {
    administering.closeHint(who, field(ctx, "hint"));
    ctx.redirect(LoginPages.back(ctx.formParam("back")), HttpStatus.SEE_OTHER);
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }
}
