package freshet.fetch;

import static java.util.Objects.requireNonNull;

/// A redirect that was followed.
///
/// @param to the address that it led to
/// @param status with which the server said so
public record Hop(String to, int status) {
  public Hop {
    requireNonNull(to, "to");
  }
}
