package freshet.dictionary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The dictionaries of a data folder as they are now: a command may add some while the program
/// runs.
public final class Shelf {
  private static final Logger log = LoggerFactory.getLogger(Shelf.class);
  private static final String FILE = "dictionaries.bin";
  private static final long LOOK_AGAIN = 3_000_000_000L;

  private final Path file;
  private final AtomicLong nextLook = new AtomicLong(Long.MIN_VALUE);
  private volatile Opened opened = Opened.NOTHING;

  private record Opened(Translator translator, @Nullable FileTime of) {
    static final Opened NOTHING = new Opened(new Translator(Dictionaries.NONE), null);
  }

  public Shelf(Path data) {
    this.file = file(data);
  }

  /// Where a data folder has its dictionaries.
  public static Path file(Path data) {
    return data.resolve(FILE);
  }

  public Translator now() {
    long time = System.nanoTime();
    long next = nextLook.get();
    boolean look = next == Long.MIN_VALUE || time - next >= 0;
    if (look && nextLook.compareAndSet(next, time + LOOK_AGAIN)) look();
    return opened.translator;
  }

  private void look() {
    FileTime changed = null;
    try {
      if (Files.exists(file)) changed = Files.getLastModifiedTime(file);
      if (changed == null) {
        opened = Opened.NOTHING;
      } else if (!changed.equals(opened.of)) {
        opened = new Opened(new Translator(Dictionaries.open(file)), changed);
      }
    } catch (IOException e) {
      log.warn("Searches go without dictionaries: {}", e.getMessage());
      opened = new Opened(new Translator(Dictionaries.NONE), changed);
    }
  }
}
