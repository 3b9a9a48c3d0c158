package freshet.picture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pictures on the disk, a file each, up to a number of bytes: what was not looked at for the
/// longest time goes first. Losing all of it costs nothing but asking again, so a disk that fails
/// is a cache that keeps nothing.
final class PictureCache {
  private static final Logger log = LoggerFactory.getLogger(PictureCache.class);

  private record Kept(Path file, long bytes, FileTime used) {}

  private final Path folder;
  private final LongSupplier most;
  private final InstantSource clock;

  /// Of all files together; less than 0 until somebody counted.
  private long total = -1;

  PictureCache(Path folder, LongSupplier most, InstantSource clock) {
    this.folder = folder;
    this.most = most;
    this.clock = clock;
  }

  /// @param name letters and digits
  byte @Nullable [] get(String name) {
    Path file = file(name);
    try {
      byte[] bytes = Files.readAllBytes(file);
      FileTime now = FileTime.from(clock.instant());
      FileTime used = Files.getLastModifiedTime(file);
      if (Duration.between(used.toInstant(), now.toInstant()).toHours() > 0) {
        Files.setLastModifiedTime(file, now);
      }
      return bytes;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      log.debug("The picture {} cannot be read: {}", file, e.getMessage());
      return null;
    }
  }

  synchronized void put(String name, byte[] bytes) {
    if (bytes.length > most.getAsLong()) return;
    Path file = file(name);
    try {
      if (total < 0) total = all().stream().mapToLong(Kept::bytes).sum();
      Files.createDirectories(file.getParent());
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.write(fresh, bytes);
      Files.setLastModifiedTime(fresh, FileTime.from(clock.instant()));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      total += bytes.length;
      if (total > most.getAsLong()) makeRoom();
    } catch (IOException | UncheckedIOException e) {
      total = -1;
      log.debug("The picture {} cannot be kept: {}", file, e.getMessage());
    }
  }

  /// Down to nine tenths, so that not every further picture has to look for room.
  private void makeRoom() throws IOException {
    List<Kept> all = all();
    all.sort(Comparator.comparing(Kept::used));
    total = all.stream().mapToLong(Kept::bytes).sum();
    for (Kept kept : all) {
      if (total <= most.getAsLong() / 10 * 9) return;
      Files.deleteIfExists(kept.file);
      total -= kept.bytes;
    }
  }

  private List<Kept> all() throws IOException {
    List<Kept> all = new ArrayList<>();
    if (!Files.isDirectory(folder)) return all;
    try (Stream<Path> files = Files.walk(folder, 2)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (!Files.isRegularFile(file) || folder.equals(file.getParent())) continue;
        all.add(new Kept(file, Files.size(file), Files.getLastModifiedTime(file)));
      }
    }
    return all;
  }

  private Path file(String name) {
    return folder.resolve(name.substring(0, 2)).resolve(name);
  }
}
