import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Judges a chaos by two things: what the origin wrote down, and what is in the tables.
final class Judge {
  private final Web web;
  private final long gapNanos;
  private final List<String> faults = new ArrayList<>();

  Judge(Web web, long gapMs) {
    this.web = web;
    this.gapNanos = gapMs * 1_000_000;
  }

  /// @param to just before the answer was sent
  /// @param after just after
  private record Visit(
      int host, String path, long from, long to, long after, String status, String agent) {
    static Visit of(String line) {
      String[] p = line.split(" ", 7);
      return new Visit(
          Integer.parseInt(p[0]),
          p[1],
          Long.parseLong(p[2]),
          Long.parseLong(p[3]),
          Long.parseLong(p[4]),
          p[5],
          p[6]);
    }

    /// A number that is said after a colon: seconds to wait.
    int seconds() {
      int at = status.indexOf(':');
      return at < 0 ? 0 : Integer.parseInt(status.substring(at + 1));
    }
  }

  /// `LOG JDBC GAP SEED FEEDS HOSTS BEGIN END MEAN` judges again what a chaos left.
  public static void main(String[] args) throws Exception {
    Judge judge = new Judge(Web.of(args, 3), Long.parseLong(args[2]));
    judge.requests(Path.of(args[0]));
    judge.entries(args[1]);
    System.exit(judge.say() ? 0 : 1);
  }

  /// Nobody was asked twice at a time, too soon, or while it wanted to be left alone.
  void requests(Path log) throws IOException {
    Map<Integer, List<Visit>> hosts = new TreeMap<>();
    try (Stream<String> lines = Files.lines(log)) {
      lines
          .filter(line -> line.split(" ", 7).length == 7)
          .map(Visit::of)
          .forEach(v -> hosts.computeIfAbsent(v.host, _ -> new ArrayList<>()).add(v));
    } catch (UncheckedIOException e) {
      throw new IOException("the origin's log cannot be read", e);
    }
    int all = 0;
    int shaky = 0;
    Map<String, Integer> statuses = new TreeMap<>();
    List<String> twice = new ArrayList<>();
    List<String> soon = new ArrayList<>();
    List<String> delays = new ArrayList<>();
    List<String> rests = new ArrayList<>();
    for (List<Visit> here : hosts.values()) {
      here.sort(Comparator.comparingLong(Visit::from));
      all += here.size();
      for (Visit v : here) statuses.merge(v.status.replaceAll(":.*", ""), 1, Integer::sum);
      long until = Long.MIN_VALUE;
      Visit last = null;
      long restUntil = Long.MIN_VALUE;
      boolean toldDelay = false;
      for (Visit v : here) {
        if (last != null) {
          long between = v.from - until;
          String what =
              web.address(v.host)
                  + last.path
                  + " ("
                  + last.status
                  + ") then "
                  + v.path
                  + " after "
                  + between / 1_000_000
                  + " ms, at "
                  + v.from / 1_000_000;
          if (between < 0) twice.add(what);
          else if (between < gapNanos) soon.add(what);
          else if (v.from - last.after < gapNanos) shaky++;
          if (toldDelay && between < 1_000_000_000L * web.crawlDelay(v.host)) delays.add(what);
        }
        if (v.from < restUntil) rests.add(web.address(v.host) + v.path + " while it rests");
        if (v.status.startsWith("503")) {
          restUntil = Math.max(restUntil, v.to + 1_000_000_000L * v.seconds());
        }
        if (v.path.equals("/robots.txt") && v.seconds() > 0) toldDelay = true;
        if (last == null || v.to > until) until = v.to;
        last = v;
      }
    }
    System.out.printf("%,d requests to %,d hosts: %s%n", all, hosts.size(), statuses);
    count("two requests at a time to one host", twice);
    count("requests before the gap was over", soon);
    count("requests before a Crawl-delay was over", delays);
    count("requests to a host that asked to be left alone", rests);
    System.out.printf(
        "%,d gaps were too short only if counted from after the answer was sent%n", shaky);
  }

  /// Everything that was published is stored once.
  ///
  /// @return how many are missing
  int entries(String jdbc) throws SQLException {
    Map<String, Integer> stored = new HashMap<>();
    Map<String, String> titles = new HashMap<>();
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement ask = connection.createStatement()) {
      try (ResultSet row = ask.executeQuery("SELECT guid, title FROM entry")) {
        while (row.next()) {
          stored.merge(row.getString(1), 1, Integer::sum);
          titles.put(row.getString(1), row.getString(2));
        }
      }
      List<String> missing = new ArrayList<>();
      List<String> twice = new ArrayList<>();
      List<String> wrong = new ArrayList<>();
      int published = 0;
      for (int feed = 0; feed < web.feeds; feed++) {
        int count = web.count(feed, web.end);
        for (int n = 1; n <= count; n++) {
          published++;
          String guid = web.guid(feed, n);
          Integer times = stored.remove(guid);
          if (times == null) missing.add(guid + " of " + web.manner(feed));
          else if (times > 1) twice.add(guid + ": " + times + " times");
          if (times != null && !web.title(feed, n).equals(titles.get(guid))) wrong.add(guid);
        }
      }
      System.out.printf("%,d entries were published%n", published);
      count("entries that are not stored", missing);
      count("entries that are stored more than once", twice);
      count("entries with another title", wrong);
      count("entries that nobody published", List.copyOf(stored.keySet()));
      ask(
          ask,
          "texts that are more than one story",
          "SELECT title FROM entry WHERE title LIKE 'Wire %' GROUP BY title"
              + " HAVING COUNT(DISTINCT COALESCE(story_id, -id)) > 1");
      ask(
          ask,
          "stories of more than one text",
          "SELECT string_agg(DISTINCT title, ', ') FROM entry WHERE story_id IS NOT NULL"
              + " GROUP BY story_id HAVING COUNT(DISTINCT title) > 1");
      ask(
          ask,
          "stories that are counted wrongly",
          "SELECT id FROM story s WHERE entries <>"
              + " (SELECT COUNT(*) FROM entry e WHERE e.story_id = s.id)");
      ask(
          ask,
          "stories without, or with more than one, text that stands for them",
          "SELECT story_id FROM entry WHERE story_id IS NOT NULL GROUP BY story_id"
              + " HAVING SUM(CASE WHEN folded THEN 0 ELSE 1 END) <> 1");
      return missing.size();
    }
  }

  /// How many of what was published are not stored yet.
  int missing(String jdbc) throws SQLException {
    int published = 0;
    for (int feed = 0; feed < web.feeds; feed++) published += web.count(feed, web.end);
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery("SELECT COUNT(DISTINCT guid) FROM entry")) {
      row.next();
      return published - row.getInt(1);
    }
  }

  private void ask(Statement ask, String what, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (ResultSet row = ask.executeQuery(sql)) {
      while (row.next()) found.add(row.getString(1));
    }
    count(what, found);
  }

  private void count(String what, List<String> found) {
    System.out.printf("%,8d %s%n", found.size(), what);
    found.stream().limit(12).forEach(one -> System.out.println("           " + one));
    if (!found.isEmpty()) faults.add(what);
  }

  boolean say() {
    System.out.println(faults.isEmpty() ? "It held." : "It did not hold: " + faults);
    return faults.isEmpty();
  }
}
