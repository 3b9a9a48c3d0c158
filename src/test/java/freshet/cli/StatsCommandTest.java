package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StatsCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    var line = Main.commandLine(arguments);
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void aRecordedHistoryIsCounted() throws IOException {
    Path trace = folder.resolve("trace.csv");
    // Monday, 1 January 2024, 05:00 UTC, twice, and Tuesday 06:00
    Files.writeString(
        trace, "source,published_epoch_s\na,1704085200\nb,1704085200\na,1704175200\n");
    assertThat(run("stats", "--trace=" + trace, "--zone=UTC", "--csv", "--table=weekday")).isZero();
    assertThat(out.toString()).startsWith("weekday,with a time,date only\nMon,2,0\nTue,1,0\n");
    out.getBuffer().setLength(0);
    assertThat(run("stats", "--trace=" + trace, "--zone=Europe/Tallinn", "--csv", "--table=hour"))
        .isZero();
    assertThat(out.toString()).contains("07,2\n08,1\n");
    out.getBuffer().setLength(0);
    assertThat(run("stats", "--trace=" + trace, "--zone=UTC", "--svg", "--table=day")).isZero();
    assertThat(out.toString()).startsWith("<svg");
  }

  @Test
  void anEmptyDataFolderIsNotAnError() {
    Store.open(folder.resolve("d"), null).close();
    assertThat(run("stats", "--data=" + folder.resolve("d"))).isZero();
    assertThat(out.toString()).contains("HOUR\n  nothing yet", "DISCOVERY\n  nothing yet");
  }

  @Test
  void whatIsWrongIsASentence() {
    assertThat(run("stats", "--zone=Mars", "--trace=" + folder.resolve("x"))).isEqualTo(1);
    assertThat(err.toString()).startsWith("'Mars' is no time zone");
    Store.open(folder.resolve("d"), null).close();
    assertThat(run("stats", "--data=" + folder.resolve("d"), "--table=moon")).isEqualTo(1);
    assertThat(err.toString()).contains("There is no table 'moon' here");
  }
}
