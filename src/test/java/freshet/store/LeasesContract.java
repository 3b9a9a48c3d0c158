package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Leases.DeadLetter;
import freshet.store.Leases.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every store must do with work that is away.
abstract class LeasesContract extends TranslationsContract {
  private static Lease lease(String request) {
    return new Lease(request, "page", 7, "https://a.example/feed", Duration.ofSeconds(75), NOON);
  }

  @Test
  void leasesAreThereUntilTheyAreEnded() {
    store.leases().grant(lease("one"));
    store.leases().grant(lease("two"));
    store.leases().grant(lease("two"));
    store.leases().grant(lease("three"));
    store.leases().end(List.of("one", "three", "unknown"));
    store.leases().end(List.of());
    assertThat(store.leases().open()).containsExactly(lease("two"));
  }

  @Test
  void whatGoesOutHasAllThatIsKnownOfIt() {
    long a = feed("a");
    long first = put(a, 1, null);
    long copy = put(feed("b"), 2, null, first);
    Outgoing rows = store.outgoing();
    assertThat(rows.last()).isEqualTo(copy);
    assertThat(rows.byFeed(0, 9)).containsEntry(a, List.of(first)).hasSize(2);
    assertThat(rows.byFeed(first, 9)).hasSize(1).containsValue(List.of(copy));
    assertThat(rows.after(copy, 9)).isEmpty();
    assertThat(rows.after(0, 1)).extracting(r -> r.entry().id()).containsExactly(first);
    assertThat(rows.after(0, 9))
        .extracting(Outgoing.Row::first)
        .as("the second is a copy")
        .containsExactly(true, false);
    Outgoing.Row row = rows.after(first, 9).getFirst();
    assertThat(row.story()).isPositive().isEqualTo(rows.after(0, 1).getFirst().story());
    assertThat(row.address()).startsWith("https://").endsWith("/feed");
    assertThat(row.secret()).isFalse();
    Instant stored = row.entry().firstSeen();
    assertThat(rows.before(stored)).isLessThan(copy);
    assertThat(rows.before(Instant.EPOCH)).isEqualTo(first - 1);
    assertThat(rows.before(stored.plusSeconds(1))).isEqualTo(copy);
  }

  @Test
  void theNewestDeadLettersAreFirst() {
    var first = new DeadLetter(7, "https://a.example/feed", 3, List.of("t1", "t2", "t3"), NOON);
    var second = new DeadLetter(8, "https://b.example/feed", 1, List.of("t1"), NOON);
    store.leases().bury(first);
    store.leases().bury(second);
    assertThat(store.leases().deadLetters()).containsExactly(second, first);
  }
}
