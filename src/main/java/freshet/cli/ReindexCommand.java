package freshet.cli;

import freshet.catalog.Catalog;
import freshet.catalog.IndexKeeper;
import freshet.search.Index;
import freshet.search.IndexUnavailable;
import freshet.search.LuceneIndex;
import freshet.search.OpenSearchPlace;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Builds the search index anew.
@Command(
    name = "reindex",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Throws the search index away and builds it again from the store. While a Freshet runs on"
          + " the",
      "folder, ask it instead: POST /api/v1/search/rebuild."
    })
final class ReindexCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    Path data = Path.of(settings.text(Setting.DATA));
    try (Store store = Factories.openExisting(settings)) {
      long all = store.searchRows().count();
      Index index;
      OpenSearchPlace place = Factories.openSearch(settings);
      try {
        index =
            place == null
                ? LuceneIndex.open(Catalog.folder(data))
                : Catalog.writing(place, store, InstantSource.system());
      } catch (LuceneIndex.InUse e) {
        throw new UserError(e.getMessage() + "; try again when that one has ended");
      }
      try (IndexKeeper keeper = new IndexKeeper(store, index, InstantSource.system());
          Progress progress = Progress.of("Indexing", all)) {
        long[] done = new long[1];
        keeper.rebuild(n -> {
          for (; done[0] < n; done[0]++) progress.step();
        });
      } catch (IndexUnavailable e) {
        throw new UserError(String.valueOf(e.getMessage()));
      }
      spec.commandLine().getOut().println("Indexed " + all + (all == 1 ? " entry." : " entries."));
      spec.commandLine().getOut().flush();
      return 0;
    }
  }
}
