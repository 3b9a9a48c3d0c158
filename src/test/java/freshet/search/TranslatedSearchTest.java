package freshet.search;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class TranslatedSearchTest extends TranslatedSearchContract {
  @TempDir Path indexFolder;

  @Override
  Index opened() {
    return LuceneIndex.open(indexFolder);
  }
}
