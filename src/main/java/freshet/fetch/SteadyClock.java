package freshet.fetch;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that nobody can set: for gaps, which must be as long as they are whatever becomes of the
/// time of day. It counts from 1970 on; only differences mean anything.
final class SteadyClock implements InstantSource {
  private final long began = System.nanoTime();

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(System.nanoTime() - began);
  }
}
