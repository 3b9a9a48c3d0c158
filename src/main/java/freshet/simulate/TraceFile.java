package freshet.simulate;

import freshet.text.Cut;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/// Traces as CSV files, plain or gzipped: a header `source,published_epoch_s`, then a post a row. A
/// third column `subscribers` may say how many follow the source; its last number counts.
///
/// Rows that cannot be read are left out and reported with their line, rows out of order are sorted
/// in, and several posts of one source in one second are kept, for real sources do that.
public final class TraceFile {
  public static final String HEADER = "source,published_epoch_s";
  public static final String FOLLOWED = HEADER + ",subscribers";
  private static final int SHOWN = 5;
  private static final long LATEST = 7_000_000_000L;

  private TraceFile() {}

  /// @param problems sentences for the user, with line numbers
  /// @param badRows how many rows were left out
  public record Read(Trace trace, List<String> problems, int badRows) {}

  /// One kind of problem: the first few lines of it, then only a count.
  private static final class Problem {
    final List<String> shown = new ArrayList<>();
    int count;

    void at(long line, String what) {
      if (count++ < SHOWN) shown.add("line " + line + ": " + what);
    }

    void into(List<String> all, String consequence) {
      if (count == 0) return;
      all.addAll(shown);
      if (count > SHOWN) all.add("… and " + (count - SHOWN) + " more rows like these");
      all.add(consequence.formatted(count));
    }
  }

  /// @throws IllegalArgumentException with a sentence for the user, if there is nothing to run
  public static Read read(Path file) throws IOException {
    try (BufferedReader in = open(file)) {
      return read(in, file.toString());
    } catch (ZipException e) {
      throw new IllegalArgumentException(file + " is not a gzip file: " + e.getMessage(), e);
    }
  }

  static Read read(BufferedReader in, String name) throws IOException {
    String header = in.readLine();
    if (header == null || header.isBlank()) {
      throw new IllegalArgumentException(
          name + ", line 1: the trace is empty; it begins with the header '" + HEADER + "'");
    }
    if (header.startsWith("\ufeff")) header = header.substring(1);
    boolean followed = header.replace(" ", "").equalsIgnoreCase(FOLLOWED);
    if (!followed && !header.replace(" ", "").equalsIgnoreCase(HEADER)) {
      throw new IllegalArgumentException(
          "%s, line 1: a trace begins with the header '%s', not '%s'"
              .formatted(name, HEADER, Cut.to(header, 60)));
    }
    var trace = new Trace.Builder();
    var bad = new Problem();
    var unsorted = new Problem();
    var repeated = new Problem();
    Map<String, Long> latest = new HashMap<>();
    long newest = Long.MIN_VALUE;
    long line = 1;
    for (String row; (row = in.readLine()) != null; ) {
      line++;
      if (row.isBlank()) continue;
      double subscribers = 0;
      if (followed) {
        int last = row.lastIndexOf(',');
        subscribers = count(row.substring(last + 1).strip());
        if (last < 0 || subscribers < 0) {
          bad.at(line, "'" + Cut.to(row, 60) + "' does not end with a number of subscribers");
          continue;
        }
        row = row.substring(0, last);
      }
      int comma = row.lastIndexOf(',');
      if (comma <= 0) {
        bad.at(line, "'" + Cut.to(row, 60) + "' is not 'source,time'");
        continue;
      }
      String source = row.substring(0, comma).strip();
      String text = row.substring(comma + 1).strip();
      long time;
      try {
        time = text.indexOf('.') < 0 ? Long.parseLong(text) : (long) Double.parseDouble(text);
      } catch (NumberFormatException e) {
        bad.at(line, "'" + Cut.to(text, 60) + "' is not a number of seconds since 1970");
        continue;
      }
      if (time < 0) {
        bad.at(line, "the time " + time + " is negative");
        continue;
      }
      if (time > LATEST) {
        bad.at(line, "the time " + time + " is centuries ahead; are these milliseconds?");
        continue;
      }
      if (time < newest) unsorted.at(line, "the time " + time + " is before the row above");
      else newest = time;
      Long before = latest.put(source, time);
      if (before != null && before == time) {
        repeated.at(line, "a second post of '" + Cut.to(source, 60) + "' at " + time);
      }
      trace.add(source, time);
      if (followed) trace.subscribers(source, subscribers);
    }
    List<String> problems = new ArrayList<>();
    bad.into(problems, "%d rows could not be read and were left out");
    unsorted.into(problems, "%d rows are out of order and were sorted in");
    if (repeated.count > 0) {
      problems.add(
          "%d rows repeat source and second of another (first at %s); they count as posts"
              .formatted(repeated.count, repeated.shown.getFirst()));
    }
    if (trace.size() == 0) {
      String first = problems.isEmpty() ? "there are no rows" : problems.getFirst();
      throw new IllegalArgumentException(name + " has no posts that can be read: " + first);
    }
    return new Read(trace.build(), problems, bad.count);
  }

  /// Negative if it is none.
  private static double count(String text) {
    try {
      double n = Double.parseDouble(text);
      return n <= 1e12 ? n : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  public static void write(Path file, Trace trace) throws IOException {
    boolean followed = trace.followed().length > 0;
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream packed = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw;
        Writer out = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8))) {
      out.write((followed ? FOLLOWED : HEADER) + "\n");
      for (int i = 0; i < trace.posts(); i++) {
        int source = trace.source()[i];
        String name = trace.names().get(source).replace('\n', ' ');
        out.write(name + "," + (long) trace.time()[i]);
        out.write(followed ? "," + trace.subscribers(source) + "\n" : "\n");
      }
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream raw = Files.newInputStream(file);
    try {
      InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw;
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }
}
