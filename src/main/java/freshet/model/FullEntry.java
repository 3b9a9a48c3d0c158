package freshet.model;

/// An entry with what is read only when it is looked at.
public record FullEntry(Entry entry, EntryBody body) {}
