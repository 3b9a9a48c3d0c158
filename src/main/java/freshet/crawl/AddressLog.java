package freshet.crawl;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.text.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Every address a crawl ever met, in order of meeting, in one file that only grows. What became of
/// an address is noted in place. Everything else a crawl knows can be made from this file.
///
/// ```
/// 0  long   hash of the address; written last, so that half a record is never seen
/// 8  long   next address in the same queue (of this run; see HostQueues)
/// 16 int    start it belongs to
/// 20 int    when it was fetched, seconds since 1970
/// 24 long   hash of the body that came
/// 32 short  depth
/// 34 byte   state
/// 35 byte   level of its priority
/// 36 byte   visits so far
/// 37 byte   visits that found it changed
/// 38 byte   how often its sitemap says it changes
/// 39 byte   how many pages of the same suspicious pattern led to it
/// 40 short  length of the address
/// 42 short  length of the note
/// 44 int    when its sitemap says it changed last, minutes since 1970
/// 48        address, note, zeros to a multiple of 8
/// ```
final class AddressLog implements HashIndex.Entries, AutoCloseable {
  static final int WAITING = 1;
  static final int DONE = 2;

  /// Never to be fetched: a trap, mostly.
  static final int DROPPED = 3;

  /// The server did not give it; only a repeated crawl tries again.
  static final int FAILED = 4;

  /// Visited, and no page: robots.txt, a sitemap, a feed, a file.
  static final int OTHER = 5;

  /// A bit of the level: the record takes the place of an earlier one.
  static final int RAISED = 0x80;

  static final int LONGEST_NOTE = 2_000;
  private static final int HEAD = 48;

  private final MappedFile file;
  private long end;
  private long count;

  /// Up to here the disk has room.
  private long claimed;

  AddressLog(Path path) throws IOException {
    file = new MappedFile(path, false);
    file.reach(1);
    findEnd();
    claimed = end;
  }

  static long hash(String url) {
    long hash = Hashing.komihash5_0().hashBytesToLong(url.getBytes(StandardCharsets.UTF_8));
    return hash == 0 ? 1 : hash;
  }

  long count() {
    return count;
  }

  private void findEnd() {
    long at = 0;
    while (at < file.size()) {
      long inChunk = at & (MappedFile.CHUNK - 1);
      long hash = MappedFile.CHUNK - inChunk < HEAD ? 0 : file.getLong(at);
      if (hash == 0) {
        // The end, or the rest of a chunk in which the next record had no room.
        long next = at - inChunk + MappedFile.CHUNK;
        boolean more = next < file.size() && file.getLong(next) != 0;
        if (!more) break;
        at = next;
      } else if (isSound(at, hash)) {
        count++;
        at += length(at);
      } else {
        // Only a machine that lost its power leaves such a record, and nothing sound behind it.
        file.setLong(at, 0);
        break;
      }
    }
    end = at;
  }

  private boolean isSound(long at, long hash) {
    long inChunk = at & (MappedFile.CHUNK - 1);
    if (inChunk + length(at) > MappedFile.CHUNK) return false;
    byte[] url = file.getBytes(at + HEAD, file.getShort(at + 40));
    long found = Hashing.komihash5_0().hashBytesToLong(url);
    return (found == 0 ? 1 : found) == hash;
  }

  private long length(long at) {
    return padded(HEAD + file.getShort(at + 40) + file.getShort(at + 42));
  }

  private static long padded(long length) {
    return (length + 7) & ~7L;
  }

  /// Adds an address and returns its number.
  long add(long hash, String url, int start, int depth, int level, int state, String note) {
    byte[] address = url.getBytes(StandardCharsets.UTF_8);
    byte[] extra = Cut.start(note, LONGEST_NOTE).getBytes(StandardCharsets.UTF_8);
    long length = padded(HEAD + address.length + extra.length);
    long left = MappedFile.CHUNK - (end & (MappedFile.CHUNK - 1));
    if (length > left) end += left;
    file.reach(end + length);
    if (end + length > claimed) {
      long to = (end + length + MappedFile.STEP - 1) & -MappedFile.STEP;
      file.claim(Math.max(claimed, end), to);
      claimed = to;
    }
    long at = end;
    file.setInt(at + 16, start);
    file.setShort(at + 32, depth);
    file.setByte(at + 34, state);
    file.setByte(at + 35, level);
    file.setShort(at + 40, address.length);
    file.setShort(at + 42, extra.length);
    file.setBytes(at + HEAD, address);
    if (extra.length > 0) file.setBytes(at + HEAD + address.length, extra);
    MappedFile.inOrder();
    file.setLong(at, hash);
    end += length;
    count++;
    return at >>> 3;
  }

