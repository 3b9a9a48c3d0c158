package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsTest {
  @TempDir Path folder;

  @Test
  void theEnvironmentGoesOverTheFileAndFlagsOverBoth() throws IOException {
    Path file = file("port = 1000\nbind = 0.0.0.0\nbudget=10/1m\n");
    var s =
        Settings.load(
            file, Map.of("FRESHET_PORT", "2000", "FRESHET_BIND", "::1"), Map.of("port", "3000"));
    assertThat(s.value(Setting.PORT)).isEqualTo(new Settings.Value("3000", "--port"));
    assertThat(s.value(Setting.BIND)).isEqualTo(new Settings.Value("::1", "FRESHET_BIND"));
    assertThat(s.value(Setting.BUDGET)).isEqualTo(new Settings.Value("10/1m", file + ":3"));
    assertThat(s.value(Setting.DATA)).isEqualTo(new Settings.Value("data", "default"));
  }

  @Test
  void everyDefaultIsAllowed() {
    for (Setting s : Setting.values()) s.check(s.byDefault);
  }

  @Test
  void anUnknownSettingIsNamedWithItsLineAndTheNearestOne() throws IOException {
    Path file = file("# my settings\n\nprot = 80\n");
    assertThatThrownBy(() -> Settings.load(file, Map.of(), Map.of()))
        .hasMessage("There is no setting 'prot' (" + file + ":3). Did you mean 'port'?");
  }

  @Test
  void nothingIsProposedThatIsNotLikeIt() {
    assertThatThrownBy(() -> Settings.load(null, Map.of(), Map.of("foo", "bar")))
        .hasMessage("There is no setting 'foo'. './freshet config' lists them all");
  }

  @Test
  void everyImpossibleValueIsNamedAtOnce() throws IOException {
    Path file =
        file(
            "port = eighty\n"
                + "proxy = ftp://x\n"
                + "budget = 0/10m\n"
                + "quotas = graph:600/10m\n"
                + "policy = round-robbin\n"
                + "interval.min = soon\n"
                + "fetch.max-size = 1\n");
    assertThatThrownBy(() -> Settings.load(file, Map.of("FRESHET_LOG", "loud"), Map.of()))
        .hasMessageContaining("'port' (" + file + ":1) is 'eighty' but must be a whole number")
        .hasMessageContaining("'proxy' (" + file + ":2)")
        .hasMessageContaining("'budget' (" + file + ":3)")
        .hasMessageContaining("'quotas' (" + file + ":4)")
        .hasMessageContaining("'policy' (" + file + ":5)")
        .hasMessageContaining("'interval.min' (" + file + ":6)")
        .hasMessageContaining("'fetch.max-size' (" + file + ":7)")
        .hasMessageContaining("'log' (FRESHET_LOG)");
  }

  @Test
  void aMisspeltEnvironmentVariableIsRefused() {
    assertThatThrownBy(() -> Settings.load(null, Map.of("FRESHET_PROT", "1"), Map.of()))
        .hasMessageContaining("FRESHET_PROT. Did you mean 'FRESHET_PORT'?");
  }

  @Test
  void aLineThatIsNoSettingIsNamed() throws IOException {
    Path file = file("port 80");
    assertThatThrownBy(() -> Settings.load(file, Map.of(), Map.of()))
        .hasMessageContaining("'port 80' in " + file + ":1 is not of the form name = value");
  }

  @Test
  void theShortestIntervalMustNotBeLongerThanTheLongest() {
    assertThatThrownBy(
            () -> Settings.load(null, Map.of(), Map.of("interval.min", "2h", "interval.max", "1h")))
        .hasMessageContaining("'interval.min' (2h, --interval.min) is longer than 'interval.max'");
  }

  @Test
  void aFileThatWasNamedMustBeThere() {
    assertThatThrownBy(() -> Settings.load(folder.resolve("no"), Map.of(), Map.of()))
        .hasMessageContaining("There is no settings file");
  }

  @Test
  void thePageChangesTheFileAndLeavesTheRestOfIt() throws IOException {
    Path file = file("# mine\nbudget=10/1m\nsource.graph.token = abc\n");
    Settings settings = Settings.load(file, Map.of("FRESHET_PORT", "2000"), Map.of());
    var installation = settings.installation();
    installation.change("budget", "20/1m");
    List<Setting> told = new ArrayList<>();
    settings.follow(told::add);
    installation.change("interval.min", "5m");
    installation.change("fetch.parallel", "7");
    assertThat(Files.readString(file))
        .isEqualTo(
            "# mine\nbudget = 20/1m\nsource.graph.token = abc\ninterval.min = 5m\n"
                + "fetch.parallel = 7\n");
    assertThat(settings.text(Setting.BUDGET)).as("at once").isEqualTo("20/1m");
    assertThat(settings.text(Setting.FETCH_PARALLEL)).as("until the next start").isEqualTo("256");
    assertThat(told).containsExactly(Setting.INTERVAL_MIN);
    assertThatThrownBy(() -> installation.change("interval.max", "1m"))
        .hasMessageContaining("must not be longer");
    assertThat(installation.all().toString())
        .contains("value=20/1m", "value=***", "value=2000", "value=7")
        .doesNotContain("abc");
    for (String[] wrong :
        new String[][] {
          {"port", "80"}, {"budget", "much"}, {"prot", "1"}, {"source.graph.token", "x"}
        }) {
      assertThatThrownBy(() -> installation.change(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("freshet.properties"), text);
  }
}
