package freshet.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Why a feed was polled when it was, and when it will be again.
///
/// @param sentence all of it in words
/// @param lastReason why it was polled last, or null if this process did not poll it yet
/// @param nextPoll when the next poll is likely
/// @param heldBy what keeps it from being polled now, or null
/// @param entriesPerDay the learned rate
/// @param expectedEntries believed to be waiting to be fetched
/// @param expectedDelaySeconds believed to have been waited by them, together
/// @param value of a poll now, and `price`: what the last polls were worth; the next call goes to
///   the feed of the highest value
public record Why(
    String sentence,
    @Nullable Instant lastPoll,
    @Nullable String lastReason,
    Instant nextPoll,
    @Nullable String heldBy,
    double entriesPerDay,
    double expectedEntries,
    double expectedDelaySeconds,
    double value,
    double price) {}
