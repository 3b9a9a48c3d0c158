package freshet.http;

import freshet.account.Caller;
import freshet.model.Account;
import io.javalin.http.Context;
import java.util.Optional;

/// How programs are dealt with that act for the account of a token, or, as scripts of our own
/// pages, for that of the session.
public final class ProgramManners implements Door.Manners {
  private final boolean byMessage;

  public ProgramManners() {
    this(false);
  }

  private ProgramManners(boolean byMessage) {
    this.byMessage = byMessage;
  }

  /// Where not the method says whether something is changed, but what is sent: the route decides.
  public static ProgramManners decidingByMessage() {
    return new ProgramManners(true);
  }

  @Override
  public boolean isReading(Context ctx) {
    return byMessage || Guard.isReading(ctx);
  }

  @Override
  public Optional<Account> who(Context ctx) {
    return Optional.ofNullable(Caller.of(ctx)).map(Caller::account);
  }

  @Override
  public void stranger(Context ctx) {
    ctx.header("WWW-Authenticate", "Bearer realm=\"Freshet\"");
    new Problem(
            401,
            "Log in",
            "Send a token: Authorization: Bearer TOKEN. Tokens are made under Settings")
        .send(ctx);
  }

  @Override
  public boolean cookies() {
    return true;
  }
}
