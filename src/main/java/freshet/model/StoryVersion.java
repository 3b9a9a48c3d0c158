package freshet.model;

import org.jspecify.annotations.Nullable;

/// An entry of a story, and what its text is compared by.
public record StoryVersion(Entry entry, byte @Nullable [] signature) {}
