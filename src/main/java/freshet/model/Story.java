package freshet.model;

import org.jspecify.annotations.Nullable;

/// An entry that stands for its story: itself, and the copies of it that other feeds printed.
///
/// @param story the number of the story, 0 if the entry has no copies
/// @param entries how many entries have this text, this one included
/// @param feeds how many feeds have it: a feed that prints a text twice counts once
/// @param topic null if it has not been looked at
/// @param topicConfidence how sure that is, 0 to 1
/// @param topicGiven a person said so
/// @param event the number of the event it tells of, 0 if nobody else does
public record Story(
    Entry entry,
    long story,
    int entries,
    int feeds,
    @Nullable String topic,
    double topicConfidence,
    boolean topicGiven,
    long event) {}
