package freshet.web;

/// The question before a feed and its entries are removed.
public record Removal(Frame frame, long id, String name, long entries) {}
