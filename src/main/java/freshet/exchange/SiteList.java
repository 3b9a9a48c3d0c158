package freshet.exchange;

import freshet.model.FeedUrl;
import java.util.List;

/// A list of sites as it was read from somebody's file.
///
/// @param repeated how many lines named a site that was named before
/// @param leftOut what could not be taken, a sentence each, with its line where there is one
public record SiteList(List<FeedUrl> sites, int repeated, List<String> leftOut) {}
