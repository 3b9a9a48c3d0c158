package freshet.pipeline;

import freshet.search.Index;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;

/// The search of a running Freshet: its index in the data folder, kept like the store.
public record Searching(EntryFinder finder, IndexKeeper keeper) implements AutoCloseable {
  private static final String FOLDER = "index";

  /// @throws Index.InUse if another process writes to the index
  public static Searching open(Store store, Path data, InstantSource clock, ZoneId zone) {
    Index index = Index.open(folder(data));
    return new Searching(
        new EntryFinder(store.searchRows(), index, clock, zone),
        new IndexKeeper(store.searchRows(), index, clock));
  }

  public static Path folder(Path data) {
    return data.resolve(FOLDER);
  }

  @Override
  public void close() {
    keeper.close();
  }
}
