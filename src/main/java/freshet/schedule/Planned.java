package freshet.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the store keeps of a feed after a poll, in the poll's own transaction: all that a new
/// planner needs to go on as if nothing had happened.
///
/// @param rhythm what was learned, at most 1 KB
/// @param lastPoll the last poll that was answered, from which on entries may be waiting; null if
///   none was yet
/// @param notBefore no poll before; `holdReason` says why in words, null for the usual interval
/// @param expectedNext when the next poll is likely, given the budget and what else is waiting
/// @param retired the publisher took the feed away (410): it is not polled until put again
public record Planned(
    long feedId,
    byte[] rhythm,
    @Nullable Instant lastPoll,
    Instant notBefore,
    @Nullable String holdReason,
    Instant expectedNext,
    int failures,
    boolean retired) {}
