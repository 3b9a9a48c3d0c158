package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.store.Store;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Commands other than `serve`, `demo` and `import` open a store in one of these ways.
final class MistypedFolderTest {
  @TempDir Path folder;

  static Stream<Function<Settings, AutoCloseable>> ways() {
    return Stream.of(
        Factories::openExisting,
        Factories::openToRead,
        AccountDesk::open,
        s -> Store.openReadOnly(Path.of(s.text(Setting.DATA)), null));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void itIsNotMade(Function<Settings, AutoCloseable> way) {
    Path typo = folder.resolve("typo");
    Settings settings = Settings.load(null, Map.of(), Map.of("data", typo.toString()));
    assertThatThrownBy(() -> way.apply(settings).close())
        .hasMessageStartingWith("There is no Freshet in " + typo);
    assertThat(typo).doesNotExist();
  }
}
