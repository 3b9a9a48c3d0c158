package freshet.web;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.account.Caller;
import freshet.http.BasePath;
import freshet.http.Guard;
import freshet.http.Problem;
import freshet.library.Refusal;
import freshet.library.Translating;
import freshet.model.Unavailable;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns a page's record into an answer.
final class Renderer {
  /// Set by what has said itself that something is missing, and to whom no page says it better.
  static final String ANSWERED = "freshet.answered";

  private static final Logger log = LoggerFactory.getLogger(Renderer.class);

  private final TemplateEngine templates;
  private final InstantSource clock;
  private final Installation place;
  private final BasePath base;
  private final FormToken tokens;
  private final StaticFiles files;
  private final boolean catalog;
  private final Supplier<Optional<String>> trouble;
  private final UnaryOperator<String> sign;
  private final Translating translating;

  Renderer(
      TemplateEngine templates,
      InstantSource clock,
      Installation place,
      FormToken tokens,
      StaticFiles files,
      boolean catalog,
      Supplier<Optional<String>> trouble,
      UnaryOperator<String> sign,
      Translating translating) {
    this.sign = sign;
    this.translating = translating;
    this.trouble = trouble;
    this.catalog = catalog;
    this.templates = templates;
    this.clock = clock;
    this.place = place;
    this.base = BasePath.of(place.address());
    this.tokens = tokens;
    this.files = files;
  }

  PageFrame frame(Context ctx, String section) {
    Preferences look = Preferences.of(ctx);
    Texts texts =
        Texts.tagged(look.language()).orElseGet(() -> Texts.wanted(ctx.header("Accept-Language")));
    ZoneId zone = look.zone() == null ? place.zone() : look.zone();
    return new PageFrame(
        texts,
        new Times(texts, clock.instant(), zone, look.hours()),
        look,
        files,
        section,
        tokens.of(ctx),
        place.version(),
        catalog,
        who(ctx),
        here(ctx),
        new Pictures(
            place.allowPrivate(), look.pictures(), place.address().startsWith("https:"), sign),
        new Translated(translating, look.wish()),
        trouble.get().orElse(null));
  }

  /// The zone of the machine.
  ZoneId zone() {
    return place.zone();
  }

  /// Where the browser is, to come back to.
  private static String here(Context ctx) {
    if (!ctx.req().getMethod().equals("GET")) return "/";
    String query = ctx.queryString();
    return ctx.path() + (query == null ? "" : "?" + query);
  }

  private static @Nullable String who(Context ctx) {
    Caller caller = Caller.of(ctx);
    return caller == null || caller.via() == Caller.Via.MACHINE ? null : caller.account().name();
  }

