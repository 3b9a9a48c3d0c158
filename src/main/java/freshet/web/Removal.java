package freshet.web;

/// The question before a feed and its entries are removed.
public record Removal(PageFrame frame, long id, String name, long entries) {}
