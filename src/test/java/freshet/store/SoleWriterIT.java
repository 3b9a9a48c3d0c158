package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two programs and one database.
final class SoleWriterIT {
  @TempDir private Path one;
  @TempDir private Path other;

  @Test
  void aDatabaseHasOneWriterWhereverTheirDataFoldersAre() {
    String database = Postgres.database();
    try (Store first = Store.open(one, database)) {
      assertThat(first.feeds().all()).isEmpty();
      assertThatThrownBy(() -> Store.open(other, database))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("is in use by another Freshet");
    }
    Store.open(other, database).close();
    Store.open(one, database).close();
  }
}
