package freshet.fetch;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What the gates of several programs agree by, so that a host is asked by one of them at a time,
/// with the gaps between, and all of them know of a rest. Asked when the own gate is passed.
public interface SharedGate {
  /// Waits until no other program asks a host or lets it have its gap.
  ///
  /// @param names of what may rest; `rests` is told of those that do, and for how long
  /// @return by which to leave it
  long take(String host, List<String> names, BiConsumer<String, Duration> rests)
      throws InterruptedException;

  /// @param after so long nobody asks it; null if it was not asked at all
  void leave(String host, long pass, @Nullable Duration after);

  /// Nobody waits for a program that is no more any longer than this.
  void free(String host, Duration after);

  void rest(String name, Duration duration);

  /// There are no others.
  SharedGate NONE =
      new SharedGate() {
        @Override
        public long take(String host, List<String> names, BiConsumer<String, Duration> rests) {
          return 0;
        }

        @Override
        public void leave(String host, long pass, @Nullable Duration after) {}

        @Override
        public void free(String host, Duration after) {}

        @Override
        public void rest(String name, Duration duration) {}
      };
}
