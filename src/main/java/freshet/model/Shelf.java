package freshet.model;

import java.util.List;

/// The feeds of an account that are in the same folders, counted.
///
/// @param folders none if they are in none
/// @param unread entries of them
/// @param shown unread entries of those that are not hidden
public record Shelf(List<String> folders, long feeds, long unread, long shown) {}
