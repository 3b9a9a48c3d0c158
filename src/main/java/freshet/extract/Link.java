package freshet.extract;

/// A link of a page.
///
/// @param url absolute, as it stands in the page otherwise
/// @param text what a person clicks on; of a picture its alternative text; "" if there is none
/// @param around the text of the block the link stands in, cut to 300 characters
/// @param rel in lower case, such as `nofollow`; with `feed` for a link that says to be one
///   (`feed:`, `type`)
public record Link(String url, String text, String around, String rel) {}