  /// Renders the template of this name. A browser that has the same page already is told so.
  void show(Context ctx, String template, Object page) {
    Utf8ByteOutput output = new Utf8ByteOutput();
    templates.render(template + ".jte", page, output);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(output.getContentLength());
    try {
      output.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] html = base.in(bytes.toByteArray());
    ctx.contentType("text/html; charset=utf-8");
    if (Preferences.of(ctx).pictures() != Preferences.PicturesFrom.PUBLISHER) {
      ctx.header("Content-Security-Policy", Guard.OWN_PICTURES);
    }
    ctx.header("Cache-Control", "private, no-cache");
    ctx.header("Vary", "Accept-Encoding, Accept-Language, Cookie");
    if (ctx.statusCode() == 200) {
      String tag =
          "W/\"" + HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(html)) + "\"";
      ctx.header("ETag", tag);
      if (tag.equals(ctx.header("If-None-Match"))) {
        ctx.status(304);
        return;
      }
    }
    ctx.result(html);
  }

  /// Something that Freshet needs is away: nobody's mistake, and over sooner or later.
  private void away(Context ctx, Unavailable e) {
    log.warn("page {}: {}", SafeText.line(ctx.path(), 200), e.getMessage());
    ctx.status(503).header("Retry-After", "5");
    PageFrame frame = frame(ctx, "");
    String help = frame.say("away.help", frame.said(e.getMessage()));
    show(ctx, "message", new Message(frame, 503, frame.say("away.title"), help, null));
  }

  /// @param title and `help`: keys of texts
  void say(Context ctx, int status, String title, String help) {
    PageFrame frame = frame(ctx, "");
    say(ctx, status, frame.say(title), frame.say(help), frame, null);
  }

  private void say(
      Context ctx,
      int status,
      String title,
      String help,
      PageFrame frame,
      @Nullable String number) {
    ctx.status(status);
    show(ctx, "message", new Message(frame, status, title, help, number));
  }

  /// A request that cannot be answered as it is.
  void refuse(Context ctx, Problem problem) {
    if (isForPrograms(ctx)) {
      problem.send(ctx);
      return;
    }
    boolean host = "Host".equals(problem.parameter);
    switch (problem.status) {
      case 403 -> refuse(ctx, host ? "refused.host" : "refused.origin");
      case 404 -> say(ctx, 404, "missing.page", "missing.page-help");
      case 413 -> say(ctx, 413, "bad.title", "refused.large");
      default -> say(ctx, problem.status, "bad.title", "refused.unreadable");
    }
  }

  /// A request that the guard refuses. Programs get the sentence alone.
  void refuse(Context ctx, String key) {
    if (isForPrograms(ctx)) {
      Texts texts = Texts.wanted(ctx.header("Accept-Language"));
      ctx.status(403).contentType("text/plain; charset=utf-8").result(texts.say(key));
    } else {
      say(ctx, 403, "refused.title", key);
    }
  }

  /// What the library refuses. A page that can show its form again with the reason does so itself.
  void refuse(Context ctx, Refusal refusal) {
    String key =
        switch (refusal.reason) {
          case NO_FEED, NO_SITE -> "missing.feed";
          case NO_FOLDER -> "missing.folder";
          case NO_ENTRY -> "missing.entry";
          case NO_EVENT, NO_ACCOUNT, NO_TARGET, NO_TOKEN, UNDERSTANDING_OFF -> "missing.page";
          case NO_SEARCH -> "missing.saved";
          case NO_RULE -> "missing.rule";
          case NO_ALERT -> "missing.alert";
          case NO_DISCOVERY -> "missing.discovery";
          case NO_CRAWL -> "missing.crawl";
          case NO_JOB -> "missing.job";
          case SHARED -> "refused.shared";
          case ADMINISTRATOR_ONLY -> "account.first-only";
          case FIRST_ACCOUNT_STAYS -> "refused.first-stays";
          case PASSWORD_FIRST -> "account.own-first";
          case NOT_FOLLOWED -> "refused.not-followed";
          case PAUSED -> "refused.paused";
          case OF_A_CRAWL -> "refused.of-a-crawl";
          case TOO_MANY -> "refused.too-many";
          case TOO_LARGE -> "refused.too-large";
          case WAIT -> "refused.wait";
          case NO_PAGE, NOT_TAKEN, WRONG -> "refused.wrong";
          case STOPPING -> "refused.stopping";
          case SEARCH_OFF -> "missing.search";
          case REBUILDING -> "search.damaged";
          case SEARCH_AWAY -> "search.away";
        };
    int status = status(refusal);
    if (refusal.wait != null) retryAfter(ctx, refusal.wait);
    if (key.startsWith("missing.") || key.startsWith("search.")) {
      say(ctx, status, key, key + "-help");
    } else {
      PageFrame frame = frame(ctx, "");
      String sentence = frame.refused(refusal);
      say(ctx, status, frame.say("refused.title"), frame.say(key, sentence), frame, null);
    }
  }

  /// What a refusal is in HTTP; a form with a mistake in it was understood, but cannot be taken.
  static int status(Refusal refusal) {
    return refusal.reason == Refusal.Reason.WRONG
        ? HttpStatus.UNPROCESSABLE_CONTENT.getCode()
        : Problem.of(refusal).status;
  }

  private static void retryAfter(Context ctx, Duration span) {
    ctx.header("Retry-After", String.valueOf(span.toSeconds() + 1));
  }

  /// Tells browser and person how long to wait before the next try.
  static String wait(Context ctx, Duration span, PageFrame frame) {
    retryAfter(ctx, span);
    return frame.say("login.wait", span.toMinutes() + 1);
  }

  /// No route, or a static file that is gone. What other routes have answered is left alone.
  void notFound(Context ctx) {
    if (isForPrograms(ctx) || ctx.res().getHeader("ETag") != null) return;
    if (ctx.attribute(ANSWERED) != null || isForHubs(ctx.path())) return;
    String type = ctx.res().getContentType();
    if (type != null && type.startsWith("text/html")) return;
    say(ctx, 404, "missing.page", "missing.page-help");
  }

  private static boolean isForHubs(String path) {
    return path.startsWith("/websub/") || path.equals("/hub");
  }

  static boolean isForPrograms(Context ctx) {
    String path = ctx.path();
    return path.startsWith("/api/")
        || path.startsWith("/reader/")
        || path.startsWith("/v1/")
        || path.startsWith("/fever")
        || path.startsWith("/out/")
        || path.equals("/metrics")
        || path.equals("/healthz");
  }

  /// A mistake of ours: the log has it whole, under a number that the page shows.
  void broken(Context ctx, Exception e) {
    if (e instanceof Unavailable away) {
      away(ctx, away);
      return;
    }
    String number = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    log.error("page {} failed ({})", SafeText.line(ctx.path(), 200), number, e);
    try {
      PageFrame frame = frame(ctx, "");
      say(ctx, 500, frame.say("broken.title"), frame.say("broken.help"), frame, number);
    } catch (RuntimeException again) {
      log.error("page of failure {} failed", number, again);
      ctx.status(500).contentType("text/plain; charset=utf-8").result("Something broke: " + number);
    }
  }
}
