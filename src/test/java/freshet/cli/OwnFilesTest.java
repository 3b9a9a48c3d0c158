package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
final class OwnFilesTest {
  @TempDir private Path folder;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void open(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void aNewDataFolderIsForItsOwnerOnly() throws IOException {
    Path data = folder.resolve("a").resolve("data");
    OwnFiles.tighten(data);
    assertThat(mode(data)).isEqualTo("rwx------");
  }

  @Test
  void whatOthersCouldReadIsClosed() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path index = Files.createDirectories(data.resolve("index"));
    Path file = Files.writeString(data.resolve("freshet.db"), "x");
    Path segment = Files.writeString(index.resolve("segment"), "x");
    open(data, "rwxr-xr-x");
    open(index, "rwxrwxr-x");
    open(file, "rw-r--r--");
    open(segment, "rw-rw-rw-");
    OwnFiles.tighten(data);
    assertThat(List.of(mode(data), mode(index))).containsOnly("rwx------");
    assertThat(List.of(mode(file), mode(segment))).containsOnly("rw-------");
    open(file, "rw-r--r--");
    open(index, "rwxr-xr-x");
    OwnFiles.tighten(data);
    assertThat(mode(file)).as("made since").isEqualTo("rw-------");
    assertThat(mode(index)).isEqualTo("rwx------");
  }

  @Test
  void aSettingsFileKeepsItsMode() throws IOException {
    Path file = Files.writeString(folder.resolve("freshet.properties"), "smtp = smtp://u:p@h:25\n");
    for (String mode : List.of("rw-------", "rw-r-----", "rw-rw-r--")) {
      open(file, mode);
      Settings.load(file, Map.of(), Map.of()).installation().change("interval.min", "5m");
      assertThat(mode(file)).isEqualTo(mode);
      assertThat(Files.readString(file)).contains("smtp://u:p@h:25", "interval.min = 5m");
    }
    Path fresh = folder.resolve("other.properties");
    OwnFiles.write(fresh, List.of("a"), null);
    assertThat(mode(fresh)).isEqualTo("rw-------");
  }

  @Test
  void whoIsBelievedAndWhereTheDataIsCannotBeChangedOnThePage() throws IOException {
    Path file = Files.writeString(folder.resolve("freshet.properties"), "");
    var installation = Settings.load(file, Map.of(), Map.of()).installation();
    for (Map.Entry<String, String> wish :
        Map.of(
                "data", "elsewhere",
                "db", "jdbc:postgresql://evil.example/x",
                "bind", "0.0.0.0",
                "port", "81",
                "login.header", "Remote-User",
                "login.trusted", "0.0.0.0/0",
                "login.create", "true",
                "login.openid", "https://evil.example",
                "public-address", "https://evil.example",
                "fetch.allow-private", "true")
            .entrySet()) {
      assertThatThrownBy(() -> installation.change(wish.getKey(), wish.getValue()))
          .as(wish.getKey())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("command line only");
    }
    assertThat(Files.readString(file)).isEmpty();
    assertThat(installation.all())
        .filteredOn(s -> s.fixed())
        .hasSizeGreaterThan(8)
        .allMatch(s -> !s.changeable());
  }
}
