package freshet.search;

import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/// The contract of the index on a real OpenSearch.
final class OpenSearchIndexIT {
  private static Index at(OpenSearchPlace place) {
    return new OpenSearchIndex(place, "a Freshet", true, InstantSource.system());
  }

  @Nested
  final class Contract extends IndexContract {
    private final OpenSearchPlace place = OpenSearchNode.shared().place();

    @Override
    Index opened() {
      return at(place);
    }
  }

  @Nested
  final class Relevance extends RelevanceContract {
    @Override
    Index opened() {
      return at(OpenSearchNode.shared().place());
    }
  }

  @Nested
  final class NamesAndNumbers extends NamesAndNumbersContract {
    @Override
    Index opened() {
      return at(OpenSearchNode.shared().place());
    }
  }
}
