package freshet.model;

/// How many articles are kept, and what they cost on the disk.
///
/// @param bytes as they are stored
public record ArticlesSize(long articles, long bytes) {}
