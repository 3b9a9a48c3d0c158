package freshet.library;

import freshet.catalog.Catalog;
import freshet.catalog.EntryFinder;
import freshet.catalog.IndexKeeper;
import freshet.change.Changes;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.SavedSearch;
import freshet.model.SearchOrder;
import freshet.model.Secret;
import freshet.search.IndexUnavailable;
import freshet.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Search, and the searches that an account keeps.
public final class Searching {
  private static final int MOST_SAVED = 200;

  private final Store store;
  private final @Nullable Catalog catalog;
  private final InstantSource clock;

  /// @param catalog null if the search is switched off
  public Searching(Store store, @Nullable Catalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  /// Whether there is a search here.
  public boolean isOn() {
    return catalog != null;
  }

  /// Tells when searches find what was new; null if there is no search here.
  public @Nullable Changes indexed() {
    return catalog == null ? null : catalog.keeper().indexed();
  }

  /// A sentence, if the index cannot be read or written at the moment.
  Optional<String> trouble() {
    return catalog == null ? Optional.empty() : catalog.keeper().trouble();
  }

  /// Finds what the account may see.
  ///
  /// @throws Refusal `SEARCH_OFF`, `REBUILDING` or `SEARCH_AWAY`
  public EntryFinder.Found find(Account who, EntryFinder.Request request) {
    return healing(() -> catalog().finder().find(request, Browsing.visibility(store, who)));
  }

  /// The numbers of what the account may see, the best first.
  public List<Long> find(Account who, String query, int most) {
    var request = new EntryFinder.Request(query, SearchOrder.BEST, false, 0, most);
    return find(who, request).groups().stream()
        .flatMap(g -> g.stories().stream())
        .map(s -> s.entry().id())
        .toList();
  }

  /// Stories about the same as an entry, as far as the account may see them; none if there is no
  /// search here, or its index is being built.
  public List<EntryFinder.Story> related(Account who, long entry, int most) {
    if (catalog == null) return List.of();
    try {
      return catalog.finder().related(entry, Browsing.visibility(store, who), most);
    } catch (IndexUnavailable e) {
      return List.of();
    }
  }

  /// An index that is damaged is being built again by then.
  private static <T> T healing(Supplier<T> search) {
    try {
      return search.get();
    } catch (IndexUnavailable e) {
      throw Refusal.of(e);
    }
  }

  /// How far an index that is being built has come.
  public IndexKeeper.Building building() {
    return catalog().keeper().building();
  }

  /// Throws the index away and builds it again, while searches go on with what there is.
  public void rebuild(Account who) {
    Refusal.unlessAdministrator(who);
    catalog().keeper().rebuildSoon();
  }

  private Catalog catalog() {
    if (catalog != null) return catalog;
    throw new Refusal(Reason.SEARCH_OFF, "Start Freshet with the setting 'search = true'");
  }

  /// The searches that the account keeps.
  public List<SavedSearch> saved(Account who) {
    return store.savedSearches().all(who.id());
  }

  public SavedSearch saved(Account who, long id) {
    return store.savedSearches().find(who.id(), id).orElseThrow(() -> noSearch(id));
  }

  /// Keeps a search; one of the same name is replaced.
  public SavedSearch save(Account who, String name, String query) {
    String kept = Alerting.query(query);
    String called = Checked.name("name", name, SavedSearch.LONGEST_NAME);
    List<SavedSearch> there = saved(who);
    if (there.size() >= MOST_SAVED && there.stream().noneMatch(s -> s.name().equals(called))) {
      throw new Refusal(Reason.TOO_MANY, "Remove one first; there are " + MOST_SAVED);
    }
    return store.savedSearches().save(who.id(), called, kept, Secret.random(), clock.instant());
  }

  /// Forgets a search, and its feed.
  public void remove(Account who, long id) {
    if (!store.savedSearches().remove(who.id(), id)) throw noSearch(id);
  }

  private static Refusal noSearch(long id) {
    return new Refusal(Reason.NO_SEARCH, "There is no saved search " + id);
  }
}
