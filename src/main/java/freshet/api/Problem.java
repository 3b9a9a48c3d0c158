package freshet.api;

import org.jspecify.annotations.Nullable;

/// A request that cannot be answered, as RFC 9457 tells it: thrown in a handler, sent as
/// `application/problem+json`.
///
/// @see Api
final class Problem extends RuntimeException {
  final int status;
  final String title;

  /// Which parameter, or which field of the body, is wrong.
  final @Nullable String parameter;

  Problem(int status, String title, String detail) {
    this(status, title, detail, null);
  }

  private Problem(int status, String title, String detail, @Nullable String parameter) {
    super(detail);
    this.status = status;
    this.title = title;
    this.parameter = parameter;
  }

  static Problem badParameter(String name, String detail) {
    return new Problem(400, "A parameter is wrong", "'" + name + "': " + detail, name);
  }

  static Problem notFound(String what) {
    return new Problem(404, "Not found", what);
  }
}