  @Override
  public long hashOf(long number) {
    return file.getLong(number << 3);
  }

  @Override
  public void forEach(LongConsumer number) {
    long at = 0;
    while (at < end) {
      long inChunk = at & (MappedFile.CHUNK - 1);
      if (MappedFile.CHUNK - inChunk < HEAD || file.getLong(at) == 0) {
        at = at - inChunk + MappedFile.CHUNK;
      } else {
        long length = length(at);
        number.accept(at >>> 3);
        at += length;
      }
    }
  }

  /// An address that was found again by a better link has a second record, which is the good one.
  @Override
  public boolean isBetter(long number) {
    return raised(number);
  }

  boolean raised(long number) {
    return (file.getByte((number << 3) + 35) & RAISED) != 0;
  }

  String url(long number) {
    long at = number << 3;
    return new String(file.getBytes(at + HEAD, file.getShort(at + 40)), StandardCharsets.UTF_8);
  }

  String note(long number) {
    long at = number << 3;
    int length = file.getShort(at + 42);
    if (length == 0) return "";
    return new String(
        file.getBytes(at + HEAD + file.getShort(at + 40), length), StandardCharsets.UTF_8);
  }

  long next(long number) {
    return file.getLong((number << 3) + 8);
  }

  void next(long number, long next) {
    file.setLong((number << 3) + 8, next);
  }

  int start(long number) {
    return file.getInt((number << 3) + 16);
  }

  int depth(long number) {
    return file.getShort((number << 3) + 32);
  }

  int state(long number) {
    return file.getByte((number << 3) + 34);
  }

  void state(long number, int state) {
    file.setByte((number << 3) + 34, state);
  }

  int chain(long number) {
    return file.getByte((number << 3) + 39);
  }

  void chain(long number, int chain) {
    file.setByte((number << 3) + 39, Math.min(255, chain));
  }

  int level(long number) {
    return file.getByte((number << 3) + 35) & ~RAISED;
  }

  void lower(long number, int level) {
    int raised = file.getByte((number << 3) + 35) & RAISED;
    file.setByte((number << 3) + 35, level | raised);
  }

  /// What a visit came to.
  void visited(long number, int state, long atSecond, long bodyHash) {
    long at = number << 3;
    boolean changed = bodyHash != file.getLong(at + 24);
    file.setInt(at + 20, (int) atSecond);
    if (bodyHash != 0) {
      int visits = file.getByte(at + 36);
      int changes = file.getByte(at + 37);
      // Old visits count for less and less, so that a page may change its ways.
      if (visits >= History.MOST_VISITS) {
        visits /= 2;
        changes /= 2;
      }
      if (visits > 0 && changed) changes++;
      file.setByte(at + 37, changes);
      file.setByte(at + 36, visits + 1);
      file.setLong(at + 24, bodyHash);
    }
    MappedFile.inOrder();
    file.setByte(at + 34, state);
  }

  History history(long number) {
    long at = number << 3;
    return new History(
        file.getInt(at + 20) & 0xffffffffL,
        file.getByte(at + 36),
        file.getByte(at + 37),
        ChangeFrequency.of(file.getByte(at + 38)),
        (file.getInt(at + 44) & 0xffffffffL) * 60);
  }

  void sitemap(long number, ChangeFrequency frequency, long modifiedSecond) {
    long at = number << 3;
    file.setByte(at + 38, frequency.number);
    if (modifiedSecond > 0) file.setInt(at + 44, (int) (modifiedSecond / 60));
  }

  long bodyHash(long number) {
    return file.getLong((number << 3) + 24);
  }

  void force() {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
