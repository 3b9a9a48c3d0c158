package freshet.cli;

import freshet.account.TrustedAddresses;
import freshet.fetch.Upstream;
import freshet.fetch.Upstream.Header;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a web node does with a request: pages and calls that only read what is stored it answers
/// itself, everything else it hands on to the controller, which alone plans, changes and counts
/// wrong passwords. So nothing has two writers, and each rule has one place.
final class ToController extends HttpFilter {
  private static final long serialVersionUID = 1;
  private static final Logger log = LoggerFactory.getLogger(ToController.class);

  /// Answered here, if they only read.
  private static final Pattern HERE =
      Pattern.compile(
          "/|/starred|/entry/\\d+|/entry/\\d+/(with|before)/\\d+|/search|/spread|/spread/stories"
              + "|/static/[^/]+|/live|/live/search|/healthz|/metrics"
              + "|/api/v1/(entries|entries/\\d+|search|stories|stories/\\d+|events|events/\\d+"
              + "|topics|spread|spread/stories|openapi\\.json)"
              + "|/reader/api/0/(stream/.*|unread-count|tag/list|subscription/list|user-info)");

  /// Of one connection, not of the request.
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "content-length",
          "expect");

  /// What only a trusted proxy may say.
  private static final Set<String> OF_A_PROXY =
      Set.of(
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "x-forwarded-server",
          "x-original-forwarded-for",
          "x-real-ip",
          "x-client-ip",
          "true-client-ip",
          "cf-connecting-ip",
          "forwarded",
          "via");

  private final transient Upstream upstream;
  private final transient Supplier<Optional<String>> controller;
  private final transient TrustedAddresses trusted;
  private final String vouching;
  private final String folder;

  /// @param controller where it is at this moment
  /// @param trusted proxies whose word counts
  /// @param vouching the header in which they name an account; empty for none
  /// @param folder in which this server stands, as `/freshet`; empty for none
  ToController(
      Upstream upstream,
      Supplier<Optional<String>> controller,
      TrustedAddresses trusted,
      String vouching,
      String folder) {
    this.upstream = upstream;
    this.controller = controller;
    this.trusted = trusted;
    this.vouching = vouching.toLowerCase(Locale.ROOT);
    this.folder = folder;
  }

  /// To be called before anything else is installed.
  void install(JavalinConfig config) {
    config.jetty.modifyServletContextHandler(context -> {
      FilterHolder holder = new FilterHolder(this);
      holder.setAsyncSupported(true);
      context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
    });
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isHere(request.getMethod(), request.getRequestURI())) chain.doFilter(request, response);
    else handOn(request, response);
  }

  boolean isHere(String method, String uri) {
    String path = uri.startsWith(folder + "/") ? uri.substring(folder.length()) : uri;
    return (method.equals("GET") || method.equals("HEAD")) && HERE.matcher(path).matches();
  }

  private void handOn(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String base = controller.get().orElse(null);
    if (base == null) {
      away(response);
      return;
    }
    String query = request.getQueryString();
    String address =
        base.replaceFirst("/+$", "") + request.getRequestURI() + (query == null ? "" : "?" + query);
    Upstream.Reply reply;
    try {
      reply =
          upstream.send(
              request.getMethod(),
              address,
              headers(request),
              brings(request) ? request.getInputStream() : null,
              request.getContentLengthLong());
    } catch (IOException e) {
      log.info("The controller at {} does not answer: {}", base, e.getMessage());
      away(response);
      return;
    } catch (IllegalArgumentException e) {
      say(response, 400, "The request cannot be handed on");
      return;
    }
    try (reply) {
      response.setStatus(reply.status());
      for (Header h : reply.headers()) {
        if (!OF_THE_CONNECTION.contains(h.name().toLowerCase(Locale.ROOT))) {
          response.addHeader(h.name(), h.value());
        }
      }
      pass(reply.body(), response.getOutputStream());
    }
  }

  private static boolean brings(HttpServletRequest request) {
    return switch (request.getMethod()) {
      case "GET", "HEAD" -> false;
      case "POST", "PUT", "PATCH" -> true;
      default -> request.getContentLengthLong() > 0;
    };
  }

  /// At once: open pages are told of what is new in this way.
  private static void pass(InputStream from, OutputStream to) throws IOException {
    byte[] some = new byte[16 * 1024];
    for (int n = from.read(some); n >= 0; n = from.read(some)) {
      to.write(some, 0, n);
      to.flush();
    }
  }

  private List<Header> headers(HttpServletRequest request) {
    boolean believed = trusted.contains(request.getRemoteAddr());
    List<Header> all = new ArrayList<>();
    String before = "";
    boolean proto = false;
    for (String name : Collections.list(request.getHeaderNames())) {
      String low = name.toLowerCase(Locale.ROOT);
      if (OF_THE_CONNECTION.contains(low)) continue;
      if (!believed && (OF_A_PROXY.contains(low) || low.equals(vouching))) continue;
      for (String value : Collections.list(request.getHeaders(name))) {
        if (low.equals("x-forwarded-for")) before += value + ", ";
        else all.add(new Header(name, value));
      }
      proto |= low.equals("x-forwarded-proto");
    }
    all.add(new Header("X-Forwarded-For", before + request.getRemoteAddr()));
    if (!proto) all.add(new Header("X-Forwarded-Proto", request.getScheme()));
    return all;
  }

  private static void away(HttpServletResponse response) throws IOException {
    response.setHeader("Retry-After", "10");
    response.setHeader("Refresh", "5"); // a browser that waits for a page looks again by itself
    say(
        response,
        503,
        "The controller does not answer at the moment. Another takes over within half a minute; try"
            + " again then. Nothing was changed.");
  }

  private static void say(HttpServletResponse response, int status, String sentence)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain; charset=utf-8");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.getOutputStream().write(sentence.getBytes(StandardCharsets.UTF_8));
  }
}
