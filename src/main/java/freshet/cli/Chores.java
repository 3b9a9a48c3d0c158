package freshet.cli;

import freshet.jobs.Housekeeping.Chore;
import freshet.jobs.Retention;
import freshet.model.Kept;
import freshet.poll.Watcher;
import freshet.store.Store;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What housekeeping does, and how long the settings say that each kind of thing is kept.
///
/// @param understanding null if it is switched off
record Chores(
    Settings settings,
    Store store,
    Watcher watcher,
    @Nullable Understanding understanding,
    InstantSource clock) {
  private static final Logger log = LoggerFactory.getLogger(Chores.class);

  /// @param clearFeeds drops what nobody follows any more
  List<Chore> all(Retention retention, Runnable clearFeeds) {
    List<Chore> all = new ArrayList<>();
    all.add(new Chore("unread", this::forgetUnread));
    all.addAll(retention.chores());
    all.add(new Chore("signatures", this::forgetSignatures));
    all.add(Chore.whole("topics", this::saveTopics));
    all.add(Chore.whole("feeds", clearFeeds));
    all.add(Chore.whole("ranks", watcher::reweigh));
    return all;
  }

  /// How long something is kept; empty: for ever.
  Optional<Duration> keep(Kept.Kind kind) {
    Setting setting = Setting.named(kind.setting()).orElseThrow();
    return settings.text(setting).equals("0")
        ? Optional.empty()
        : Optional.of(settings.duration(setting));
  }

  private int forgetUnread() {
    int forgotten =
        store.reading().forget(clock.instant().minus(settings.duration(Setting.UNREAD_KEEP)));
    if (forgotten > 0) log.info("{} old entries count as read", forgotten);
    return forgotten;
  }

  /// Of entries that nothing is compared with any more.
  private int forgetSignatures() {
    return understanding == null ? 0 : understanding.forgetSignatures();
  }

  private void saveTopics() {
    if (understanding != null) understanding.save();
  }
}
