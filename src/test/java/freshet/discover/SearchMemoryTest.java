package freshet.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchMemoryTest {
  @TempDir Path folder;

  @Test
  void pagesAreKnownAfterARestartAndWhileTheyAreAskedFor() throws Exception {
    try (SearchMemory memory = new SearchMemory(folder)) {
      assertThat(memory.begin(7, false)).isTrue();
      assertThat(memory.begin(7, false)).isFalse();
      memory.end(7, false);
      assertThat(memory.begin(7, false)).as("nobody answered").isTrue();
      memory.end(7, true);
      for (long page = 1000; page < 6000; page++) {
        assertThat(memory.begin(page, false)).isTrue();
        memory.end(page, true);
      }
    }
    try (SearchMemory memory = new SearchMemory(folder)) {
      assertThat(memory.begin(7, false)).isFalse();
      for (long page = 1000; page < 6000; page++) {
        assertThat(memory.begin(page, false)).isFalse();
      }
      assertThat(memory.begin(0, false)).isTrue();
      assertThat(memory.begin(7, true)).as("a new look").isTrue();
    }
  }

  @Test
  void whatOneProcessHasVisitedTheOtherKnows() throws Exception {
    try (SearchMemory one = new SearchMemory(folder);
        SearchMemory other = new SearchMemory(folder)) {
      for (long page = 1; page < 3000; page++) {
        SearchMemory who = page % 2 == 0 ? one : other;
        assertThat(who.begin(page, false)).isTrue();
        who.end(page, true);
        assertThat((who == one ? other : one).begin(page, false)).isFalse();
      }
    }
  }

  @Test
  void theOldestAreForgottenSoThatTheDiskIsBounded() throws Exception {
    try (SearchMemory memory = new SearchMemory(folder, 2_000)) {
      for (long page = 1; page <= 9_000; page++) {
        assertThat(memory.begin(name(page), false)).isTrue();
        memory.end(name(page), true);
      }
      assertThat(memory.begin(name(9_000), false)).isFalse();
      assertThat(memory.begin(name(7_001), false)).isFalse();
      assertThat(memory.begin(0x9E3779B97F4A7C15L, false)).isTrue();
      assertThat(Files.size(folder.resolve("pages")) + Files.size(folder.resolve("pages.old")))
          .isLessThan(2 * 5_000 * 8);
    }
  }

  /// Spread as the names of pages are.
  private static long name(long page) {
    return page * 0x9E3779B97F4A7C15L;
  }
}
