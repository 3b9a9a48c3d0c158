package freshet.api;

import freshet.http.Body;
import freshet.http.Door;
import freshet.http.ProgramManners;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;

/// Registers calls of the [ApiDescription]. A call that is not in it cannot be registered, and a
/// request whose parameters are not as it says does not reach the handler.
final class Routes {
  private final Door door;

  Routes(JavalinConfig config) {
    this.door = new Door(config, new ProgramManners());
  }

  void get(String path, Door.ForAccount handler) {
    add(HandlerType.GET, path, handler);
  }

  void post(String path, Door.ForAccount handler) {
    add(HandlerType.POST, path, handler);
  }

  void put(String path, Door.ForAccount handler) {
    add(HandlerType.PUT, path, handler);
  }

  void patch(String path, Door.ForAccount handler) {
    add(HandlerType.PATCH, path, handler);
  }

  void delete(String path, Door.ForAccount handler) {
    add(HandlerType.DELETE, path, handler);
  }

  private void add(HandlerType method, String path, Door.ForAccount handler) {
    ApiDescription.Call call = ApiDescription.call(method.name(), path);
    door.forAccount(
        method,
        path,
        body(call),
        (ctx, who) -> {
          Checks.parameters(call, ctx);
          handler.answer(ctx, who);
        });
  }

  private static Body body(ApiDescription.Call call) {
    if (call.list()) return Body.FILE;
    if (call.body() == null) return Body.NOTHING;
    return ApiDescription.schema(call.body()).hasList() ? Body.LIST : Body.SMALL;
  }
}
