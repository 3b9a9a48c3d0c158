package freshet.search;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class RelevanceTest extends RelevanceContract {
  @TempDir Path folder;

  @Override
  Index opened() {
    return LuceneIndex.open(folder);
  }
}
