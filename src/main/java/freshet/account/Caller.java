package freshet.account;

import freshet.model.Account;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/// For whom a request acts, and how that is known. Only the [Authenticator] makes one.
public final class Caller {
  private static final String ATTRIBUTE = "freshet.caller";

  private final Account account;
  private final Via via;
  private final @Nullable String session;

  /// How somebody came in.
  public enum Via {
    /// Sits at this machine, where nobody set a password.
    MACHINE,
    SESSION,
    TOKEN,
    /// A token with which nothing can be changed.
    READ_TOKEN,
    /// A command on this machine that can read the data folder.
    FOLDER,
    /// A trusted proxy says so.
    PROXY
  }

  Caller(Account account, Via via, @Nullable String session) {
    this.account = account;
    this.via = via;
    this.session = session;
  }

  void bring(Context ctx) {
    ctx.attribute(ATTRIBUTE, this);
  }

  /// Null for a stranger.
  public static @Nullable Caller of(Context ctx) {
    return ctx.attribute(ATTRIBUTE);
  }

  public Account account() {
    return account;
  }

  public Via via() {
    return via;
  }

  /// Whether something may be changed, or only looked at.
  public boolean mayWrite() {
    return via != Via.READ_TOKEN;
  }

  /// Whether it is a command by whoever looks after the data folder.
  public static boolean isAtMachine(Context ctx) {
    Caller caller = of(ctx);
    return caller != null && caller.via == Via.FOLDER;
  }

  /// The secret of the session, if it is one.
  public @Nullable String session() {
    return session;
  }
}
