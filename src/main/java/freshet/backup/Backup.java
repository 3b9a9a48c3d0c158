package freshet.backup;

import freshet.store.Dump;
import freshet.store.Refill;
import freshet.store.Store;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// A backup: a zip file with a text per table of the database, the files of the data folder, the
/// settings, and a table of contents with a checksum for each. It is read whole before it counts as
/// written, and before anything is restored from it.
public final class Backup implements AutoCloseable {
  /// What is not taken along: the database itself (its tables are), what is built again from them,
  /// what belongs to the process that runs, and models that translate, which somebody else
  /// published.
  private static final Set<String> NOT_TAKEN =
      Set.of(
          "freshet.db",
          "freshet.db-wal",
          "freshet.db-shm",
          "index",
          "stories.bin",
          "stories.bin.new",
          "models",
          "lock",
          "address",
          "key",
          "reading");

  private static final String STAGE = ".restoring";
  private static final long LARGEST_CONTENTS = 256L * 1024 * 1024;

  private final Path file;
  private final ZipFile zip;
  private final Manifest manifest;

  private Backup(Path file, ZipFile zip, Manifest manifest) {
    this.file = file;
    this.zip = zip;
    this.manifest = manifest;
  }

  /// What a backup holds.
  public record Contents(
      String freshet,
      Instant made,
      String database,
      long accounts,
      long feeds,
      long entries,
      long rows,
      int files) {}

