package freshet.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// Killed while it exports: the file that was named is the old one or the whole new one.
final class Exporting implements Kind {
  private final Pace pace = new Pace(Duration.ofMillis(2500));

  @Override
  public String name() {
    return "export";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    int entries = 4000;
    Sqlite.old(round.data(), entries);
    List<String> before = Sqlite.column(round.data(), Migrating.ENTRIES);
    Path file = round.folder.resolve("entries.jsonl.gz");
    long lines = export(round, file);
    if (lines != before.size())
      round.tally.lost(List.of(before.size() - lines + " exported lines"));
    for (int kill = 0; kill < (round.small ? 1 : 12); kill++) {
      boolean afresh = round.random.nextBoolean();
      if (afresh) Files.deleteIfExists(file);
      boolean old = Files.exists(file);
      Program program =
          round.start("export", "--jsonl", "-o", file.toString(), "--data=" + round.data());
      round.killWithin(program, pace);
      if (old || Files.exists(file)) judge(round, file, lines);
    }
    if (export(round, file) != lines) round.tally.lost(List.of("lines of the last export"));
    Migrating.compare(round.tally, before, Sqlite.column(round.data(), Migrating.ENTRIES));
  }

  private static void judge(Round round, Path file, long lines) throws IOException {
    try {
      if (lines(file) != lines) round.tally.half("an export of " + lines(file) + " lines");
    } catch (IOException e) {
      round.tally.half("an export that cannot be read: " + e.getMessage());
    }
  }

  private long export(Round round, Path file) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Program program =
        round.start("export", "--jsonl", "-o", file.toString(), "--data=" + round.data());
    if (program.status() != 0) round.tally.stuck("export: " + program.log());
    pace.since(begun);
    return lines(file);
  }

  private static long lines(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().filter(l -> l.endsWith("}")).count();
    }
  }
}
