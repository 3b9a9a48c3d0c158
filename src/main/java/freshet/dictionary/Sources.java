package freshet.dictionary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the dictionaries at a place.
public final class Sources {
  /// Where Debian's packages put them.
  public static final Path DEBIAN = Path.of("/usr/share/dictd");

  private Sources() {}

  /// The dictionary that a file belongs to, or all of a folder, by name.
  ///
  /// @throws IOException if the folder cannot be read
  public static List<Source> at(Path place) throws IOException {
    List<Source> found = new ArrayList<>();
    if (!Files.isDirectory(place)) {
      Source one = of(place);
      if (one != null) found.add(one);
      return found;
    }
    try (Stream<Path> files = Files.walk(place, 3)) {
      for (Path file : files.sorted().toList()) {
        Source one = isFirst(file) ? of(file) : null;
        if (one != null) found.add(one);
      }
    }
    found.sort(Comparator.comparing(Source::name));
    return found;
  }

  private static boolean isFirst(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".index") || name.endsWith(".tei");
  }

  private static @Nullable Source of(Path file) {
    String path = file.toString();
    if (path.endsWith(".tei")) return new TeiSource(file);
    for (String ending : List.of(".index", ".dict.dz", ".dict")) {
      if (!path.endsWith(ending)) continue;
      Path index = Path.of(path.substring(0, path.length() - ending.length()) + ".index");
      return Files.exists(index) ? new DictdSource(index) : null;
    }
    return null;
  }
}
