package freshet.catalog;

import freshet.dictionary.Shelf;
import freshet.model.Secret;
import freshet.search.Index;
import freshet.search.LuceneIndex;
import freshet.search.OpenSearchIndex;
import freshet.search.OpenSearchPlace;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;

/// The search of a running Freshet: its index, in the data folder or in OpenSearch, kept like the
/// store.
public record Catalog(EntryFinder finder, Keeper keeper) implements AutoCloseable {
  private static final String FOLDER = "index";

  /// Among the settings: by what an index in OpenSearch knows whose it is.
  private static final String OWNER = "search.owner";

  /// @throws LuceneIndex.InUse if another process writes to the index
  public static Catalog open(Store store, Path data, InstantSource clock, ZoneId zone) {
    return keeping(store, data, LuceneIndex.open(folder(data)), clock, zone);
  }

  /// Follows the store in OpenSearch, whether that answers at the moment or not.
  public static Catalog in(
      OpenSearchPlace place, Store store, Path data, InstantSource clock, ZoneId zone) {
    return keeping(store, data, writing(place, store, clock), clock, zone);
  }

  private static Catalog keeping(
      Store store, Path data, Index index, InstantSource clock, ZoneId zone) {
    IndexKeeper keeper = new IndexKeeper(store, index, clock);
    return new Catalog(
        new EntryFinder(
            store.searchRows(), index, new Shelf(data), clock, zone, keeper::rebuildSoon),
        keeper);
  }

  /// Searches in OpenSearch what another program keeps there.
  public static Catalog beside(
      OpenSearchPlace place, Store store, Path data, InstantSource clock, ZoneId zone) {
    Index index = reading(place, clock);
    IndexWatch watch = new IndexWatch(index);
    return new Catalog(
        new EntryFinder(
            store.searchRows(), index, new Shelf(data), clock, zone, watch::rebuildSoon),
        watch);
  }

  public static Index writing(OpenSearchPlace place, Store store, InstantSource clock) {
    String owner = store.settings().all().get(OWNER);
    if (owner == null) {
      owner = Secret.random();
      store.settings().put(OWNER, owner, clock.instant());
    }
    return new OpenSearchIndex(place, owner, true, clock);
  }

  public static Index reading(OpenSearchPlace place, InstantSource clock) {
    return new OpenSearchIndex(place, "", false, clock);
  }

  public static Path folder(Path data) {
    return data.resolve(FOLDER);
  }

  @Override
  public void close() {
    keeper.close();
  }
}
