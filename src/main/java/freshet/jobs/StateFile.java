package freshet.jobs;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Work that goes on after a restart has a folder of its own, with a small file that says what it
/// is and how far it is. The file is never half written.
final class StateFile {
  private static final Logger log = LoggerFactory.getLogger(StateFile.class);

  private StateFile() {}

  static Properties load(Path file) throws IOException {
    Properties p = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      p.load(in);
    }
    return p;
  }

  static void save(Path file, Properties p) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (Writer out = Files.newBufferedWriter(next)) {
      p.store(out, null);
    }
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  static void delete(@Nullable Path folder) {
    if (folder == null || !Files.exists(folder)) return;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(p);
    } catch (IOException e) {
      log.warn("{} could not be deleted: {}", folder, e.getMessage());
    }
  }
}
