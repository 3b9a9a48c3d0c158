package freshet.discover;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// What all searches on a data folder have looked at, so that a page is visited once ever, and
/// which feeds they found, so that whoever comes to a known address learns what is there without
/// asking.
///
/// The pages are hashes in two files ([HashTable]), `pages` and `pages.old`: when the first holds
/// as many as are to be remembered, it takes the place of the second. So the last ten million pages
/// are surely known, on at most 256 MB of disk and in no memory. The feeds are lines of JSON in
/// `feeds`, each behind the hash of the address that was asked for; memory holds where each begins.
///
/// Several processes may use one folder, such as a running Freshet and `freshet discover --data`: a
/// file lock is held for each look and each write, which take microseconds where a page takes a
/// second. Pages that are being asked for at this moment are known within a process only.
public final class SearchMemory implements AutoCloseable {
  static final long MOST_PAGES = 10_000_000;
  private static final HexFormat HEX = HexFormat.of();
  private static final int DIGITS = 16;

  /// Holds the locks of this process: two channels of one process cannot wait for each other.
  private static final Map<Path, ReentrantLock> LOCKS = new HashMap<>();

  private final Path folder;
  private final long most;
  private final ReentrantLock lock;
  private final RandomAccessFile lockFile;
  private HashTable pages;
  private HashTable older;
  private final RandomAccessFile feeds;
  private final Map<Long, Long> feedAt = new HashMap<>();
  private final Map<String, List<Long>> siteFeeds = new LinkedHashMap<>();
  private final Set<Long> underWay = new HashSet<>();
  private long read;

  /// @param folder made if it is not there
  /// @throws IOException if the files cannot be used
  public SearchMemory(Path folder) throws IOException {
    this(folder, MOST_PAGES);
  }

  /// @param most pages that are surely remembered
  SearchMemory(Path folder, long most) throws IOException {
    this.folder = Files.createDirectories(folder).toRealPath();
    this.most = most;
    synchronized (LOCKS) {
      lock = LOCKS.computeIfAbsent(this.folder, _ -> new ReentrantLock());
    }
    lockFile = new RandomAccessFile(folder.resolve("lock").toFile(), "rw");
    feeds = new RandomAccessFile(folder.resolve("feeds").toFile(), "rw");
    lock.lock();
    try (FileLock _ = lockAll()) {
      pages = new HashTable(folder.resolve("pages"));
      older = new HashTable(folder.resolve("pages.old"));
      endLine();
    } finally {
      lock.unlock();
    }
  }

  /// Not [java.nio.channels.FileChannel#lock()]: it closes the file when the thread is interrupted.
  private FileLock lockAll() throws IOException {
    while (true) {
      FileLock held = lockFile.getChannel().tryLock();
      if (held != null) return held;
      LockSupport.parkNanos(200_000);
    }
  }

  /// What a kill has cut off stays a line of its own.
  private void endLine() throws IOException {
    long end = feeds.length();
    if (end == 0) return;
    feeds.seek(end - 1);
    if (feeds.read() != '\n') feeds.write('\n');
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> T alone(Work<T> work) {
    lock.lock();
    try (FileLock _ = lockAll()) {
      pages.refresh();
      older.refresh();
      return work.run();
    } catch (IOException e) {
      throw new UncheckedIOException("What earlier searches have visited cannot be read", e);
    } finally {
      lock.unlock();
    }
  }

  /// Claims a page for a visit. [#end] must follow.
  ///
  /// @param again whether it is to be visited though it was before
  /// @return false if it was visited before, or is being visited
  boolean begin(long page, boolean again) {
    return alone(() -> {
      if (underWay.contains(page)) return false;
      if (!again && (pages.contains(page) || older.contains(page))) return false;
      return underWay.add(page);
    });
  }

  /// @param visited whether a server answered, so that the page need not be visited again
  void end(long page, boolean visited) {
    alone(() -> {
      underWay.remove(page);
      if (visited && pages.add(page) && pages.size() >= most) turn();
      return true;
    });
  }

  private void turn() throws IOException {
    pages.close();
    older.close();
    Files.move(
        folder.resolve("pages"), folder.resolve("pages.old"), StandardCopyOption.REPLACE_EXISTING);
    pages = new HashTable(folder.resolve("pages"));
    older = new HashTable(folder.resolve("pages.old"));
  }

  /// @param asked the address that was asked for, from where the feed may have moved
  void found(FeedUrl asked, FoundFeed feed) {
    String text = HEX.toHexDigits(name(asked)) + FoundJson.whole(feed) + "\n";
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    alone(() -> {
      catchUp();
      feeds.seek(feeds.length());
      feeds.write(line);
      catchUp();
      return true;
    });
  }

  /// The feed at an address, if a search has found one there.
  @Nullable FoundFeed feed(FeedUrl url) {
    Optional<FoundFeed> found =
        alone(() -> {
          catchUp();
          Long at = feedAt.get(name(url));
          return at == null ? Optional.empty() : Optional.ofNullable(line(at));
        });
    return found.orElse(null);
  }

  /// The feeds that were found from sites within a boundary, by any search.
  List<FoundFeed> feedsWithin(Boundary boundary) {
    return alone(() -> {
      catchUp();
      List<FoundFeed> all = new ArrayList<>();
      Set<Long> lines = new HashSet<>();
      for (Map.Entry<String, List<Long>> site : siteFeeds.entrySet()) {
        if (!boundary.contains(FeedUrl.of(site.getKey()))) continue;
        for (long at : site.getValue()) {
          FoundFeed feed = lines.add(at) ? line(at) : null;
          if (feed != null) all.add(feed);
        }
      }
      return all;
    });
  }

  /// Reads what was added since the last time, by this process or another.
  private void catchUp() throws IOException {
    long end = feeds.length();
    if (read >= end) return;
    feeds.seek(read);
    byte[] bytes = new byte[(int) Math.min(end - read, 1 << 26)];
    feeds.readFully(bytes);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\n') continue;
      note(read + from, new String(bytes, from, i - from, StandardCharsets.UTF_8));
      from = i + 1;
    }
    // A line that a kill cut off is passed over; the next one begins behind it.
    read += from == 0 ? bytes.length : from;
    if (from > 0 && read < end && bytes.length == 1 << 26) catchUp();
  }

  private void note(long at, String line) {
    FoundFeed feed = parsed(line);
    if (feed == null) return;
    feedAt.put(HexFormat.fromHexDigitsToLong(line, 0, DIGITS), at);
    feedAt.put(name(feed.feed()), at);
    siteFeeds.computeIfAbsent(feed.site().toString(), _ -> new ArrayList<>()).add(at);
  }

  private @Nullable FoundFeed line(long at) throws IOException {
    feeds.seek(at);
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream(1024);
    byte[] some = new byte[4096];
    for (int n = feeds.read(some); n > 0; n = feeds.read(some)) {
      for (int i = 0; i < n; i++) {
        if (some[i] == '\n') return parsed(bytes.toString(StandardCharsets.UTF_8));
        bytes.write(some[i]);
      }
    }
    return null;
  }

  private static @Nullable FoundFeed parsed(String line) {
    try {
      return line.length() < DIGITS ? null : FoundJson.read(line.substring(DIGITS));
    } catch (IllegalArgumentException | JacksonException e) {
      return null; // disk or hand has damaged it: it is found again by a new look
    }
  }

  private static long name(FeedUrl url) {
    return Hashing.komihash5_0().hashCharsToLong(url.toString());
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      pages.close();
      older.close();
      feeds.close();
      lockFile.close();
    } finally {
      lock.unlock();
    }
  }
}
