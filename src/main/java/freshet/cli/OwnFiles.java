package freshet.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Files that are nobody else's: the data folder holds secrets in clear (docs/security.md), and a
/// settings file may hold passwords.
final class OwnFiles {
  private static final Logger log = LoggerFactory.getLogger(OwnFiles.class);
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnFiles() {}

  /// Makes the data folder, or closes one that others could look into: it and all there is in it.
  /// New files get the mode that the process was started with, so this is done again when they are
  /// there.
  static void tighten(Path folder) {
    if (!isPosix(folder)) return;
    try {
      if (!Files.exists(folder)) {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
      }
      Set<PosixFilePermission> now = Files.getPosixFilePermissions(folder);
      // In a folder that is closed nobody comes further than its own files.
      int depth = FOLDER.containsAll(now) ? 1 : Integer.MAX_VALUE;
      Files.walkFileTree(folder, Set.of(), depth, new Tightening());
    } catch (IOException e) {
      // Whether the folder can be used at all is found out, and said, by who opens it.
      log.warn("Others on this machine may be able to read {}: {}", folder, e.toString());
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static final class Tightening extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isRegularFile()) Files.setPosixFilePermissions(file, FILE);
      else if (attributes.isDirectory()) Files.setPosixFilePermissions(file, FOLDER);
      return FileVisitResult.CONTINUE;
    }

    /// Files come and go while the program runs.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      Files.setPosixFilePermissions(folder, FOLDER);
      return FileVisitResult.CONTINUE;
    }
  }

  /// Writes a file that whoever could read `like` can read, or nobody else if that is null.
  static void write(Path file, List<String> lines, @Nullable Path like) throws IOException {
    Files.deleteIfExists(file);
    if (isPosix(file)) {
      Set<PosixFilePermission> mode = like == null ? FILE : Files.getPosixFilePermissions(like);
      Files.createFile(file, PosixFilePermissions.asFileAttribute(mode));
      Files.write(file, lines);
      Files.setPosixFilePermissions(file, mode); // the process may take bits away from new files
    } else {
      Files.write(file, lines);
    }
  }
}
