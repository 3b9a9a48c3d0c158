package freshet.search;

import java.util.List;

/// All entries, to be searched. What was put in is found after [#refresh]; what was committed is
/// there after a kill, together with a mark of how far it goes.
///
/// One thread writes; any number search. Everything but [#close] throws [IndexUnavailable] if the
/// index cannot be used at the moment, and [IndexDamaged] if it has to be built again.
public interface Index extends AutoCloseable {
  /// How far the last commit goes.
  IndexMark mark();

  /// Entries that are not in it yet.
  void add(List<IndexEntry> entries);

  /// Entries that may be in it already, in an older form.
  void replace(List<IndexEntry> entries);

  void remove(List<Long> ids);

  void removeFeed(long feed);

  void commit(IndexMark mark);

  /// Begins anew with nothing. Searches either find nothing from now on, or what there was before
  /// until [#present].
  void clear();

  /// What is in it now is what searches find, and what was before [#clear] is gone for good.
  void present();

  /// Looks whether all of it can be read.
  void verify();

  /// What is in it at this moment is found from now on.
  void refresh();

  Results search(SearchQuery query, Names names, SearchOptions options);

  /// Which of these entries fit a query: for saved searches, rules and alerts, when entries arrive.
  List<Long> matching(SearchQuery query, Names names, List<Long> ids);

  /// The feeds that have entries here, perhaps with some that were just removed.
  List<Long> feeds();

  /// How many entries are in it.
  int size();

  /// The numbers of all entries, ascending.
  long[] ids();

  /// What was not committed may be forgotten.
  @Override
  void close();
}
