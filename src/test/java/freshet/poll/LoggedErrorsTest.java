package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class LoggedErrorsTest {
  @Test
  void everyErrorOfOursIsAMistakeWhoeverLogsIt(@TempDir Path folder) {
    Logger ours = LoggerFactory.getLogger("freshet.anywhere.at.All");
    Logger theirs = LoggerFactory.getLogger("org.example.Library");
    try (Store store = Store.open(folder, null)) {
      Meters meters = new Meters(store);
      long before = LoggedErrors.counted().count();
      ours.error("The index failed by a mistake of ours", new IllegalStateException("made up"));
      ours.warn("a warning is none");
      theirs.error("nor is what a library says");
      assertThat(meters.scrape()).contains("freshet_mistakes_total " + (before + 1) + ".0");
    }
  }
}
