package freshet.catalog;

import freshet.catalog.IndexKeeper.Building;
import freshet.change.Changes;
import java.util.Optional;

/// Whoever sees to it that searches find what is stored.
public interface Keeper extends AutoCloseable {
  /// Follows the store from now on.
  void start(Changes changes);

  /// Tells when searches find what was new: a moment after it was stored.
  Changes indexed();

  /// Throws the index away and builds it again.
  void rebuildSoon();

  /// The number of the last entry that searches can find; all before it can be found too.
  long findable();

  /// The number of the last arrival of an article that searches can find.
  long findableArticle();

  Building building();

  /// A sentence, if the index cannot be read or written at the moment.
  Optional<String> trouble();

  @Override
  void close();
}
