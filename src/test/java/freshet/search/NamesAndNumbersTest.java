package freshet.search;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class NamesAndNumbersTest extends NamesAndNumbersContract {
  @TempDir static Path folder;

  @Override
  Index opened() {
    return LuceneIndex.open(folder);
  }
}
