package freshet.jobs;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The pages that a crawl has gathered: a file that only grows, a line of JSON per page.
///
/// A page is written before it counts as visited, so that a kill between the two loses nothing; the
/// crawl then visits it again, and what is here already is left out. Half a line, as a kill or a
/// full disk leaves it, is cut away before anything follows it.
final class PageFile implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Path path;
  private final Set<String> written = ConcurrentHashMap.newKeySet();

  /// Not a channel: an interrupted thread would close that for all. Guarded by this.
  private final FileOutputStream out;

  private long end;

  PageFile(Path path) throws IOException {
    this.path = path;
    this.end = wholeLines(path);
    cut();
    this.out = new FileOutputStream(path.toFile(), true);
  }

  private static long wholeLines(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long size = file.length();
      for (; size > 0; size--) {
        file.seek(size - 1);
        if (file.read() == '\n') break;
      }
      return size;
    }
  }

  private void cut() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      if (file.length() > end) file.setLength(end);
    }
  }

  /// Pages that are here and will be visited again are not written a second time.
  ///
  /// @param toVisit whether an address is still to be visited
  void leaveOut(Predicate<String> toVisit) throws IOException {
    read(
        path,
        page -> {
          String url = page.path("url").asString("");
          if (toVisit.test(url)) written.add(url);
          return true;
        });
  }

  /// @return false if it was there already
  /// @throws UncheckedIOException if it is not written; nothing of it is there then
  boolean write(ObjectNode page) {
    if (written.remove(page.path("url").asString(""))) return false;
    byte[] line = (page + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      try {
        cut();
        out.write(line);
        end += line.length;
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException("The pages cannot be kept: " + e.getMessage(), e);
      }
    }
  }

  /// Whoever reads them says whether there is to be more.
  interface Reader {
    boolean take(JsonNode page);
  }

  static void read(Path path, Reader reader) throws IOException {
    if (!Files.exists(path)) return;
    try (BufferedReader in = Files.newBufferedReader(path)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        JsonNode page = read(line);
        if (page != null && !reader.take(page)) return;
      }
    }
  }

  /// Null for half a line.
  private static @Nullable JsonNode read(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JacksonException e) {
      return null;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }
}
