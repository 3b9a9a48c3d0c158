package freshet.extract;

/// A `<link rel=alternate>` in the head of a page (or wherever it stands).
///
/// @param type the media type in lower case, without parameters; "" if none is given
/// @param title "" if none is given
/// @param language its `hreflang`, "" if none is given
/// @param url absolute
public record Alternate(String rel, String type, String title, String language, String url) {}
