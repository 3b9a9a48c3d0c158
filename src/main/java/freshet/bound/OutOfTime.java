package freshet.bound;

/// The work on somebody's bytes was told to stop. Thrown by [Stop#check], caught by whoever said
/// so; nobody in between may take it for a mistake.
public final class OutOfTime extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutOfTime() {
    super("told to stop", null, false, false);
  }
}
