package freshet.discover;

import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a search has done on each day, UTC, read from its journal, also while another process is
/// writing it. Asked again, only what is new is read.
public final class JournalDays {
  /// What happened on one day.
  public static final class Day {
    public long inputs;
    public long urls;
    public long feeds;

    /// The registered domains that were visited.
    public final Set<String> domains = new HashSet<>();
  }

  private static final int AT_ONCE = 1 << 20;

  private final Path journal;
  private final TreeMap<LocalDate, Day> days = new TreeMap<>();
  private long read;

  public JournalDays(Path journal) {
    this.journal = journal;
  }

  /// @throws IOException if the journal cannot be read
  public synchronized Map<LocalDate, Day> days() throws IOException {
    if (!Files.exists(journal)) return Map.of();
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "r")) {
      if (file.length() < read) {
        read = 0; // begun anew
        days.clear();
      }
      byte[] bytes = new byte[AT_ONCE];
      int kept = 0;
      file.seek(read);
      for (int n = file.read(bytes); n > 0; n = file.read(bytes, kept, bytes.length - kept)) {
        int end = kept + n;
        int from = 0;
        for (int i = 0; i < end; i++) {
          if (bytes[i] != '\n') continue;
          line(new String(bytes, from, i - from, StandardCharsets.UTF_8));
          from = i + 1;
        }
        read += from;
        kept = end - from;
        System.arraycopy(bytes, from, bytes, 0, kept);
        if (kept == bytes.length) kept = 0; // no line of ours is as long
      }
    }
    return days;
  }

  private void line(String line) {
    if (line.isEmpty() || "PFD".indexOf(line.charAt(0)) < 0) return;
    String[] parts = line.split("\t", 6);
    try {
      Day day =
          days.computeIfAbsent(
              Instant.ofEpochMilli(Long.parseLong(parts[2])).atOffset(ZoneOffset.UTC).toLocalDate(),
              _ -> new Day());
      switch (parts[0]) {
        case "P" -> {
          day.urls++;
          day.domains.add(SiteKey.of(FeedUrl.of(parts[4])));
        }
        case "F" -> day.feeds++;
        default -> day.inputs++;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // a line that disk or hand has damaged: the rest counts
    }
  }
}
