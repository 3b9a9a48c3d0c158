package freshet.http;

import freshet.library.Refusal;
import io.javalin.http.Context;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A request that cannot be answered, as RFC 9457 tells it: thrown in a handler, sent as
/// `application/problem+json`.
public final class Problem extends RuntimeException {
  public final int status;
  public final String title;

  /// Which parameter, or which field of the body, is wrong.
  public final @Nullable String parameter;

  /// How long to wait before the next try.
  public final @Nullable Duration wait;

  public Problem(int status, String title, String detail) {
    this(status, title, detail, null, null);
  }

  private Problem(
      int status,
      String title,
      String detail,
      @Nullable String parameter,
      @Nullable Duration wait) {
    super(detail);
    this.status = status;
    this.title = title;
    this.parameter = parameter;
    this.wait = wait;
  }

  public static Problem badParameter(String name, String detail) {
    return new Problem(400, "A parameter is wrong", "'" + name + "': " + detail, name, null);
  }

  /// What the library refuses: the one table of what each reason is in HTTP.
  public static Problem of(Refusal r) {
    if (r.field != null) return badParameter(r.field, r.sentence());
    return switch (r.reason) {
      case WRONG -> new Problem(400, "A parameter is wrong", r.sentence());
      case NO_FEED,
          NO_FOLDER,
          NO_ENTRY,
          NO_EVENT,
          NO_SITE,
          NO_SEARCH,
          NO_RULE,
          NO_TARGET,
          NO_ALERT,
          NO_DISCOVERY,
          NO_CRAWL,
          NO_JOB,
          NO_ACCOUNT,
          NO_TOKEN ->
          notFound(r.sentence());
      case SHARED, ADMINISTRATOR_ONLY -> new Problem(403, "Not allowed", r.sentence());
      case NOT_FOLLOWED -> new Problem(409, "You do not follow this feed", r.sentence());
      case OF_A_CRAWL -> new Problem(409, "These are the pages of a crawl", r.sentence());
      case PAUSED -> new Problem(409, "The feed is paused", r.sentence());
      case TOO_MANY -> new Problem(409, "Too many", r.sentence());
      case NO_PAGE -> new Problem(409, "There is no page to fetch", r.sentence());
      case PASSWORD_FIRST -> new Problem(409, "Set your own password first", r.sentence());
      case FIRST_ACCOUNT_STAYS -> new Problem(409, "The first account stays", r.sentence());
      case UNDERSTANDING_OFF -> new Problem(409, "Understanding is switched off", r.sentence());
      case TOO_LARGE -> new Problem(413, "Too much at once", r.sentence());
      case WAIT -> new Problem(429, "Too many tries", r.sentence(), null, r.wait);
      case NOT_TAKEN -> new Problem(502, "It was not taken", r.sentence());
      case SEARCH_OFF -> new Problem(503, "Search is switched off", r.sentence());
      case REBUILDING -> new Problem(503, "The search index is being rebuilt", r.sentence());
      case SEARCH_AWAY -> new Problem(503, "The search does not answer", r.sentence());
      case STOPPING -> new Problem(503, "Freshet is being stopped", r.sentence());
    };
  }

  /// Something is to be changed with a token that may only read.
  public static Problem readOnly() {
    return new Problem(
        403, "Not allowed", "This token may only read. Make one under Settings that may write");
  }

  /// Something that Freshet needs is away; it goes on by itself when that is back.
  public static Problem unavailable(String sentence) {
    return new Problem(503, "Not at the moment", sentence, null, Duration.ofSeconds(5));
  }

  /// Asked for under a name that is not ours.
  static Problem wrongHost() {
    return new Problem(
        403,
        "Not under this name",
        "Freshet is not known under this name; the setting public-address says what its name is",
        "Host",
        null);
  }

  record Answer(String type, String title, int status, String detail, @Nullable String parameter) {}

  public void send(Context ctx) {
    ctx.status(status);
    if (wait != null) ctx.header("Retry-After", String.valueOf(wait.toSeconds() + 1));
    Json.send(
        ctx, new Answer("about:blank", title, status, String.valueOf(getMessage()), parameter));
    ctx.contentType("application/problem+json");
  }

  public static Problem notFound(String what) {
    return new Problem(404, "Not found", what);
  }
}