  /// Writes a backup, whole or not at all, and reads it once more.
  ///
  /// @param settings the settings file; null if there is none
  /// @param version of this program
  /// @param row is run for each row that was written
  public static Contents write(
      Store store,
      Path data,
      @Nullable Path settings,
      Path target,
      String version,
      Instant now,
      Runnable row)
      throws IOException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    Files.deleteIfExists(part);
    try {
      try (OutputStream to = own(part);
          ZipOutputStream zip = new ZipOutputStream(to)) {
        zip.setLevel(Deflater.BEST_SPEED + 2);
        Map<String, Manifest.Part> tables = new TreeMap<>();
        Dump.Summary summary = store.dump(new Tabling(zip, tables, row));
        Map<String, Manifest.Part> rows = new TreeMap<>();
        tables.forEach((name, p) ->
            rows.put(name, new Manifest.Part(summary.rows().getOrDefault(name, 0L), p.sha256())));
        Map<String, Manifest.Part> files = new TreeMap<>();
        for (Path f : files(data, target, part)) {
          copy(zip, f, data.relativize(f).toString().replace('\\', '/'), files);
        }
        if (settings != null
            && Files.exists(settings)
            && !files.containsKey("freshet.properties")) {
          copy(zip, settings, "freshet.properties", files);
        }
        zip.putNextEntry(new ZipEntry(Manifest.NAME));
        zip.write(
            new Manifest(
                    Manifest.FORMAT,
                    version,
                    now,
                    summary.database(),
                    summary.schema(),
                    rows,
                    summary.numbers(),
                    files)
                .json());
        zip.closeEntry();
      }
      Contents contents;
      try (Backup written = open(part)) {
        contents = written.check();
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return contents;
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /// Nobody else may read it: it holds all that the data folder holds.
  private static OutputStream own(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return new java.io.BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  /// Backups may be written into the data folder. None is taken along, neither the one that is
  /// being written nor those of before: each would hold all the others.
  private static List<Path> files(Path data, Path target, Path part) throws IOException {
    if (!Files.isDirectory(data)) return List.of();
    Path here = part.toRealPath();
    List<Path> files = new ArrayList<>();
    List<Path> all;
    try (Stream<Path> walk = Files.walk(data)) {
      all = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path f : all) {
      Path name = data.relativize(f);
      if (NOT_TAKEN.contains(name.getName(0).toString()) || name.startsWith(STAGE)) continue;
      if (isSame(f, here) || isSame(f, target) || isBackup(f)) continue;
      files.add(f);
    }
    return files;
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    try {
      return Files.isSameFile(one, other);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean isBackup(Path file) {
    if (String.valueOf(file.getFileName()).endsWith(".zip.part")) return true; // half of one
    try (InputStream in = Files.newInputStream(file)) {
      if (in.read() != 'P' || in.read() != 'K') return false;
    } catch (IOException e) {
      return false;
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return zip.getEntry(Manifest.NAME) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /// As much of a file as is there now: what is being written has its end written later. Files come
  /// and go while the program runs.
  private static void copy(
      ZipOutputStream zip, Path file, String name, Map<String, Manifest.Part> parts)
      throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      zip.putNextEntry(new ZipEntry(Manifest.FILES + name));
      Digesting out = new Digesting(zip);
      in.transferTo(out);
      out.close();
      zip.closeEntry();
      parts.put(name, out.part());
    } catch (NoSuchFileException e) {
      // it is gone
    }
  }

  /// @throws IOException with a sentence
  public static Backup open(Path file) throws IOException {
    if (!Files.exists(file)) throw new IOException("There is no file " + file);
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new IOException(file + " is not a backup of Freshet, or not all of it is there", e);
    }
    try {
      ZipEntry entry = zip.getEntry(Manifest.NAME);
      if (entry == null) throw new IOException("it has no table of contents");
      if (entry.getSize() > LARGEST_CONTENTS) {
        throw new IOException("its table of contents is too large");
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return new Backup(file, zip, Manifest.of(in.readAllBytes()));
      }
    } catch (IOException e) {
      zip.close();
      throw wrong(file, e);
    }
  }

  private static IOException wrong(Path file, IOException e) {
    return new IOException(file + " cannot be restored: " + e.getMessage(), e);
  }

  public Contents contents() {
    return new Contents(
        manifest.freshet(),
        manifest.made(),
        manifest.database(),
        manifest.rows("account"),
        manifest.rows("feed"),
        manifest.rows("entry"),
        manifest.rows(),
        manifest.files().size());
  }

  /// Reads all of it and compares it with its checksums.
  ///
  /// @throws IOException with a sentence if anything is missing or changed
  public Contents check() throws IOException {
    for (var table : manifest.tables().entrySet()) {
      check(Manifest.TABLES + table.getKey() + ".jsonl", table.getValue());
    }
    for (var f : manifest.files().entrySet()) check(Manifest.FILES + f.getKey(), f.getValue());
    return contents();
  }

  private void check(String name, Manifest.Part part) throws IOException {
    Digesting digest = new Digesting(OutputStream.nullOutputStream());
    try (InputStream in = read(name)) {
      in.transferTo(digest);
    } catch (IOException e) {
      throw new IOException(file + " is damaged: " + name + " cannot be read", e);
    }
    if (!digest.part().sha256().equals(part.sha256())) {
      throw new IOException(file + " is damaged: " + name + " is not what was written");
    }
  }

  private InputStream read(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) throw new IOException(name + " is missing");
    return zip.getInputStream(entry);
  }

  /// Restores everything, or nothing.
  ///
  /// @param data a folder that is empty or not there
  /// @param url a PostgreSQL database in which there is nothing; null for SQLite in the folder
  /// @param row is run for each row
  /// @throws IOException with a sentence
  public Contents restore(Path data, @Nullable String url, Runnable row) throws IOException {
    boolean made = !Files.exists(data);
    if (!made && !isEmpty(data)) {
      throw new IOException(
          "The folder " + data + " is not empty. Name one that is empty, or not there yet");
    }
    Contents contents = check();
    Path stage = data.resolve(STAGE);
    try {
      delete(stage);
      Files.createDirectories(stage);
      for (String name : manifest.files().keySet()) unpack(name, stage);
      Store.restore(stage, url, manifest.summary(), new Rows(row));
      moveAll(stage, data);
      return contents;
    } catch (IOException e) {
      clear(stage, made ? data : null);
      throw wrong(file, e);
    } catch (RuntimeException e) {
      clear(stage, made ? data : null);
      throw e;
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) return false;
    try (Stream<Path> all = Files.list(folder)) {
      // a disk of its own has this
      return all.allMatch(
          p -> Set.of(STAGE, "lost+found").contains(String.valueOf(p.getFileName())));
    }
  }

  private void unpack(String name, Path stage) throws IOException {
    Path to = stage.resolve(name).normalize();
    if (!to.startsWith(stage) || to.equals(stage)) {
      throw new IOException("'" + name + "' in it is not the name of a file");
    }
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    try (InputStream in = read(Manifest.FILES + name)) {
      Files.copy(in, to);
    }
  }

  /// The database last: a folder without one is not opened by anybody.
  private static void moveAll(Path stage, Path data) throws IOException {
    List<Path> all;
    try (Stream<Path> list = Files.list(stage)) {
      all = list.sorted(Comparator.comparing(p -> p.endsWith("freshet.db"))).toList();
    }
    for (Path p : all) Files.move(p, data.resolve(stage.relativize(p)));
    Files.delete(stage);
  }

  private static void clear(Path stage, @Nullable Path made) {
    try {
      delete(stage);
      if (made != null) Files.deleteIfExists(made);
    } catch (IOException e) {
      // what is left is in the stage, which the next try deletes
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path p : all) Files.deleteIfExists(p);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  /// Each table as a file of the zip.
  private record Tabling(ZipOutputStream zip, Map<String, Manifest.Part> parts, Runnable each)
      implements Dump.Sink {
    @Override
    public OutputStream table(String name) throws IOException {
      zip.putNextEntry(new ZipEntry(Manifest.TABLES + name + ".jsonl"));
      return new Digesting(zip) {
        @Override
        public void close() throws IOException {
          zip.closeEntry();
          parts.put(name, part());
        }
      };
    }

    @Override
    public void row() {
      each.run();
    }
  }

  /// The rows for the store, and what it makes of them to compare.
  private final class Rows implements Refill.Source {
    private final Runnable each;
    private final Map<String, Digesting> again = new HashMap<>();

    Rows(Runnable each) {
      this.each = each;
    }

    @Override
    public InputStream table(String name) throws IOException {
      return read(Manifest.TABLES + name + ".jsonl");
    }

    @Override
    public void row() {
      each.run();
    }

    @Override
    public OutputStream again(String table) {
      Digesting digest = new Digesting(OutputStream.nullOutputStream());
      again.put(table, digest);
      return digest;
    }

    @Override
    public void compare() throws IOException {
      for (var table : manifest.tables().entrySet()) {
        Digesting now = again.get(table.getKey());
        if (now == null || !now.part().sha256().equals(table.getValue().sha256())) {
          throw new IOException(
              "the database does not give back what was put into table " + table.getKey());
        }
      }
    }
  }

  /// Computes what goes through, and leaves what is behind it open.
  private static class Digesting extends FilterOutputStream {
    private final MessageDigest digest;
    private long bytes;

    Digesting(OutputStream out) {
      super(out);
      try {
        this.digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e); // every Java has it
      }
    }

    @Override
    public void write(int b) throws IOException {
      digest.update((byte) b);
      bytes++;
      out.write(b);
    }

    @Override
    public void write(byte[] b, int from, int length) throws IOException {
      digest.update(b, from, length);
      bytes += length;
      out.write(b, from, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }

    Manifest.Part part() {
      try {
        MessageDigest copy = (MessageDigest) digest.clone();
        return new Manifest.Part(bytes, HexFormat.of().formatHex(copy.digest()));
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e); // the JDK's can be
      }
    }
  }
}
