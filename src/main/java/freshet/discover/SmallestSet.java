package freshet.discover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The feeds of a site that are enough to have all its entries.
///
/// Finding the smallest such set is set cover, which is hard; taking the feed that brings most that
/// is new, again and again, is never far from it, and here the sets are small and mostly nested, so
/// that it is the smallest one in practice. Among those that bring as much, the better one by its
/// score. Feeds of comments are never picked for their entries, unless there is nothing else.
public final class SmallestSet {
  private SmallestSet() {}

  /// Best first. Feeds without entries are kept if they are no comments and nothing else has their
  /// format: nobody can tell yet what they will bring.
  public static List<FoundFeed> of(List<FoundFeed> feeds) {
    List<FoundFeed> left = new ArrayList<>(feeds);
    left.sort(
        Comparator.comparingDouble(FoundFeed::score)
            .reversed()
            .thenComparing(f -> f.feed().toString()));
    if (left.stream().anyMatch(f -> !f.comments())) left.removeIf(FoundFeed::comments);
    List<FoundFeed> picked = new ArrayList<>();
    Set<Long> had = new HashSet<>();
    while (true) {
      FoundFeed best = null;
      long most = 0;
      for (FoundFeed f : left) {
        if (picked.stream().anyMatch(p -> Describer.covers(p, f))) continue;
        long brings = 0;
        for (long e : f.entries()) if (!had.contains(e)) brings++;
        if (brings > most) {
          most = brings;
          best = f;
        }
      }
      if (best == null) break;
      picked.add(best);
      left.remove(best);
      for (long e : best.entries()) had.add(e);
    }
    for (FoundFeed f : left) {
      boolean empty = f.entries().length == 0;
      if (empty && picked.stream().noneMatch(p -> p.site().equals(f.site()))) picked.add(f);
    }
    picked.sort(Comparator.comparingDouble(FoundFeed::score).reversed());
    return picked;
  }
}
