package freshet.web;

/// The lists of links of a page that somebody gave the address of and that has no feed.
///
/// @param address as it was given
/// @param lead what this is about
public record ListOffer(
    PageFrame frame, String address, String folder, String lead, ListForm form) {}
