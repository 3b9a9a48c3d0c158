package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.catalog.Catalog;
import freshet.catalog.EntryFinder;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.SearchOrder;
import freshet.notify.AlertSender;
import freshet.notify.Rulebook;
import freshet.store.Store;
import freshet.understand.Understanding;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;

/// The whole library over a real store, with two people in it: the first looks after the
/// installation and follows a feed with an entry about a lighthouse, the second follows another
/// with one about bread. No server can be asked.
final class TwoAccounts implements AutoCloseable, InstantSource {
  static final Instant START = Instant.parse("2026-11-15T12:00:00Z");
  static final String PASSWORD = "correct horse";

  final Store store;
  final Library library;

  /// The same with neither search nor understanding.
  final Library plain;

  final Samples samples;

  /// Not started.
  final Understanding understanding;

  final Account first;
  final Account second;
  final long lightFeed;
  final long breadFeed;
  final long light;
  final long bread;
  Instant now = START;
  private final Catalog catalog;
  private final Changes changes;
  private final HttpFetcher fetcher;

  TwoAccounts(Path folder) {
    store = Store.open(folder, null);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            new Network(null, false),
            new Politeness(Duration.ZERO, false),
            this,
            new Random(1));
    Libraries libraries = Libraries.offline(store, this, folder);
    changes = libraries.changes;
    plain = libraries.build();
    catalog = Catalog.open(store, folder, this, ZoneOffset.UTC);
    catalog.keeper().start(changes);
    libraries.catalog = catalog;
    understanding = new Understanding(store, Understanding.Folds.USUAL, this);
    libraries.understanding = understanding;
    libraries.rulebook =
        new Rulebook(
            store,
            catalog,
            new AlertSender(store, fetcher, null, this),
            new Rulebook.Mail(false, LocalTime.of(7, 0), ZoneOffset.UTC),
            this);
    library = libraries.build();
    Account owner = store.accounts().find(Account.FIRST).orElseThrow();
    library.administering().setPassword(owner, owner.id(), "", PASSWORD, "127.0.0.1");
    first = store.accounts().find(Account.FIRST).orElseThrow();
    second = library.administering().add(first, "second", PASSWORD);
    samples = new Samples(store, START);
    lightFeed = follow(first, "https://light.example/feed");
    breadFeed = follow(second, "https://bread.example/feed");
    light =
        samples
            .poll(lightFeed, "Light", START, Text.of("A lighthouse is lit", "By night.", START))
            .getFirst();
    bread =
        samples
            .poll(breadFeed, "Bread", START, Text.of("Bread is baked", "By day.", START))
            .getFirst();
  }

  long follow(Account who, String address) {
    return library.following().follow(who, FeedUrl.of(address), null, null).feed();
  }

  /// Waits until everything that is stored can be found.
  void indexed() {
    changes.publish(Change.ofEverything());
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> catalog.finder().find(everything()).total() == store.searchRows().count());
  }

  static EntryFinder.Request everything() {
    return new EntryFinder.Request("", SearchOrder.NEWEST, false, 0, 10);
  }

  static void assertRefused(Reason reason, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.reason).isEqualTo(reason));
  }

  static void assertWrong(String field, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            Refusal.class,
            e -> {
              assertThat(e.reason).isEqualTo(Reason.WRONG);
              assertThat(e.field).isEqualTo(field);
            });
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public void close() {
    catalog.close();
    understanding.close();
    fetcher.close();
    store.close();
  }
}
