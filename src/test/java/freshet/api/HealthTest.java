package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HealthTest {
  @Test
  void aStoreThatNoLongerWritesIsNotHealthy(@TempDir Path folder) throws Exception {
    Store store = Store.open(folder, null);
    try (ApiServer api = new ApiServer(store, InstantSource.system(), List.of())) {
      var notPolling = api.send("GET", "/healthz", "");
      assertThat(notPolling.status()).isEqualTo(503);
      assertThat(notPolling.text()).isEqualTo("{\"status\":\"not polling\",\"feeds\":0}");
      store.close();
      var closed = api.send("GET", "/healthz", "");
      assertThat(closed.status()).isEqualTo(503);
      assertThat(closed.text()).isEqualTo("{\"status\":\"The store no longer writes\"}");
    }
  }
}
