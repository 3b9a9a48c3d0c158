package freshet.cli;

import freshet.catalog.Catalog;
import freshet.catalog.EntryFinder;
import freshet.catalog.EntryFinder.Found;
import freshet.catalog.EntryFinder.Story;
import freshet.catalog.IndexKeeper;
import freshet.dictionary.Shelf;
import freshet.model.Entry;
import freshet.model.Piece;
import freshet.model.Remark;
import freshet.model.SearchOrder;
import freshet.model.UnderstoodQuery;
import freshet.search.Index;
import freshet.search.IndexDamaged;
import freshet.search.IndexUnavailable;
import freshet.search.LuceneIndex;
import freshet.search.OpenSearchPlace;
import freshet.store.Store;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/// Searches the entries of a data folder, whether a Freshet runs on it or not.
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Searches all entries. The query is written as in the search box: words, \"phrases\", -not,"
          + " OR,",
      "title: feed: topic: lang: from: to: age:, word* (docs/searching.md). Put -- before a query"
          + " that",
      "begins with a minus."
    })
final class SearchCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(names = "--json", description = "One JSON object per result")
  boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "Most results (default: ${DEFAULT-VALUE}, at most 500)")
  int limit;

  @Option(names = "--newest", description = "The newest first instead of the best")
  boolean newest;

  @Option(
      names = "--no-translate",
      description = "The words as they are typed, not what they are in other languages")
  boolean asTyped;

  @Option(
      names = "--like",
      paramLabel = "TEXT",
      description = "What is like this text, by its most telling words")
  @Nullable String like;

  @Parameters(paramLabel = "QUERY", arity = "0..*", description = "What to look for")
  List<String> query = new ArrayList<>();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (like == null && query.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Say what to look for, or --like TEXT");
    }
    Settings settings = options.load();
    if (limit < 1 || limit > EntryFinder.DEEPEST) {
      throw new UserError("--limit must be from 1 to " + EntryFinder.DEEPEST);
    }
    if (!Factories.searches(settings)) {
      throw new UserError("Search is switched off; set 'search = true' to have an index");
    }
    Path data = Path.of(settings.text(Setting.DATA));
    String db = settings.text(Setting.DB);
    try (Store store = Store.openReadOnly(data, db.isEmpty() ? null : db);
        Index index = open(settings, store, Catalog.folder(data))) {
      EntryFinder finder =
          new EntryFinder(
              store.searchRows(),
              index,
              new Shelf(data),
              InstantSource.system(),
              ZoneId.systemDefault(),
              () -> {});
      Found found =
          finder.find(
              new EntryFinder.Request(
                  asked(), newest ? SearchOrder.NEWEST : SearchOrder.BEST, false, 0, limit));
      print(found);
      return 0;
    } catch (IndexUnavailable e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  private String asked() {
    List<String> parts = new ArrayList<>(query);
    if (like != null) parts.add(UnderstoodQuery.like(like));
    if (asTyped) parts.add("translate:no");
    return String.join(" ", parts);
  }

  /// If nobody else writes to it, the index is first brought to where the store is.
  private static Index open(Settings settings, Store store, Path folder) {
    OpenSearchPlace place = Factories.openSearch(settings);
    if (place != null) return Catalog.reading(place, InstantSource.system());
    Index index;
    try {
      index = LuceneIndex.open(folder);
    } catch (LuceneIndex.InUse | UncheckedIOException e) {
      try {
        return LuceneIndex.openReadOnly(folder);
      } catch (IndexDamaged none) {
        throw new UserError(
            "The search index is being built by the Freshet that runs on this folder; try again in"
                + " a moment");
      }
    }
    new IndexKeeper(store, index, InstantSource.system()).catchUp();
    return index;
  }

  private void print(Found found) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    for (Remark r : found.query().remarks()) {
      if (!json || r.isAboutReading()) err.println(r.sentence());
    }
    if (!json && !found.query().added().isEmpty()) {
      List<String> words = found.query().added().stream().map(a -> a.word()).toList();
      err.println("Also searched for " + String.join(", ", words) + " (--no-translate: do not)");
    }
    if (found.total() == 0 && found.suggestion() != null) {
      err.println("Did you mean: " + found.suggestion());
    }
    err.flush();
    for (EntryFinder.Group group : found.groups()) {
      for (Story s : group.stories()) {
        if (json) out.println(JsonLines.MAPPER.writeValueAsString(json(s)));
        else plain(out, s);
      }
    }
    if (!json) out.println(found.total() == 1 ? "1 entry" : found.total() + " entries");
    out.flush();
  }

  private static ObjectNode json(Story s) {
    Entry e = s.entry();
    ObjectNode node = JsonLines.MAPPER.createObjectNode();
    node.put("entry", e.id());
    node.put("title", e.title());
    node.put("url", e.link());
    node.put("feed", e.feedName());
    node.put("topic", s.topic());
    node.put("language", e.language());
    node.put("published", e.placed().toString());
    node.put("score", s.score());
    return node;
  }

  private static void plain(PrintWriter out, Story s) {
    out.println(line(s.title()));
    out.println("  " + s.entry().feedName() + " · " + s.entry().placed());
    if (s.entry().link() != null) out.println("  " + s.entry().link());
    out.println("  " + line(s.excerpt()));
    out.println();
  }

  /// Without characters that would steer a terminal.
  private static String line(List<Piece> pieces) {
    StringBuilder line = new StringBuilder();
    for (Piece p : pieces) line.append(p.text());
    return line.toString().replaceAll("\\p{Cntrl}", " ");
  }
}
