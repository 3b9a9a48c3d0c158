package freshet.model;

/// The small picture by which a site is known.
///
/// @param id given once
/// @param type such as `image/png`, as its bytes say
public record Icon(long id, String type, byte[] bytes) {}
