package freshet.library;

import freshet.exchange.ReadingState;
import freshet.exchange.ReadingState.Kept;
import freshet.model.Account;
import freshet.model.Subscription;
import freshet.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Marks the entries that an account has here as a file of another program says. What the file has
/// and Freshet has not is not taken over: the text of an entry comes from its feed alone, which
/// others may follow too.
final class StateImport {
  private static final int MOST_NAMED = 20;

  private final Store store;
  private final Marking marking;

  StateImport(Store store, Marking marking) {
    this.store = store;
    this.marking = marking;
  }

  Following.Imported take(Account who, ReadingState state) {
    Map<String, Kept> byName = new HashMap<>();
    for (Kept kept : state.entries()) {
      if (kept.link() != null) byName.put(name(kept.link()), kept);
      if (kept.guid() != null && kept.guid().contains(":")) byName.put(name(kept.guid()), kept);
    }
    Set<String> folders = new HashSet<>();
    for (Subscription s : store.subscriptions().of(who.id())) folders.addAll(s.folders());
    List<Long> read = new ArrayList<>();
    List<Long> starred = new ArrayList<>();
    Map<String, List<Long>> labelled = new HashMap<>();
    Set<Kept> found = new HashSet<>();
    store
        .entries()
        .eachNamed(
            who.id(),
            (id, link, guid) -> {
              Kept kept = link == null ? null : byName.get(name(link));
              if (kept == null && guid != null) kept = byName.get(name(guid));
              if (kept == null) return;
              found.add(kept);
              if (kept.read()) read.add(id);
              if (kept.starred()) starred.add(id);
              for (String label : kept.labels()) {
                // What is a folder here was one there.
                if (folders.contains(label)) continue;
                labelled.computeIfAbsent(label, _ -> new ArrayList<>()).add(id);
              }
            });
    marking.read(who, read, true);
    marking.star(who, starred, true);
    labelled.forEach((label, ids) -> marking.tag(who, ids, label, true));
    return new Following.Imported(0, 0, found.size(), missing(state, found), List.of(), null);
  }

  private static List<String> missing(ReadingState state, Set<Kept> found) {
    List<String> sentences = new ArrayList<>();
    int missing = 0;
    for (Kept kept : state.entries()) {
      if (found.contains(kept)) continue;
      missing++;
      if (kept.starred() && sentences.size() < MOST_NAMED) {
        sentences.add("Starred there, but not here: " + shown(kept));
      }
    }
    if (missing > 0) {
      sentences.addFirst(
          missing
              + " of "
              + state.entries().size()
              + " entries are not here. Import the file again when their feeds have been fetched;"
              + " what feeds no longer have cannot be taken over");
    }
    if (state.cut() != null) sentences.addFirst(state.cut());
    return sentences;
  }

  private static String shown(Kept kept) {
    @Nullable String title = kept.title();
    return (title == null ? "" : title + " ") + (kept.link() == null ? "" : kept.link());
  }

  /// Without what differs between two programs that mean the same address.
  private static String name(String address) {
    return address.replaceFirst("^https?://", "").replaceFirst("#.*$", "").replaceFirst("/$", "");
  }
}
