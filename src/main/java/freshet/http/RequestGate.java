package freshet.http;

import freshet.account.Authenticator;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.http.UriCompliance;

/// What every request passes before its route: bodies are bounded, the name that the server is
/// asked under is checked, and it is found out for whom the request acts.
public final class RequestGate {
  private static final String TROUBLE = "freshet.caller.trouble";

  private final Guard guard;
  private final Authenticator authenticator;
  private final Refusing refusing;

  /// Answers a request that does not get as far as a route.
  public interface Refusing {
    void answer(Context ctx, Exception why) throws Exception;
  }

  private RequestGate(Guard guard, Authenticator authenticator, Refusing refusing) {
    this.guard = guard;
    this.authenticator = authenticator;
    this.refusing = refusing;
  }

  /// To be called before any route is registered.
  public static void install(
      JavalinConfig config, Guard guard, Authenticator authenticator, Refusing refusing) {
    install(config, BasePath.TOP, guard, authenticator, refusing);
  }

  /// The same in a folder of its server.
  public static void install(
      JavalinConfig config,
      BasePath base,
      Guard guard,
      Authenticator authenticator,
      Refusing refusing) {
    install(config, base, guard, authenticator, refusing, BoundedRequest.Pace.USUAL);
  }

  static void install(
      JavalinConfig config,
      Guard guard,
      Authenticator authenticator,
      Refusing refusing,
      BoundedRequest.Pace pace) {
    install(config, BasePath.TOP, guard, authenticator, refusing, pace);
  }

  private static void install(
      JavalinConfig config,
      BasePath base,
      Guard guard,
      Authenticator authenticator,
      Refusing refusing,
      BoundedRequest.Pace pace) {
    config.http.maxRequestSize = Body.FILE.largest;
    config.jetty.modifyServletContextHandler(context -> {
      FilterHolder filter = new FilterHolder(new Bounding(base, pace));
      filter.setAsyncSupported(true);
      context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
    });
    allowAddressesOfApps(config);
    config.routes.before(new RequestGate(guard, authenticator, refusing)::pass);
  }

  /// Apps write a stream into the path with its slashes escaped (`feed%2F12`), and an address that
  /// was typed with a slash at its end gets a second one. Jetty takes both for attacks on those who
  /// decide by the path who may come, unless told otherwise; nobody here does (see [Door]).
  private static void allowAddressesOfApps(JavalinConfig config) {
    config.router.treatMultipleSlashesAsSingleSlash = true;
    config.jetty.modifyHttpConfiguration(http ->
        http.setUriCompliance(
            UriCompliance.DEFAULT.with(
                "slashes as apps write them",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
                UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS)));
    config.jetty.modifyServletContextHandler(
        handler -> handler.getServletHandler().setDecodeAmbiguousURIs(true));
  }

  private void pass(Context ctx) throws Exception {
    Guard.addHeaders(ctx);
    try {
      guard.checkHost(ctx);
      readQuery(ctx);
    } catch (Exception e) {
      refusing.answer(ctx, e);
      ctx.skipRemainingHandlers();
      return;
    }
    try {
      Optional<?> _ = authenticator.caller(ctx);
    } catch (RuntimeException e) {
      ctx.attribute(TROUBLE, e);
    }
  }

  /// Throws what kept us from finding out for whom a request acts, such as a database that is away.
  /// What is open to everybody, such as the page that says so, is answered all the same.
  static void checkKnown(Context ctx) {
    RuntimeException trouble = ctx.attribute(TROUBLE);
    if (trouble != null) throw trouble;
  }

  private static void readQuery(Context ctx) {
    try {
      var _ = ctx.queryParamMap();
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "The request is wrong", "Its address cannot be read");
    }
  }

  private static final class Bounding extends HttpFilter {
    private static final long serialVersionUID = 1;
    private final transient BasePath base;
    private final transient BoundedRequest.Pace pace;

    Bounding(BasePath base, BoundedRequest.Pace pace) {
      this.base = base;
      this.pace = pace;
    }

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(new BoundedRequest(base.incoming(request), pace), base.outgoing(response));
    }
  }
}
