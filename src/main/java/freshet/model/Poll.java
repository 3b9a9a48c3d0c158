package freshet.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of the poll log.
public record Poll(
    long id,
    long feedId,
    Instant at,
    String outcome,
    int status,
    int newEntries,
    int edited,
    long bytes,
    Duration took,
    @Nullable String message,
    @Nullable String why) {}
