package freshet.api;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Counters of work that is under way as server-sent events, as they change, until it ends. Not by
/// Javalin's own client: see web/Live.
final class ProgressEvents {
  private ProgressEvents() {}

  /// @param line the counters, in one line of JSON
  static void stream(Context ctx, Supplier<String> line, BooleanSupplier isOver) {
    ctx.disableCompression();
    ctx.contentType("text/event-stream; charset=utf-8");
    ctx.header("Cache-Control", "no-store");
    ctx.header("X-Accel-Buffering", "no");
    try {
      ServletOutputStream out = ctx.res().getOutputStream();
      String last = "";
      for (int silent = 0; ; silent++) {
        boolean over = isOver.getAsBoolean();
        String now = line.get();
        if (!now.equals(last)) {
          send(out, "event: progress\ndata: " + now + "\n\n");
          last = now;
          silent = 0;
        } else if (silent >= 15) {
          send(out, ": still here\n\n"); // notices a browser that has left
          silent = 0;
        }
        if (over) {
          send(out, "event: end\ndata: " + line.get() + "\n\n");
          return;
        }
        Thread.sleep(1000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // whoever listened has left
    }
  }

  private static void send(ServletOutputStream out, String event) throws IOException {
    out.write(event.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
