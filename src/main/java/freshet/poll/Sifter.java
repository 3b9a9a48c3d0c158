package freshet.poll;

import freshet.model.ParsedEntry;
import freshet.store.Entries.Known;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells the entries of a feed that are new or edited from those that are stored already.
///
/// An entry is known by its key. Some feeds change their ids at every fetch, so an unknown key with
/// a known alias is the known entry too; but only if the entry of that alias is not itself in the
/// feed under its own key, else two entries that look alike would become one and one would be lost.
final class Sifter {
  private Sifter() {}

  /// @param edits the id of the stored entry for each edited one
  record Sifted(List<ParsedEntry> added, Map<ParsedEntry, Long> edits) {}

  static Sifted sift(List<ParsedEntry> read, List<Known> known) {
    Map<Long, Known> byKey = new HashMap<>();
    Map<Long, Known> byAlias = new HashMap<>();
    for (Known k : known) {
      byKey.put(k.key(), k);
      byAlias.put(k.alias(), k);
    }
    Set<Long> keys = new HashSet<>();
    for (ParsedEntry e : read) keys.add(e.key());

    List<ParsedEntry> added = new ArrayList<>();
    Map<ParsedEntry, Long> edits = new HashMap<>();
    Set<Long> taken = new HashSet<>();
    for (ParsedEntry e : read) {
      if (!taken.add(e.key())) continue; // the feed has it twice
      Known k = byKey.get(e.key());
      if (k == null) {
        Known sameText = byAlias.get(e.alias());
        if (sameText != null && !keys.contains(sameText.key())) k = sameText;
      }
      if (k == null) added.add(e);
      else if (!k.isDeleted() && k.contentHash() != e.contentHash()) edits.put(e, k.id());
    }
    return new Sifted(added, edits);
  }
}
