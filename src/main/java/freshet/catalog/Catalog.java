package freshet.catalog;

import freshet.dictionary.Shelf;
import freshet.search.Index;
import freshet.search.LuceneIndex;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;

/// The search of a running Freshet: its index in the data folder, kept like the store.
public record Catalog(EntryFinder finder, IndexKeeper keeper) implements AutoCloseable {
  private static final String FOLDER = "index";

  /// @throws LuceneIndex.InUse if another process writes to the index
  public static Catalog open(Store store, Path data, InstantSource clock, ZoneId zone) {
    Index index = LuceneIndex.open(folder(data));
    IndexKeeper keeper = new IndexKeeper(store, index, clock);
    return new Catalog(
        new EntryFinder(
            store.searchRows(), index, new Shelf(data), clock, zone, keeper::rebuildSoon),
        keeper);
  }

  public static Path folder(Path data) {
    return data.resolve(FOLDER);
  }

  @Override
  public void close() {
    keeper.close();
  }
}
