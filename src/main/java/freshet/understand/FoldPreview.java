package freshet.understand;

import freshet.dedupe.DuplicateFinder;
import freshet.dedupe.Match;
import freshet.dedupe.Sameness;
import freshet.dedupe.Signature;
import freshet.model.Entry;
import freshet.model.Visibility;
import freshet.store.Signatures.Kept;
import freshet.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToIntFunction;

/// What would be one story at another per cent, tried on the newest entries.
///
/// @param entries how many were tried
/// @param stories how many would be left of them
/// @param closest the pairs that would just be the same, the least alike first: where the per cent
///   decides
public record FoldPreview(int entries, int stories, List<Pair> closest) {
  private static final int MOST_TRIED = 3000;
  private static final int MOST_SHOWN = 6;

  /// @param percent by how much the two are the same
  public record Pair(Entry one, Entry other, double percent) {}

  private record Found(long one, long other, double percent) {}

  static FoldPreview of(
      Store store, Visibility visibility, Sameness wanted, LongToIntFunction sources, Instant now) {
    List<Kept> newest = store.signatures().newest(now.minus(wanted.window()), MOST_TRIED);
    if (!visibility.all()) {
      Set<Long> own = Set.copyOf(store.searchRows().feeds(visibility));
      newest = newest.stream().filter(k -> own.contains(k.feedId())).toList();
    }
    Map<Long, Signature> signatures = new HashMap<>();
    DuplicateFinder finder = new DuplicateFinder(wanted, signatures::get);
    List<Found> found = new ArrayList<>();
    for (Kept k : newest) {
      Signature signature = Signature.fromBytes(k.signature());
      signatures.put(k.id(), signature);
      Match p =
          finder.add(
              k.id(), k.placed().getEpochSecond(), sources.applyAsInt(k.feedId()), signature);
      Long sameAs = p.sameAs();
      if (sameAs != null) found.add(new Found(sameAs, k.id(), p.percent()));
    }
    Set<Long> stories = new HashSet<>(finder.stories().values());
    found.sort(Comparator.comparingDouble(Found::percent));
    List<Pair> closest = new ArrayList<>();
    for (Found f : found) {
      if (closest.size() == MOST_SHOWN) break;
      var one = store.entries().find(f.one);
      var other = store.entries().find(f.other);
      if (one.isPresent() && other.isPresent()) {
        closest.add(new Pair(one.get(), other.get(), f.percent));
      }
    }
    return new FoldPreview(newest.size(), stories.size(), closest);
  }
}
