package freshet.model;

import freshet.text.Spans;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is kept of one kind, what it costs on the disk, and what of it a limit would take away.
///
/// @param older how many would go, for each limit
public record Kept(Kind kind, long count, long bytes, List<Older> older) {
  public enum Kind {
    /// What feeds published.
    ENTRIES("entries.keep"),
    /// Pages of crawls, which are entries too.
    PAGES("pages.keep"),
    /// Pages behind entries.
    ARTICLES("articles.keep"),
    /// Earlier versions of entries.
    VERSIONS("versions.keep"),
    /// Lines of the log of polls.
    POLLS("poll-log.keep");

    private final String setting;

    Kind(String setting) {
      this.setting = setting;
    }

    /// The name of the setting that says how long it is kept.
    public String setting() {
      return setting;
    }

    public static Optional<Kind> of(String setting) {
      return Arrays.stream(values()).filter(k -> k.setting.equals(setting)).findAny();
    }
  }

  /// Limits that are worth asking for.
  public static final List<Duration> LIMITS =
      List.of(Duration.ofDays(30), Duration.ofDays(90), Duration.ofDays(365));

  /// @param keep kept for so long
  /// @param count so many would go
  public record Older(Duration keep, long count, long bytes) {
    /// The limit as it is written in settings: `90d`.
    public String limit() {
      boolean days = !keep.isZero() && keep.equals(Duration.ofDays(keep.toDays()));
      return days ? keep.toDays() + "d" : Spans.brief(keep);
    }
  }
}
