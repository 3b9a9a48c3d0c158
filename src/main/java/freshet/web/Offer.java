package freshet.web;

import java.util.List;

/// The feeds of a site that somebody gave the address of.
public record Offer(PageFrame frame, String site, String folder, List<FoundRow> feeds) {}
