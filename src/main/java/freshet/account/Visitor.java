package freshet.account;

import freshet.store.Accounts.Account;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/// For whom a request acts, and how that is known.
///
/// @param session the secret of the session, if it is one
public record Visitor(Account account, Via via, @Nullable String session) {
  private static final String ATTRIBUTE = "freshet.visitor";

  /// How somebody came in.
  public enum Via {
    /// Sits at this machine, where nobody set a password.
    MACHINE,
    SESSION,
    TOKEN,
    /// A trusted proxy says so.
    PROXY
  }

  void bring(Context ctx) {
    ctx.attribute(ATTRIBUTE, this);
  }

  /// Null where anybody may look.
  public static @Nullable Visitor of(Context ctx) {
    return ctx.attribute(ATTRIBUTE);
  }

  /// The account that a request acts for; the first where nobody had to log in.
  public static long account(Context ctx) {
    Visitor visitor = of(ctx);
    return visitor == null ? freshet.store.Accounts.FIRST : visitor.account.id();
  }
}
