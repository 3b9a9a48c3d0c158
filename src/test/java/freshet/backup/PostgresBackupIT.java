package freshet.backup;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Postgres;
import freshet.store.Store;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class PostgresBackupIT extends BackupContract {
  @Override
  String empty() {
    return Postgres.bare();
  }

  @Test
  void aDatabaseThatNobodyHasUsedYetWillDo() throws IOException {
    String url = Postgres.database();
    try (Store store = Store.open(data, null)) {
      back(store, data, file);
    }
    assertThat(restore(file, folder.resolve("there"), url).entries()).isEqualTo(5);
  }
}
