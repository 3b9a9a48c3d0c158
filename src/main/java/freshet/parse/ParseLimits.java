package freshet.parse;

/// What a body may cost. Beyond a limit the rest is left unread; the size alone refuses.
///
/// @param bytes largest body, decompressed
/// @param entries most entries of one feed
/// @param depth deepest nesting of elements
/// @param attributes most attributes of one element
/// @param elements most elements the forgiving parser builds
public record ParseLimits(int bytes, int entries, int depth, int attributes, int elements) {
  public static final ParseLimits DEFAULT = new ParseLimits(15_000_000, 20_000, 200, 200, 500_000);

  public ParseLimits {
    if (bytes < 1 || entries < 1 || depth < 4 || attributes < 1 || elements < 1) {
      throw new IllegalArgumentException("Parse limits must be positive, and depth at least 4");
    }
  }
}
