package freshet.model;

import java.util.List;

/// What is kept of one kind, what it costs on the disk, and what of it a limit would take away.
///
/// @param older how many would go, for each limit
public record Kept(Kind kind, long count, long bytes, List<Older> older) {
  /// Articles behind entries, or earlier versions of entries.
  public enum Kind {
    ARTICLES,
    VERSIONS
  }

  /// Limits that are worth asking for.
  public static final List<Integer> DAYS = List.of(30, 90, 365);

  /// @param days kept for so long
  /// @param count so many would go
  public record Older(int days, long count, long bytes) {}
}
