package freshet.library;

import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.exchange.OutFeed;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Sharing sharing;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    sharing = two.library.sharing();
  }

  @AfterEach
  void close() {
    two.close();
  }

  private Optional<OutFeed> feed(long account, String view) {
    return two.store
        .outViews()
        .ofView(account, view)
        .flatMap(v -> sharing.at("http://here.example/out/" + v.secret() + ".json"));
  }

  @Test
  void aViewShowsWhatItsOwnerMaySee() {
    sharing.open(two.first, "/", "All of it");
    sharing.open(two.second, "/", " ");
    OutFeed lights = feed(two.first.id(), "/").orElseThrow();
    assertThat(lights.title()).isEqualTo("All of it");
    assertThat(lights.newest()).extracting(e -> e.entry().id()).containsExactly(two.light);
    OutFeed breads = feed(two.second.id(), "/").orElseThrow();
    assertThat(breads.title()).isEqualTo("Freshet");
    assertThat(breads.newest()).extracting(e -> e.entry().id()).containsExactly(two.bread);
    assertThat(sharing.written(breads).type()).startsWith("application/feed+json");
  }

  @Test
  void onlyItsOwnerTakesTheAddressAway() {
    sharing.open(two.first, "/?topic=sea", "Sea");
    sharing.close(two.second, "/?topic=sea");
    assertThat(feed(two.first.id(), "/?topic=sea")).isPresent();
    sharing.close(two.first, "/?topic=sea");
    assertThat(feed(two.first.id(), "/?topic=sea")).isEmpty();
  }

  @Test
  void onlyViewsOfOursCanBeFeeds() {
    for (String view :
        new String[] {"", "//evil.example/", "/settings", "/?topic=" + "x".repeat(1000)}) {
      assertWrong("view", () -> sharing.open(two.first, view, "x"));
      assertWrong("view", () -> sharing.close(two.first, view));
    }
    assertThat(sharing.at("http://here.example/out/guessed-secret.json")).isEmpty();
  }

  @Test
  void whereThereIsNoHubNobodyIsTold() {
    assertThat(sharing.askHub(Map.of(), Set.of("here.example")).status()).isEqualTo(404);
  }
}
