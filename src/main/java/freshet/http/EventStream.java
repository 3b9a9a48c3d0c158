package freshet.http;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Server-sent events on the thread of their request, for as long as it lasts.
///
/// Javalin's own `SseClient` is not used: closing one whose browser has left makes Javalin 7.2.3
/// handle the finished request again and again without end.
public final class EventStream {
  private final ServletOutputStream out;

  public EventStream(Context ctx) throws IOException {
    ctx.disableCompression();
    ctx.contentType("text/event-stream; charset=utf-8");
    ctx.header("Cache-Control", "no-store");
    ctx.header("X-Accel-Buffering", "no");
    out = ctx.res().getOutputStream();
  }

  /// @param data one line
  /// @throws IOException if whoever listened has left
  public void send(String event, String data) throws IOException {
    write("event: " + event + "\ndata: " + data + "\n\n");
  }

  /// Notices a listener that has left.
  public void stillHere() throws IOException {
    write(": still here\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
