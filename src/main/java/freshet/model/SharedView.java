package freshet.model;

/// @param account whose it is: it shows what they may see
/// @param view its address on the page, such as `/?topic=sport`
public record SharedView(long account, String secret, String view, String title) {}
