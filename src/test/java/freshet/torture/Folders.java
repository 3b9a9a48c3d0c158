package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders as a whole.
final class Folders {
  private Folders() {}

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path p : all) Files.deleteIfExists(p);
  }

  static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(from)) {
      all = found.toList();
    }
    for (Path p : all) {
      Path target = to.resolve(from.relativize(p).toString());
      if (Files.isDirectory(p)) Files.createDirectories(target);
      else Files.copy(p, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
