package freshet.cli;

import freshet.model.Kept;
import freshet.store.Store;
import freshet.text.Spans;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What is kept and for how long, and what limits would delete.
@Command(
    name = "kept",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Says what is kept, about what it costs on the disk, and what a limit would delete. Nothing"
          + " is",
      "deleted by it; it also works while Freshet runs."
    })
final class KeptCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description = "The limit to ask for, such as 180d (default: 30d, 90d and 365d)")
  @Nullable String keep;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    List<Duration> limits = keep == null ? Kept.LIMITS : List.of(limit(keep));
    Settings settings = options.load();
    PrintWriter out = spec.commandLine().getOut();
    try (Store store = Factories.openToRead(settings)) {
      for (Kept k : store.keeping().all(Instant.now(), limits)) print(k, settings, out);
    }
    out.flush();
    return 0;
  }

  private static Duration limit(String text) {
    try {
      return Spans.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UserError("--keep: " + e.getMessage());
    }
  }

  private static void print(Kept k, Settings settings, PrintWriter out) {
    String set = settings.text(Setting.named(k.kind().setting()).orElseThrow());
    out.printf(
        Locale.ROOT,
        "%-9s %9d  %9s  kept %s (%s)%n",
        k.kind().name().toLowerCase(Locale.ROOT),
        k.count(),
        megabytes(k.bytes()),
        set.equals("0") ? "for ever" : "for " + set,
        k.kind().setting());
    for (Kept.Older o : k.older()) {
      out.printf(
          Locale.ROOT,
          "%9s %9d  %9s  would go if kept for %s%n",
          "",
          o.count(),
          megabytes(o.bytes()),
          o.limit());
    }
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
