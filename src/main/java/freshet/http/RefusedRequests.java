package freshet.http;

import io.javalin.config.JavalinConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Requests that the server refuses before any of our code sees them, such as one with a control
/// character in its address: told as a problem document too.
public final class RefusedRequests extends ErrorHandler {
  private RefusedRequests() {}

  public static void register(JavalinConfig config) {
    config.jetty.modifyServer(server -> server.setErrorHandler(new RefusedRequests()));
    config.jetty.modifyServletContextHandler(
        context -> context.setErrorHandler(new RefusedRequests()));
  }

  /// Of DELETE too, to which Jetty by itself answers nothing.
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      String message,
      @Nullable Throwable cause,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    String problem =
        """
        {"type":"about:blank","title":"The request is wrong","status":%d,\
        "detail":"It is not answered: its address, headers or body cannot be read"}\
        """
            .formatted(code);
    response.write(true, ByteBuffer.wrap(problem.getBytes(StandardCharsets.UTF_8)), callback);
  }
}
