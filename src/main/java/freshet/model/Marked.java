package freshet.model;

/// @param batch what undo wants
public record Marked(long batch, int entries) {}
