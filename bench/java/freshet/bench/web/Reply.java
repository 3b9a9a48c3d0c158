package freshet.bench.web;

import java.nio.charset.StandardCharsets;

/// What a server of the synthetic web answers.
///
/// @param link its `Link` header, "" for none
public record Reply(int status, String type, byte[] body, String location, String link) {
  public Reply(int status, String type, byte[] body, String location) {
    this(status, type, body, location, "");
  }

  Reply withLink(String header) {
    return new Reply(status, type, body, location, header);
  }

  static Reply html(String body) {
    return new Reply(200, "text/html; charset=utf-8", body.getBytes(StandardCharsets.UTF_8), "");
  }

  static Reply xml(String body) {
    return new Reply(200, "application/xml", body.getBytes(StandardCharsets.UTF_8), "");
  }

  static Reply text(String body) {
    return new Reply(200, "text/plain", body.getBytes(StandardCharsets.UTF_8), "");
  }

  static Reply missing() {
    return new Reply(404, "text/html", "<h1>404</h1>".getBytes(StandardCharsets.UTF_8), "");
  }
}
