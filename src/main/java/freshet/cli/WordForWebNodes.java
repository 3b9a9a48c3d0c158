package freshet.cli;

import freshet.change.Follower;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the program that plans and stores leaves in the database for web nodes: where it is, and
/// which events are hot, which nobody else can work out.
final class WordForWebNodes implements AutoCloseable {
  /// Among the settings.
  static final String ADDRESS = "controller.at";

  static final String HEATS = "events.hot";

  private static final Duration EVERY = Duration.ofSeconds(15);

  private final Store store;
  private final String address;
  private final @Nullable Understanding understanding;
  private final InstantSource clock;
  private final Map<String, String> said = new HashMap<>();
  private final Follower follower;

  WordForWebNodes(
      Store store, String address, @Nullable Understanding understanding, InstantSource clock) {
    this.store = store;
    this.address = address;
    this.understanding = understanding;
    this.clock = clock;
    this.follower =
        new Follower(
            "word for web nodes", Duration.ZERO, EVERY, this::say, Set.of(StoreUnavailable.class));
  }

  void start() {
    follower.start();
  }

  private void say() {
    say(ADDRESS, address);
    if (understanding != null) say(HEATS, understanding.heats());
  }

  private void say(String name, String value) {
    if (value.equals(said.get(name))) return;
    store.settings().put(name, value, clock.instant());
    said.put(name, value);
  }

  @Override
  public void close() {
    follower.close();
  }
}
