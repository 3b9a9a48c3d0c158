package freshet.model;

/// A setting of the installation as it is in force.
///
/// @param value without anything secret
/// @param source where it came from, such as `default` or `FRESHET_PORT`
/// @param changeable whether the settings file decides it: what the environment or a flag says wins
/// @param fixed whether it can be changed in the file, the environment or by a flag only
/// @param atOnce whether a change takes effect at once, else at the next start
public record InForce(
    String name,
    String value,
    String source,
    String meaning,
    boolean changeable,
    boolean fixed,
    boolean atOnce) {}
