package freshet.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Counters of work that is under way as server-sent events, as they change, until it ends.
public final class ProgressEvents {
  private ProgressEvents() {}

  /// @param line the counters, in one line of JSON
  public static void stream(Context ctx, Supplier<String> line, BooleanSupplier isOver) {
    try {
      EventStream out = new EventStream(ctx);
      String last = "";
      for (int silent = 0; ; silent++) {
        boolean over = isOver.getAsBoolean();
        String now = line.get();
        if (!now.equals(last)) {
          out.send("progress", now);
          last = now;
          silent = 0;
        } else if (silent >= 15) {
          out.stillHere();
          silent = 0;
        }
        if (over) {
          out.send("end", line.get());
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
}
