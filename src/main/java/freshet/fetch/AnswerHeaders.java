package freshet.fetch;

import freshet.model.LinkHeader;
import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/// What a server's headers say about asking again.
final class AnswerHeaders {
  /// A year. Longer ones are mistakes; larger numbers overflow.
  private static final long LONGEST_SECONDS = 365L * 24 * 3600;

  private AnswerHeaders() {}

  /// The new validators; what a 304 leaves out stays as it was (RFC 9111, section 3.2).
  static Validators validators(Headers headers, int status, Validators asked) {
    String etag = sound(headers.get("ETag"));
    String modified = sound(headers.get("Last-Modified"));
    if (status == 304) {
      if (etag == null) etag = asked.etag();
      if (modified == null) modified = asked.lastModified();
    }
    return etag == null && modified == null ? Validators.NONE : new Validators(etag, modified);
  }

  /// Validators are sent back as they came, so only what a header can hold is kept.
  private static @Nullable String sound(@Nullable String s) {
    if (s == null || s.isEmpty() || s.length() > 512) return null;
    for (int i = 0; i < s.length(); i++) if (s.charAt(i) < ' ' || s.charAt(i) > '~') return null;
    return s;
  }

  /// How long the answer stays fresh (RFC 9111, section 4.2), null if the server does not say.
  /// `s-maxage` is meant for shared caches, which we are not.
  static @Nullable Duration freshFor(Headers headers, Instant now) {
    long maxAge = -1;
    boolean always = false;
    for (int i = 0; i < headers.size(); i++) {
      if (!headers.name(i).equalsIgnoreCase("Cache-Control")) continue;
      for (String part : headers.value(i).split(",", 50)) {
        String directive = part.strip().toLowerCase(Locale.ROOT);
        if (directive.startsWith("max-age=")) {
          maxAge = Math.max(maxAge, seconds(directive.substring(8)));
        } else if (directive.equals("no-cache") || directive.equals("no-store")) {
          always = true;
        }
      }
    }
    if (always) return Duration.ZERO;
    if (maxAge >= 0) {
      String age = headers.get("Age");
      long spent = age == null ? 0 : Math.max(0, seconds(age));
      return Duration.ofSeconds(Math.max(0, Math.min(maxAge, LONGEST_SECONDS) - spent));
    }
    String expires = headers.get("Expires");
    if (expires == null) return null;
    Instant end = headers.getInstant("Expires");
    // "0" and other nonsense mean: already stale (RFC 9111, section 5.3).
    return end == null ? Duration.ZERO : until(end, headers, now);
  }

  /// Seconds, or a date (RFC 9110, section 10.2.3).
  static @Nullable Duration retryAfter(Headers headers, Instant now) {
    String value = headers.get("Retry-After");
    if (value == null) return null;
    long seconds = seconds(value);
    if (seconds >= 0) return Duration.ofSeconds(Math.min(seconds, LONGEST_SECONDS));
    Instant end = headers.getInstant("Retry-After");
    return end == null ? null : until(end, headers, now);
  }

  /// Counted from the server's own clock where it shows it: many are wrong.
  private static Duration until(Instant end, Headers headers, Instant now) {
    Instant date = headers.getInstant("Date");
    long seconds = Duration.between(date == null ? now : date, end).toSeconds();
    return Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_SECONDS));
  }

  /// A plain number, quoted or not, -1 if it is none; too large a number is the largest.
  private static long seconds(String text) {
    String s = text.strip();
    if (s.length() > 2 && s.startsWith("\"") && s.endsWith("\""))
      s = s.substring(1, s.length() - 1);
    if (s.isEmpty()) return -1;
    for (int i = 0; i < s.length(); i++) if (s.charAt(i) < '0' || s.charAt(i) > '9') return -1;
    return s.length() > 12 ? LONGEST_SECONDS : Long.parseLong(s);
  }

  /// The target of the first link with this relation, as written.
  static @Nullable String link(List<LinkHeader> links, String rel) {
    for (LinkHeader link : links) if (link.has(rel)) return link.target();
    return null;
  }
}
