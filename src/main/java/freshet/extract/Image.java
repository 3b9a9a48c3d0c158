package freshet.extract;

/// A picture that is seen on a page.
///
/// @param url absolute
/// @param text its alternative text or title, "" if it has none
public record Image(String url, String text) {}
