package freshet.bench.web;

/// A web that can be served: what a host answers to a path.
public interface Web {
  /// @param host an address such as `127.1.0.7`
  /// @param path with the query, beginning with `/`
  Reply answer(String host, String path);
}
