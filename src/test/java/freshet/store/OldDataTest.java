package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OldDataTest extends OldDataContract {
  @TempDir Path folder;

  @Override
  Store open() throws IOException {
    unpack();
    return Store.open(folder, null);
  }

  private void unpack() throws IOException {
    try (var file = new GZIPInputStream(old("freshet.db.gz"))) {
      Files.copy(file, folder.resolve("freshet.db"));
    }
  }

  @Test
  void titlesFromBeforeThereWasALimitAreCut() throws IOException, SQLException {
    unpack();
    try (Connection db =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("freshet.db"));
        Statement statement = db.createStatement()) {
      String tooLong = "x".repeat(300_000);
      statement.executeUpdate(
          "UPDATE entry SET title = '"
              + tooLong
              + "', authors = 'me\n"
              + tooLong
              + "' WHERE id = 1");
      statement.executeUpdate("UPDATE feed SET title = '" + tooLong + "' WHERE id = 1");
    }
    try (Store store = Store.open(folder, null)) {
      var entry = store.entries().find(1).orElseThrow();
      assertThat(entry.title()).hasSize(1000).endsWith("…");
      assertThat(entry.authors()).hasSize(2).startsWith("me");
      assertThat(store.feeds().find(1).orElseThrow().title()).hasSize(1000);
      assertThat(store.entries().find(2).orElseThrow().title()).isEqualTo("Harbour open");
    }
  }
}
