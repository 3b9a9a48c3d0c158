package freshet.web;

import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.pipeline.Hub;
import freshet.pipeline.Laboratory;
import freshet.pipeline.Rulebook;
import freshet.pipeline.Understanding;
import freshet.store.Accounts;
import freshet.store.Feeds;
import freshet.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Acts on the store, with no schedule and no network behind it.
final class FakeActions implements Actions {
  private final Store store;
  private final InstantSource clock;
  private final Understanding understanding;
  @Nullable Rulebook rulebook;
  @Nullable Hub hub;
  @Nullable Laboratory laboratory;
  final List<Long> polled = new ArrayList<>();

  FakeActions(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.understanding = new Understanding(store, Understanding.Folds.USUAL, clock);
  }

  @Override
  public @Nullable Rulebook rulebook() {
    return rulebook;
  }

  @Override
  public @Nullable Hub hub() {
    return hub;
  }

  @Override
  public @Nullable Laboratory laboratory() {
    return laboratory;
  }

  @Override
  public Understanding understanding() {
    return understanding;
  }

  @Override
  public Result addFeed(String address, @Nullable String folder) {
    return addFeed(Accounts.FIRST, address, folder);
  }

  @Override
  public Result addFeed(long account, String address, @Nullable String folder) {
    try {
      FeedUrl url = FeedUrl.of(address);
      Feeds.Added added =
          store.feeds().add(account, url, url.host(), null, folder, clock.instant());
      return new Added(added.id(), added.wasNew());
    } catch (IllegalArgumentException e) {
      return new Refused(String.valueOf(e.getMessage()) + ".");
    }
  }

  @Override
  public boolean follow(long account, FeedUrl feed, @Nullable String folder) {
    return store.feeds().add(account, feed, feed.host(), null, folder, clock.instant()).wasNew();
  }

  @Override
  public boolean removeFeed(long id) {
    return store.feeds().remove(id);
  }

  @Override
  public boolean removeFeed(long account, long id) {
    var others = store.subscriptions().remove(account, id);
    return others.isPresent() && (others.get() > 0 || store.feeds().remove(id));
  }

  @Override
  public boolean pauseFeed(long id) {
    return store.feeds().setState(id, Feed.State.PAUSED);
  }

  @Override
  public boolean resumeFeed(long id) {
    return store.feeds().setState(id, Feed.State.ACTIVE);
  }

  @Override
  public boolean pollNow(long id) {
    polled.add(id);
    return store.feeds().find(id).isPresent();
  }

  @Override
  public Optional<FeedWhy> why(Feed feed) {
    long id = feed.id();
    Instant next = clock.instant().plusSeconds(40 + 311 * id);
    LinkedHashMap<String, String> numbers = new LinkedHashMap<>();
    numbers.put("Entries a day", "12.4");
    numbers.put("Polls without news", "18 %");
    return Optional.of(
        new FeedWhy(
            "It was the feed with the most entries to expect.",
            "By then about two new entries are expected.",
            id % 4 == 0 ? "the feed asks for 30 minutes between polls" : null,
            next,
            1.7,
            numbers,
            id % 5 == 0 ? null : rhythm(id)));
  }

  /// Office hours with a peak before noon, quieter at the end of the week.
  private static float[] rhythm(long seed) {
    float[] rhythm = new float[168];
    for (int i = 0; i < 168; i++) {
      int day = i / 24;
      int hour = i % 24;
      double peak = Math.exp(-Math.pow(hour - 10 - (double) (seed % 3), 2) / 8);
      double evening = 0.6 * Math.exp(-Math.pow(hour - 18, 2) / 5);
      double daily = day > 4 ? 0.3 : 1;
      rhythm[i] = hour < 5 ? 0 : (float) (2.2 * daily * (peak + evening));
    }
    return rhythm;
  }

  @Override
  public boolean removeAccount(long account) {
    return store.accounts().remove(account);
  }

  @Override
  public Optional<Fresh> freshness(freshet.store.Sight sight) {
    return Optional.of(new Fresh(1234, "4 min", "31 min", "12 min", "58 min"));
  }
}
