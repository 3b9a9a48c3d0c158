package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Leases.DeadLetter;
import freshet.store.Leases.Lease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every store must do with work that is away.
abstract class LeasesContract extends VisibilityContract {
  private static Lease lease(String request) {
    return new Lease(request, 7, "https://a.example/feed", Duration.ofSeconds(75), NOON);
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
  void theNewestDeadLettersAreFirst() {
    var first = new DeadLetter(7, "https://a.example/feed", 3, List.of("t1", "t2", "t3"), NOON);
    var second = new DeadLetter(8, "https://b.example/feed", 1, List.of("t1"), NOON);
    store.leases().bury(first);
    store.leases().bury(second);
    assertThat(store.leases().deadLetters()).containsExactly(second, first);
  }
}
