package freshet.web;

import freshet.store.Feeds;
import org.jspecify.annotations.Nullable;

/// What runs here.
///
/// @param fresh how fresh the entries of the last day were, if there were any
public record About(Frame frame, Feeds.Counts counts, Actions.@Nullable Fresh fresh) {}
