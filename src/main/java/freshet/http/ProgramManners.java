package freshet.http;

import freshet.account.Caller;
import freshet.model.Account;
import io.javalin.http.Context;
import java.util.Optional;

/// How programs are dealt with that act for the account of a token, or, as scripts of our own
/// pages, for that of the session.
public final class ProgramManners implements Door.Manners {
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
