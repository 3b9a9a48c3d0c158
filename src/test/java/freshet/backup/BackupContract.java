package freshet.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FeedUrl;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a backup promises, whichever database it is restored to.
abstract class BackupContract {
  static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir Path folder;
  Path data;
  Path file;

  /// A database in which there is nothing; null for SQLite in the data folder.
  abstract @Nullable String empty() throws Exception;

  /// A folder as 0.1.0 left it, with something in nearly every table.
  @BeforeEach
  void aDataFolder() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    file = folder.resolve("freshet.backup.zip");
    try (var old =
        new GZIPInputStream(
            Objects.requireNonNull(
                BackupContract.class.getResourceAsStream("/data-0.1.0/freshet.db.gz")))) {
      Files.copy(old, data.resolve("freshet.db"));
    }
    Files.createDirectories(data.resolve("crawls/7/näher"));
    Files.writeString(data.resolve("crawls/7/näher/pages.jsonl"), "{\"url\":\"a\"}\n");
    Files.createDirectories(data.resolve("index"));
    Files.writeString(data.resolve("index/segment"), "built again");
    Files.writeString(data.resolve("stories.bin"), "made again");
    Files.createDirectories(data.resolve("models/es-en"));
    Files.writeString(data.resolve("models/es-en/config.json"), "published by others");
    Files.writeString(folder.resolve("freshet.properties"), "port = 8081\n");
  }

  Backup.Contents back(Store store, Path data, Path file) throws IOException {
    return Backup.write(
        store, data, folder.resolve("freshet.properties"), file, "1", NOON, () -> {});
  }

  Backup.Contents restore(Path file, Path to, @Nullable String url) throws IOException {
    try (Backup backup = Backup.open(file)) {
      return backup.restore(to, url, () -> {});
    }
  }

  /// The bytes of every table, by which two backups are compared row for row.
  static Map<String, String> tables(Path file) throws IOException {
    Map<String, String> tables = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (!entry.getName().startsWith("tables/")) continue;
        tables.put(
            entry.getName(),
            new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return tables;
  }

  @Test
  void everyRowAndFileComesBackAndNumbersGoOn() throws Exception {
    String url = empty();
    Path there = folder.resolve("there");
    Path again = folder.resolve("again.zip");
    try (Store store = Store.open(data, null)) {
      var contents = back(store, data, file);
      assertThat(contents.entries()).isEqualTo(5);
      assertThat(contents.files()).isEqualTo(2);
      // what is stored while the backup is written, or after it, is not in it
      store
          .feeds()
          .add(FeedUrl.of("https://later.example/feed"), "later.example", null, null, NOON);
    }
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    assertThat(restore(file, there, url).feeds()).isEqualTo(3);
    assertThat(there.resolve("crawls/7/näher/pages.jsonl")).hasContent("{\"url\":\"a\"}\n");
    assertThat(there.resolve("freshet.properties")).hasContent("port = 8081");
    assertThat(there.resolve("index")).doesNotExist();
    assertThat(there.resolve(".restoring")).doesNotExist();
    try (Store store = Store.open(there, url)) {
      back(store, there, again);
      long id =
          store
              .feeds()
              .add(FeedUrl.of("https://new.example/feed"), "new.example", null, null, NOON)
              .id();
      assertThat(id).as("never a number that was given out").isGreaterThan(10_000);
    }
    assertThat(tables(again)).isEqualTo(tables(file)).hasSizeGreaterThan(20);

    // and back to SQLite
    Path home = folder.resolve("home");
    restore(again, home, null);
    try (Store store = Store.open(home, null)) {
      back(store, home, again);
    }
    assertThat(tables(again)).isEqualTo(tables(file));
  }

  @Test
  void aBackupInTheDataFolderHoldsNeitherItselfNorTheOneBefore() throws Exception {
    Path inside = data.resolve("backup.zip");
    Files.write(data.resolve("other.zip"), new byte[] {'P', 'K', 5, 6});
    try (Store store = Store.open(data, null)) {
      assertThat(back(store, data, inside).files()).isEqualTo(3);
      assertThat(back(store, data, data.resolve("second")).files()).isEqualTo(3);
      assertThat(back(store, data, inside).files()).isEqualTo(3);
    }
  }

  @Test
  void oneOfAnEarlierVersionIsUpgraded() throws Exception {
    String url = empty();
    try (Store store = Store.openReadOnly(data, null)) {
      back(store, data, file);
    }
    assertThat(tables(file)).containsKey("tables/site.jsonl");
    restore(file, folder.resolve("there"), url);
    try (Store store = Store.open(folder.resolve("there"), url)) {
      assertThat(store.feeds().counts().entries()).isEqualTo(5);
      assertThat(store.settings().all()).containsEntry("apps.plain-ids", "5");
    }
  }

  @Test
  void aDamagedOneIsRefusedAndLeavesNothing() throws Exception {
    String url = empty();
    try (Store store = Store.open(data, null)) {
      back(store, data, file);
    }
    byte[] whole = Files.readAllBytes(file);
    Path there = folder.resolve("there");
    String letters = new String(whole, StandardCharsets.ISO_8859_1);
    for (String part : List.of("tables/entry.jsonl", "tables/feed.jsonl", "pages.jsonl")) {
      byte[] bad = whole.clone();
      bad[letters.indexOf(part) + part.length() + 5] ^= 0x55;
      Files.write(file, bad);
      assertThatThrownBy(() -> restore(file, there, url)).isInstanceOf(IOException.class);
      assertThat(there).doesNotExist();
    }
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> restore(file, there, url))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not all of it is there");
    Files.write(file, whole);
    restore(file, there, url);
    assertThatThrownBy(() -> restore(file, there, url)).hasMessageContaining("is not empty");
    if (url != null) {
      assertThatThrownBy(() -> restore(file, folder.resolve("other"), url))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("is not empty");
      assertThat(folder.resolve("other")).doesNotExist();
    }
  }
}
