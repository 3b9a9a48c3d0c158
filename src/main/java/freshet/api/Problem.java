package freshet.api;

/// A request that cannot be answered, as RFC 9457 tells it: thrown in a handler, sent as
/// `application/problem+json`.
///
/// @see Api
final class Problem extends RuntimeException {
  final int status;
  final String title;

  Problem(int status, String title, String detail) {
    super(detail);
    this.status = status;
    this.title = title;
  }

  static Problem badParameter(String name, String detail) {
    return new Problem(400, "A parameter is wrong", "'" + name + "': " + detail);
  }

  static Problem notFound(String what) {
    return new Problem(404, "Not found", what);
  }
}
