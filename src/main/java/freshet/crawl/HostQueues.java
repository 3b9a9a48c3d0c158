package freshet.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// The addresses that wait, as a queue a host and level. The queues are chains through the records
/// of the [AddressLog]; their ends are in a mapped file, 280 bytes a host. Made anew at every
/// start.
///
/// ```
/// 0  long  hash of the host
/// 8  int   how many wait
/// 12 short which levels have any, a bit each
/// 14 byte  state of the host
/// 16 long  first, long last; 16 times
/// ```
final class HostQueues implements HashIndex.Entries, AutoCloseable {
  static final int LEVELS = 16;
  static final int IDLE = 0;
  static final int READY = 1;
  static final int BUSY = 2;
  static final int RESTING = 3;

  /// A power of two, so that no host reaches over the end of a chunk.
  private static final int SIZE = 512;

  private final AddressLog log;
  private final MappedFile file;
  private final HashIndex index;
  private int hosts;
  private long claimed;

  HostQueues(Path folder, AddressLog log) throws IOException {
    this.log = log;
    file = new MappedFile(folder.resolve("hosts.tmp"), true);
    index = new HashIndex(folder.resolve("host-index.tmp"), this, 16);
  }

  int host(long hash) {
    long known = index.find(hash);
    if (known != HashIndex.NONE) return (int) known;
    long end = (hosts + 1L) * SIZE;
    file.reach(end);
    if (end > claimed) {
      file.claim(claimed, claimed + MappedFile.STEP);
      claimed += MappedFile.STEP;
    }
    int host = hosts++;
    file.setLong((long) host * SIZE, hash);
    index.add(hash, host);
    return host;
  }

  @Override
  public long hashOf(long host) {
    return file.getLong(host * SIZE);
  }

  @Override
  public void forEach(LongConsumer host) {
    for (int i = 0; i < hosts; i++) host.accept(i);
  }

  int waiting(int host) {
    return file.getInt((long) host * SIZE + 8);
  }

  /// The highest level at which something waits, or -1.
  int best(int host) {
    int mask = file.getShort((long) host * SIZE + 12);
    return 31 - Integer.numberOfLeadingZeros(mask);
  }

  int state(int host) {
    return file.getByte((long) host * SIZE + 14);
  }

  void state(int host, int state) {
    file.setByte((long) host * SIZE + 14, state);
  }

  /// @param first whether it goes before those that wait at its level, or behind them
  void add(int host, int level, long number, boolean first) {
    long at = (long) host * SIZE;
    long ends = at + 16 + level * 16L;
    int mask = file.getShort(at + 12);
    boolean empty = (mask & (1 << level)) == 0;
    if (empty) {
      file.setLong(ends, number);
      file.setLong(ends + 8, number);
      file.setShort(at + 12, mask | (1 << level));
    } else if (first) {
      log.next(number, file.getLong(ends));
      file.setLong(ends, number);
    } else {
      log.next(file.getLong(ends + 8), number);
      file.setLong(ends + 8, number);
    }
    file.setInt(at + 8, file.getInt(at + 8) + 1);
  }

  /// Takes the first address of the host's best level. There must be one.
  long take(int host) {
    long at = (long) host * SIZE;
    int level = best(host);
    long ends = at + 16 + level * 16L;
    long number = file.getLong(ends);
    if (number == file.getLong(ends + 8)) {
      file.setShort(at + 12, file.getShort(at + 12) & ~(1 << level));
    } else {
      file.setLong(ends, log.next(number));
    }
    file.setInt(at + 8, file.getInt(at + 8) - 1);
    return number;
  }

  @Override
  public void close() throws IOException {
    index.close();
    file.close();
  }
}
