package freshet.web;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.account.Visitor;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns a page's record into an answer.
final class Screen {
  private static final Logger log = LoggerFactory.getLogger(Screen.class);

  private final TemplateEngine templates;
  private final InstantSource clock;
  private final Pages.Place place;
  private final Guard guard;
  private final StaticFiles files;
  private final boolean searching;

  Screen(
      TemplateEngine templates,
      InstantSource clock,
      Pages.Place place,
      Guard guard,
      StaticFiles files,
      boolean searching) {
    this.searching = searching;
    this.templates = templates;
    this.clock = clock;
    this.place = place;
    this.guard = guard;
    this.files = files;
  }

  Frame frame(Context ctx, String section) {
    Texts texts = Texts.wanted(ctx.header("Accept-Language"));
    return new Frame(
        texts,
        new Times(texts, clock.instant(), place.zone()),
        Look.of(ctx),
        files,
        section,
        guard.token(ctx),
        place.version(),
        searching,
        who(ctx));
  }

  private static @Nullable String who(Context ctx) {
    Visitor visitor = Visitor.of(ctx);
    return visitor == null || visitor.via() == Visitor.Via.MACHINE
        ? null
        : visitor.account().name();
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
    byte[] html = bytes.toByteArray();
    ctx.contentType("text/html; charset=utf-8");
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

  void say(Context ctx, int status, String title, String help) {
    say(ctx, status, title, help, null);
  }

  private void say(Context ctx, int status, String title, String help, @Nullable String number) {
    ctx.status(status);
    Frame frame = frame(ctx, "");
    show(ctx, "message", new Message(frame, status, frame.say(title), frame.say(help), number));
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

  /// No route, or a static file that is gone. What other routes have answered is left alone.
  void notFound(Context ctx) {
    if (isForPrograms(ctx) || ctx.res().getHeader("ETag") != null) return;
    String type = ctx.res().getContentType();
    if (type != null && type.startsWith("text/html")) return;
    say(ctx, 404, "missing.page", "missing.page-help");
  }

  static boolean isForPrograms(Context ctx) {
    String path = ctx.path();
    return path.startsWith("/api/")
        || path.startsWith("/reader/")
        || path.startsWith("/fever")
        || path.startsWith("/out/")
        || path.equals("/metrics")
        || path.equals("/healthz");
  }

  /// A mistake of ours: the log has it whole, under a number that the page shows.
  void broken(Context ctx, Exception e) {
    String number = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    log.error("page {} failed ({})", Plain.line(ctx.path(), 200), number, e);
    try {
      say(ctx, 500, "broken.title", "broken.help", number);
    } catch (RuntimeException again) {
      log.error("page of failure {} failed", number, again);
      ctx.status(500).contentType("text/plain; charset=utf-8").result("Something broke: " + number);
    }
  }
}
