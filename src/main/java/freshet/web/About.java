package freshet.web;

import freshet.store.Feeds;

/// What runs here.
public record About(Frame frame, Feeds.Counts counts) {}
