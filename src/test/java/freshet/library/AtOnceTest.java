package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What an account changes with two requests that run side by side.
final class AtOnceTest extends TwoReaders {
  private static void together(Runnable one, Runnable another) {
    CompletableFuture.allOf(CompletableFuture.runAsync(one), CompletableFuture.runAsync(another))
        .join();
  }

  @Test
  void neitherOfTwoChangesOfAListIsLost() {
    Filing filing = new Filing(store, InstantSource.fixed(NOON));
    store.subscriptions().setFolders(first.id(), blog, List.of("Blogs"));
    for (int i = 0; i < 50; i++) {
      boolean up = i % 2 == 0;
      together(() -> filing.fold(first, "Papers", up), () -> filing.fold(first, "Blogs", up));
      assertThat(Filing.folded(store, first)).isEqualTo(up ? Set.of("Papers", "Blogs") : Set.of());
    }
    for (int i = 0; i < 50; i++) {
      boolean hidden = i % 2 == 0;
      together(
          () -> marking.hideTopic(first, "boats", hidden),
          () -> marking.hideTopic(first, "cats", hidden));
      assertThat(marking.hiddenTopics(first)).hasSize(hidden ? 2 : 0);
    }
    for (int i = 0; i < 40; i++) {
      String name = "New " + i;
      together(() -> filing.make(first, name + " a"), () -> filing.make(first, name + " b"));
    }
    assertThat(filing.empty(first)).hasSize(80);
  }
}
