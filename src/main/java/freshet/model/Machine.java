package freshet.model;

/// A program of a Freshet on many machines, as it was last heard of.
///
/// @param role `controller`, `terminal`, `waiting` of a controller that waits for its turn, `web`
///   of a web node, or `other`
/// @param underWay pieces of work at that moment
/// @param most that it takes at once; 0 if that is not its to say
/// @param done since its start
public record Machine(String name, String role, String version, int underWay, int most, long done) {

  /// Whether it is there without doing work for others.
  public boolean isIdle() {
    return role.equals("waiting") || role.equals("web");
  }
}
