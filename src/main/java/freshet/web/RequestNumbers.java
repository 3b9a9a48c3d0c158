package freshet.web;

import freshet.text.Whole;
import io.javalin.http.Context;

/// The numbers in a request; 0, which nothing has, for what is none.
final class RequestNumbers {
  private RequestNumbers() {}

  static long of(Context ctx, String name) {
    return Whole.of(ctx.queryParam(name), 18).orElse(0L);
  }

  /// The `id` in its path.
  static long id(Context ctx) {
    return Whole.of(ctx.pathParam("id"), 18).orElse(0L);
  }
}
