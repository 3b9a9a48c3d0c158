package freshet.http;

import freshet.account.Caller;
import freshet.library.Refusal;
import freshet.model.Account;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// The one way to register a route (`ArchitectureTest`). Each says who may come and what they may
/// bring: what acts for an account is handed the account, which nobody but the authenticator can
/// give, and is not called without one. So it does not matter how an address is written; there is
/// no list of addresses that are open.
public final class Door {

  /// Answers for an account.
  public interface ForAccount {
    void answer(Context ctx, Account who) throws Exception;
  }

  /// How a front end deals with those who come.
  public interface Manners {
    /// For whom the request acts, by the authenticator; empty for a stranger.
    Optional<Account> who(Context ctx);

    /// Answers a stranger where an account is needed.
    void stranger(Context ctx);

    /// Whether a request is one that changes nothing, for those who may only look.
    default boolean isReading(Context ctx) {
      return Guard.isReading(ctx);
    }

    /// Answers when something was thrown, or throws it on, to the handlers of exceptions that all
    /// programs share.
    default void failed(Context ctx, Exception e) throws Exception {
      throw e;
    }

    /// Whether a browser acts here for its user without being told to: then other sites must be
    /// kept from using it. Where each request carries a key, pages of other sites may come too.
    boolean cookies();
  }

  /// Each request carries a key. Cookies do not count: so no page elsewhere can act through a
  /// browser, and apps that are pages themselves may come.
  ///
  /// @param who finds the account of the key
  /// @param stranger answers those without
  public static Door withKeys(
      JavalinConfig config, Function<Context, Optional<Account>> who, Consumer<Context> stranger) {
    return withKeys(config, who, stranger, Problem::send);
  }

  /// The same where clients expect problems in a form of their own.
  ///
  /// @param problem tells a problem to the client
  public static Door withKeys(
      JavalinConfig config,
      Function<Context, Optional<Account>> who,
      Consumer<Context> stranger,
      BiConsumer<Problem, Context> problem) {
    return new Door(
        config,
        new Manners() {
          @Override
          public Optional<Account> who(Context ctx) {
            return who.apply(ctx);
          }

          @Override
          public void stranger(Context ctx) {
            stranger.accept(ctx);
          }

          @Override
          public void failed(Context ctx, Exception e) throws Exception {
            switch (e) {
              case Problem p -> problem.accept(p, ctx);
              case Refusal r -> problem.accept(Problem.of(r), ctx);
              default -> throw e;
            }
          }

          @Override
          public boolean cookies() {
            return false;
          }
        });
  }

  private final JavalinConfig config;
  private final Manners manners;
  private final Set<String> announced = new HashSet<>();

  public Door(JavalinConfig config, Manners manners) {
    this.config = config;
    this.manners = manners;
  }

  /// A route for everybody.
  public void open(HandlerType method, String path, Body body, Handler handler) {
    if (body != body.beforeLogIn()) {
      throw new IllegalArgumentException("strangers bring no more than a small form: " + path);
    }
    add(
        method,
        path,
        ctx -> {
          take(ctx, body);
          handler.handle(ctx);
        });
  }

  /// A route for those who know its address, which is a secret.
  ///
  /// @param isKnown whether there is such an address; asked before anything is read
  public void secret(
      HandlerType method, String path, Predicate<Context> isKnown, Body body, Handler handler) {
    add(
        method,
        path,
        ctx -> {
          if (!isKnown.test(ctx)) throw Problem.notFound("There is nothing here");
          take(ctx, body);
          handler.handle(ctx);
        });
  }

  /// A route for those who have shown for whom they act.
  public void forAccount(HandlerType method, String path, Body body, ForAccount handler) {
    add(
        method,
        path,
        ctx -> {
          RequestGate.checkKnown(ctx);
          BoundedRequest.limit(ctx, body.beforeLogIn());
          Optional<Account> who = manners.who(ctx);
          if (who.isEmpty()) {
            manners.stranger(ctx);
            return;
          }
          Caller caller = Caller.of(ctx);
          if (caller != null && !caller.mayWrite() && !manners.isReading(ctx)) {
            throw Problem.readOnly();
          }
          take(ctx, body);
          handler.answer(ctx, who.get());
        });
  }

  private void add(HandlerType method, String path, Handler handler) {
    if (!manners.cookies() && announced.add(path)) {
      config.routes.addHttpHandler(HandlerType.OPTIONS, path, Door::announce);
    }
    config.routes.addHttpHandler(
        method,
        path,
        ctx -> {
          try {
            if (manners.cookies()) Guard.checkOrigin(ctx);
            else ctx.header("Access-Control-Allow-Origin", "*");
            handler.handle(ctx);
          } catch (Exception e) {
            manners.failed(ctx, e);
          }
        });
  }

  /// Tells a browser that pages of other sites may call here, with a key (CORS).
  private static void announce(Context ctx) {
    ctx.status(204)
        .header("Access-Control-Allow-Origin", "*")
        .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS")
        .header("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Auth-Token")
        .header("Access-Control-Max-Age", "86400");
  }

  /// Forms are read here, so that one that cannot be read is found before the handler acts.
  private static void take(Context ctx, Body body) {
    BoundedRequest.limit(ctx, body);
    BoundedRequest.check(ctx);
    if (!BoundedRequest.bringsForm(ctx)) return;
    try {
      var _ = ctx.formParamMap();
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "The form is wrong", "It cannot be read: " + e.getMessage());
    }
  }
}
