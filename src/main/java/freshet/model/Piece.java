package freshet.model;

/// A piece of a text, to be escaped like any other.
///
/// @param marked whether it is a word that was searched for
public record Piece(String text, boolean marked) {}
