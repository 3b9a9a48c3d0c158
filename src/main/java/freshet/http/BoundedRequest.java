package freshet.http;

import io.javalin.http.Context;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;

/// A request whose body can be read as far as its route allows ([Door]), and no further: nothing at
/// first. What is too large, too slow, cut off or no HTTP is a [Problem], not an exception to be
/// logged.
final class BoundedRequest extends HttpServletRequestWrapper {
  private static final String ATTRIBUTE = "freshet.body";
  private static final String CONTENT_TYPE = "Content-Type";

  /// How slowly a body may come: at least so many bytes a second, once a while has passed.
  record Pace(Duration grace, int bytesPerSecond) {
    static final Pace USUAL = new Pace(Duration.ofSeconds(20), 16_000);
  }

  private final Pace pace;
  private final @Nullable String contentType;
  private final String type;
  private Body allowed = Body.NOTHING;
  private @Nullable Collection<Part> parts;

  BoundedRequest(HttpServletRequest request, Pace pace) {
    super(request);
    this.pace = pace;
    this.contentType = readable(request.getHeader(CONTENT_TYPE));
    this.type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    request.setAttribute(ATTRIBUTE, this);
  }

  /// A content type without the names of encodings that nobody knows, on which Jetty and Javalin
  /// fail. What is in such a one is read as UTF-8, like all that does not say.
  private static @Nullable String readable(@Nullable String given) {
    if (given == null) return null;
    StringBuilder readable = new StringBuilder();
    for (String part : given.split(";", 20)) {
      String kept = part.strip();
      if (kept.regionMatches(true, 0, "charset", 0, "charset".length())) {
        String name = kept.substring(kept.indexOf('=') + 1).replaceAll("[\"'\\s]", "");
        if (!isEncoding(name)) continue;
        kept = "charset=" + name;
      }
      if (!readable.isEmpty()) readable.append("; ");
      readable.append(kept);
    }
    return readable.toString();
  }

  private static boolean isEncoding(String name) {
    try {
      return Charset.isSupported(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public @Nullable String getContentType() {
    return contentType;
  }

  @Override
  public @Nullable String getHeader(String name) {
    return name.equalsIgnoreCase(CONTENT_TYPE) ? contentType : super.getHeader(name);
  }

  /// Sets how much may be read from now on. Nothing is read or refused yet.
  static void limit(Context ctx, Body body) {
    of(ctx).allowed = body;
  }

  /// @throws Problem if the request says itself that it brings more than the limit, or brings it in
  ///   a form that the route does not take
  static void check(Context ctx) {
    of(ctx).check();
  }

  private static BoundedRequest of(Context ctx) {
    BoundedRequest request = ctx.attribute(ATTRIBUTE);
    if (request == null) throw new IllegalStateException("requests are not bounded here");
    return request;
  }

  private void check() {
    if (allowed == Body.NOTHING) return;
    if (getContentLengthLong() > allowed.largest) throw tooLarge();
    if (isMultipart() && !allowed.multipart) {
      throw new Problem(415, "Not in this form", "This address takes no multipart/form-data");
    }
  }

  private boolean isMultipart() {
    return type.startsWith("multipart/");
  }

  /// Whether the body is a form that this route takes.
  static boolean bringsForm(Context ctx) {
    BoundedRequest request = of(ctx);
    return request.allowed != Body.NOTHING && (request.isForm() || request.isMultipart());
  }

  private boolean isForm() {
    return type.startsWith("application/x-www-form-urlencoded");
  }

  private Problem tooLarge() {
    return new Problem(
        413,
        "The body is too large",
        allowed == Body.NOTHING
            ? "This address takes no body"
            : "Here it has at most " + size(allowed.largest));
  }

  private static String size(int bytes) {
    return bytes < 1_000_000 ? bytes / 1_000 + " KB" : bytes / 1_000_000 + " MB";
  }

  private static Problem unreadable() {
    return new Problem(400, "The body is wrong", "It ended too early or cannot be read");
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    check();
    return new Bounded(super.getInputStream());
  }

  @Override
  public BufferedReader getReader() {
    throw new UnsupportedOperationException("bodies are read as bytes");
  }

  @Override
  public Collection<Part> getParts() throws IOException {
    if (parts == null) {
      try (ServletInputStream in = getInputStream()) {
        parts = FormParts.of(String.valueOf(getContentType()), in.readAllBytes(), allowed);
      }
    }
    return parts;
  }

  @Override
  public @Nullable Part getPart(String name) throws IOException {
    return getParts().stream().filter(p -> name.equals(p.getName())).findFirst().orElse(null);
  }

  private final class Bounded extends ServletInputStream {
    private final ServletInputStream in;
    private final long begun = System.nanoTime();
    private long bytes;
    private int fields = 1;

    Bounded(ServletInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int read;
      try {
        read = in.read(to, from, length);
      } catch (IOException
          | HttpException.RuntimeException
          | HttpException.IllegalArgumentException e) {
        throw unreadable();
      }
      if (read <= 0) return read;
      bytes += read;
      if (bytes > allowed.largest) throw tooLarge();
      if (isForm()) {
        for (int i = from; i < from + read; i++) if (to[i] == '&') fields++;
        if (fields > allowed.mostFields) {
          throw new Problem(
              413,
              "The form is too large",
              "Here it has at most " + allowed.mostFields + " fields");
        }
      }
      Duration spent = Duration.ofNanos(System.nanoTime() - begun).minus(pace.grace);
      if (spent.isPositive() && spent.toMillis() * pace.bytesPerSecond / 1000 > bytes) {
        throw new Problem(408, "The body is too slow", "It must come faster");
      }
      return read;
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("bodies are read by the thread of their request");
    }
  }
}
