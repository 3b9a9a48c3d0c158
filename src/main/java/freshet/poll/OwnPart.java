package freshet.poll;

import freshet.fetch.SiteKey;
import freshet.store.Shards;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

/// Which feeds a program polls, where several share them: those of its shards. All feeds of a quota
/// group, of a platform or of a site are in one.
public final class OwnPart {
  /// Of a program that shares them with nobody.
  public static final OwnPart ALL = new OwnPart(-1L);

  /// A bit for each shard.
  private volatile long owned;

  /// Nothing yet.
  public OwnPart() {
    this(0);
  }

  private OwnPart(long owned) {
    this.owned = owned;
  }

  /// @param site the key of the feed's site
  /// @param group its quota group, empty if it is in none
  static int shard(String site, String group) {
    String platform = group.isEmpty() ? SiteKey.platform(site) : null;
    String name = group.isEmpty() ? (platform == null ? site : platform) : "group " + group;
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return (int) (sum.getValue() % Shards.COUNT);
  }

  boolean has(String site, String group) {
    return owned == -1L || (owned >>> shard(site, group) & 1) != 0;
  }

  void own(Collection<Integer> shards) {
    long bits = 0;
    for (int shard : shards) bits |= 1L << shard;
    owned = bits;
  }

  Set<Integer> shards() {
    Set<Integer> all = new TreeSet<>();
    for (int shard = 0; shard < Shards.COUNT; shard++) {
      if ((owned >>> shard & 1) != 0) all.add(shard);
    }
    return all;
  }
}
