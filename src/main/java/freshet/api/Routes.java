package freshet.api;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;

/// Registers calls of the [Document]. A call that is not in it cannot be registered, and a request
/// whose parameters are not as it says does not reach the handler.
final class Routes {
  private final JavalinConfig config;

  Routes(JavalinConfig config) {
    this.config = config;
  }

  void get(String path, Handler handler) {
    add(HandlerType.GET, path, handler);
  }

  void post(String path, Handler handler) {
    add(HandlerType.POST, path, handler);
  }

  void put(String path, Handler handler) {
    add(HandlerType.PUT, path, handler);
  }

  void patch(String path, Handler handler) {
    add(HandlerType.PATCH, path, handler);
  }

  void delete(String path, Handler handler) {
    add(HandlerType.DELETE, path, handler);
  }

  private void add(HandlerType method, String path, Handler handler) {
    Document.Call call = Document.call(method.name(), path);
    config.routes.addHttpHandler(
        method,
        path,
        ctx -> {
          if (call.administrator()) Api.needAdministrator(ctx);
          Checks.parameters(call, ctx);
          handler.handle(ctx);
        });
  }
}
