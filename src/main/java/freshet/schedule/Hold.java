package freshet.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Until when a feed is left alone.
///
/// @param reason in words, or null for nothing but the usual least interval
/// @param retired for good, until somebody says otherwise
public record Hold(Instant notBefore, @Nullable String reason, int failures, boolean retired) {}
