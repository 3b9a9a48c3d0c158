package freshet.cli;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.model.Secret;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a web node learns from the database: which entries the controller has stored meanwhile, for
/// open pages and the index, and where the controller is.
final class NewsOfController implements AutoCloseable {
  /// Among the settings: what the addresses of pictures are signed with.
  static final String PICTURE_KEY = "pictures.key";

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int MOST = 5_000;

  private final Store store;
  private final Changes changes;
  private final Follower follower;
  private final String noKey = Secret.random();
  private long last = -1;
  private volatile Map<String, String> said = Map.of();

  NewsOfController(Store store, Changes changes) {
    this.store = store;
    this.changes = changes;
    this.follower =
        new Follower(
            "news of the controller",
            Duration.ZERO,
            LOOK_EVERY,
            this::look,
            Set.of(StoreUnavailable.class));
  }

  void start() {
    look();
    follower.start();
  }

  /// Where it is.
  Optional<String> controller() {
    return Optional.ofNullable(said.get(WordForWebNodes.ADDRESS));
  }

  /// Which events are hot, see [freshet.understand.Understanding#heats].
  String heats() {
    return said.getOrDefault(WordForWebNodes.HEATS, "");
  }

  /// With what the controller signs the addresses of pictures.
  String pictureKey() {
    return said.getOrDefault(PICTURE_KEY, noKey);
  }

  private void look() {
    said = store.settings().all();
    if (last < 0) last = store.outgoing().last();
    Map<Long, List<Long>> fresh = store.outgoing().byFeed(last, MOST);
    fresh.forEach(
        (feed, entries) -> changes.publish(new Change(feed, entries, entries, List.of(), false)));
    for (List<Long> entries : fresh.values()) last = Math.max(last, entries.getLast());
  }

  @Override
  public void close() {
    follower.close();
  }
}
