package freshet.discover;

import freshet.discover.Item.Kind;
import freshet.model.FeedUrl;
import freshet.text.Cut;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// What a search has done so far, as a file that only grows: a line an event, tabs between the
/// parts. All that one page brought is written at once, after it was read; so a kill loses the
/// pages that were in flight and nothing else. A last line that was cut off is cut away at the next
/// start.
///
/// | line | meaning |
/// |---|---|
/// | `A` 0 | pages are visited that earlier searches have visited |
/// | `I` number, address | an input |
/// | `P` number, time, kind, address | a page was looked at |
/// | `Q` number, kind, how, depth, address, from, chain, words | something is to be looked at |
/// | `F` number, time, feed as JSON | a feed was found |
/// | `R` 0, milliseconds | so long all runs took until then, without pauses |
/// | `D` number, time, pages, feeds, milliseconds, trouble or `-`, sentence | an input is done |
final class Journal implements AutoCloseable {
  /// Not a channel: an interrupted thread would close that for all.
  private final OutputStream out;

  private final @Nullable Path path;

  /// Where its last whole line ends.
  private long end;

  private boolean closed;

  /// @param path null if nothing is to be kept
  /// @throws IOException if the file cannot be used, or another Freshet uses it
  Journal(@Nullable Path path) throws IOException {
    this.path = path;
    out = path == null ? OutputStream.nullOutputStream() : open(path);
    if (path != null) end = Files.size(path);
  }

  private static OutputStream open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) Files.createDirectories(folder);
    FileOutputStream out = new FileOutputStream(path.toFile(), true);
    FileLock lock = null;
    try {
      lock = out.getChannel().tryLock();
    } catch (OverlappingFileLockException e) {
      // held by this very process: the same answer
    }
    if (lock == null) {
      out.close();
      throw new IOException("it is in use by another Freshet");
    }
    cutBrokenEnd(path);
    return out;
  }

  /// What is read back, in order.
  interface Reader {
    void again();

    void ran(Duration time);

    void input(int number, FeedUrl url);

    void page(int number, Instant at, Kind kind, FeedUrl url);

    void queued(int number, Item item);

    void found(int number, Instant at, FoundFeed feed);

    void done(int number, Instant at, SiteReport report);
  }

  private static void cutBrokenEnd(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long size = file.length();
      for (; size > 0; size--) {
        file.seek(size - 1);
        if (file.read() == '\n') break;
      }
      file.setLength(size);
    }
  }

  static void read(Path path, Reader reader) throws IOException {
    if (!Files.exists(path)) return;
    FeedUrl[] inputs = new FeedUrl[1024];
    try (InputStream in = Files.newInputStream(path);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        try {
          String[] p = line.split("\t", -1);
          int n = Integer.parseInt(p[1]);
          switch (p[0]) {
            case "A" -> reader.again();
            case "R" -> reader.ran(Duration.ofMillis(Long.parseLong(p[2])));
            case "I" -> {
              while (n >= inputs.length)
                inputs = java.util.Arrays.copyOf(inputs, inputs.length * 2);
              inputs[n] = FeedUrl.stored(p[2]);
              reader.input(n, inputs[n]);
            }
            case "P" -> reader.page(n, time(p[2]), Kind.valueOf(p[3]), FeedUrl.stored(p[4]));
            case "Q" ->
                reader.queued(
                    n,
                    new Item(
                        Kind.valueOf(p[2]),
                        FeedUrl.stored(p[5]),
                        How.of(p[3]),
                        FeedUrl.stored(p[6]),
                        p[8],
                        Integer.parseInt(p[4]),
                        Integer.parseInt(p[7])));
            case "F" -> reader.found(n, time(p[2]), FoundJson.read(p[3]));
            case "D" ->
                reader.done(
                    n,
                    time(p[2]),
                    new SiteReport(
                        inputs[n],
                        Integer.parseInt(p[3]),
                        Integer.parseInt(p[4]),
                        Duration.ofMillis(Long.parseLong(p[5])),
                        p[7],
                        p[6].equals("-") ? null : p[6]));
            default -> {}
          }
        } catch (IllegalArgumentException | IndexOutOfBoundsException | JacksonException e) {
          // a line that disk or hand has damaged: the rest goes on
        }
      }
    }
  }

  static boolean isNewLookUnderWay(Path path) throws IOException {
    boolean again = false;
    int open = 0;
    try (BufferedReader lines = Files.newBufferedReader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("A\t")) again = true;
        else if (line.startsWith("I\t")) open++;
        else if (line.startsWith("D\t")) open--;
      }
    }
    return again && open > 0;
  }

  private static Instant time(String millis) {
    return Instant.ofEpochMilli(Long.parseLong(millis));
  }

  void again() {
    append(new StringBuilder("A\t0\n"));
  }

  /// Not worth failing for once it is closed.
  synchronized void ran(Duration time) {
    if (closed) return;
    append(new StringBuilder("R\t0\t").append(time.toMillis()).append('\n'));
  }

  void inputs(int first, List<FeedUrl> inputs) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < inputs.size(); i++) {
      s.append("I\t").append(first + i).append('\t').append(inputs.get(i)).append('\n');
    }
    append(s);
  }

  /// A page with everything it led to.
  void page(int input, Instant at, Item item, List<Item> queued, @Nullable FoundFeed found) {
    StringBuilder s = new StringBuilder(200 + 120 * queued.size());
    s.append("P\t").append(input).append('\t').append(at.toEpochMilli()).append('\t');
    s.append(item.kind()).append('\t').append(item.url()).append('\n');
    for (Item q : queued) {
      s.append("Q\t").append(input).append('\t').append(q.kind()).append('\t');
      s.append(q.how().word()).append('\t').append(q.depth()).append('\t').append(q.url());
      s.append('\t').append(q.from()).append('\t').append(q.chain()).append('\t');
      s.append(plain(q.words())).append('\n');
    }
    if (found != null) {
      s.append("F\t").append(input).append('\t').append(at.toEpochMilli()).append('\t');
      s.append(FoundJson.whole(found)).append('\n');
    }
    append(s);
  }

  void found(int input, Instant at, FoundFeed found) {
    StringBuilder s = new StringBuilder(400);
    s.append("F\t").append(input).append('\t').append(at.toEpochMilli()).append('\t');
    append(s.append(FoundJson.whole(found)).append('\n'));
  }

  void done(int input, Instant at, SiteReport r) {
    StringBuilder s = new StringBuilder(200);
    s.append("D\t").append(input).append('\t').append(at.toEpochMilli()).append('\t');
    s.append(r.pages()).append('\t').append(r.feeds()).append('\t').append(r.took().toMillis());
    s.append('\t').append(r.trouble() == null ? "-" : plain(r.trouble())).append('\t');
    append(s.append(plain(r.end())).append('\n'));
  }

  private static String plain(String text) {
    return Cut.start(text, 300).replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private synchronized void append(StringBuilder lines) {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    try {
      cutHalf();
      out.write(bytes);
      end += bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException("The journal of the search cannot be written", e);
    }
  }

  /// What a full disk took only the half of is cut away, before more follows it.
  private void cutHalf() throws IOException {
    if (path == null || Files.size(path) == end) return;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(end);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    out.close();
  }
}
