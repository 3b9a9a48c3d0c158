package freshet.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What a store is asked while a test uses it, and which of that reads a large table from one end
/// to the other: what takes a moment on a small store and seconds on one with ten million entries.
///
/// SQLite says how it would do it (`EXPLAIN QUERY PLAN`), which does not depend on what is stored,
/// as nothing counts its rows (`ANALYZE`). PostgreSQL plans by what is stored, and reads small
/// tables whole because that is quickest; told not to, it still does where no index helps. A walk
/// along an index or the numbers of a table is no fault where a `LIMIT` ends it and nothing has to
/// be sorted first.
public final class QueryPlans {
  /// Those that grow with entries and polls.
  private static final Set<String> LARGE =
      Set.of(
          "entry",
          "entry_alias",
          "entry_deleted",
          "entry_signature",
          "entry_label",
          "entry_version",
          "unread",
          "reading",
          "article",
          "story",
          "event",
          "poll",
          "rule_match",
          "crawl_page",
          "page_seen");

  private static final Pattern NAMED =
      Pattern.compile(
          "\\b(?:FROM|JOIN)\\s+(\\w+)(?:\\s+(?:AS\\s+)?(?!(?:ON|WHERE|JOIN|LEFT|CROSS|INNER|ORDER|GROUP"
              + "|LIMIT|UNION|USING|NOT|INDEXED|SET)\\b)(\\w+))?",
          Pattern.CASE_INSENSITIVE);
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The table itself lies in the order of its numbers.
  private static final Pattern BY_NUMBER =
      Pattern.compile("ORDER BY (\\w+\\.)?id( DESC)?\\s+LIMIT", Pattern.CASE_INSENSITIVE);

  private static final Pattern SCAN = Pattern.compile("SCAN (\\w+)(.*)");

  private final Set<String> asked = new ConcurrentSkipListSet<>();
  private final Store store;

  public QueryPlans(Store store) {
    this.store = store;
    store
        .database()
        .readers
        .watch(
            new SqlLogger() {
              @Override
              public void logBeforeExecution(StatementContext context) {
                asked.add(context.getParsedSql().getSql());
              }
            });
  }

  public int asked() {
    return asked.size();
  }

  /// The queries that read a large table whole, with what SQLite says of it.
  ///
  /// @param excused parts of queries that may, each with the reason
  public List<String> whole(Map<String, String> excused) throws SQLException {
    List<String> found = new ArrayList<>();
    store
        .database()
        .readers
        .useHandle(handle -> {
          for (String sql : asked) {
            if (excused.keySet().stream().anyMatch(flat(sql)::contains)) continue;
            explain(handle.getConnection(), sql).ifPresent(found::add);
          }
        });
    return found;
  }

  /// The excuses that excuse nothing.
  public Set<String> idle(Map<String, String> excused) {
    Set<String> idle = new TreeSet<>(excused.keySet());
    idle.removeIf(part -> asked.stream().anyMatch(sql -> flat(sql).contains(part)));
    return idle;
  }

  private static String flat(String sql) {
    return sql.replaceAll("\\s+", " ").strip();
  }

  private static Optional<String> explain(Connection connection, String sql) throws SQLException {
    String upper = sql.stripLeading().toUpperCase(Locale.ROOT);
    if (!upper.startsWith("SELECT") && !upper.startsWith("WITH")) return Optional.empty();
    if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
      return explainedByPostgres(connection, sql);
    }
    boolean limited = upper.contains("LIMIT");
    List<String> plan = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
      while (rows.next()) plan.add(rows.getString("detail"));
    }
    boolean sorted = plan.stream().anyMatch(line -> line.contains("TEMP B-TREE FOR ORDER BY"));
    for (String line : plan) {
      Matcher scan = SCAN.matcher(line);
      if (!scan.matches() || !isLarge(scan.group(1), sql)) continue;
      boolean along = scan.group(2).contains("INDEX") || BY_NUMBER.matcher(sql).find();
      if (limited && !sorted && along) continue;
      return Optional.of(flat(sql) + "\n    " + String.join("\n    ", plan));
    }
    return Optional.empty();
  }

  /// A plan for whatever the parameters are, as a server makes it for what is asked often.
  private static Optional<String> explainedByPostgres(Connection connection, String sql)
      throws SQLException {
    int parameters = 0;
    StringBuilder numbered = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\'') quoted = !quoted;
      if (c == '?' && !quoted) numbered.append('$').append(++parameters);
      else numbered.append(c);
    }
    String values =
        parameters == 0
            ? ""
            : "(" + String.join(",", Collections.nCopies(parameters, "NULL")) + ")";
    StringBuilder plan = new StringBuilder();
    try (Statement statement = connection.createStatement()) {
      for (String way : List.of("seqscan", "hashjoin", "mergejoin")) {
        statement.execute("SET enable_" + way + " = off");
      }
      statement.execute("SET plan_cache_mode = force_generic_plan");
      statement.execute("PREPARE asked AS " + numbered);
      try (ResultSet rows =
          statement.executeQuery("EXPLAIN (FORMAT JSON) EXECUTE asked" + values)) {
        while (rows.next()) plan.append(rows.getString(1));
      } finally {
        statement.execute("DEALLOCATE asked");
        statement.execute("RESET ALL");
      }
    }
    JsonNode top = JSON.readTree(plan.toString()).get(0).get("Plan");
    return readsWhole(top, false)
        ? Optional.of(flat(sql) + "\n    " + told(top))
        : Optional.empty();
  }

  private static String told(JsonNode node) {
    List<String> below = new ArrayList<>();
    for (JsonNode child : node.path("Plans")) below.add(told(child));
    return (node.path("Node Type").asString("") + " " + node.path("Relation Name").asString(""))
            .strip()
        + (node.has("Index Cond") ? " by " + node.path("Index Cond").asString() : "")
        + (below.isEmpty() ? "" : below);
  }

  /// @param ended whether a limit above ends the walk early
  private static boolean readsWhole(JsonNode node, boolean ended) {
    String kind = node.path("Node Type").asString("");
    if (LARGE.contains(node.path("Relation Name").asString(""))) {
      if (kind.equals("Seq Scan")) return true;
      boolean along = kind.equals("Index Scan") || kind.equals("Index Only Scan");
      if (along && !ended && node.path("Index Cond").isMissingNode()) return true;
    }
    boolean below =
        switch (kind) {
          case "Limit" -> true;
          case "Sort", "Incremental Sort", "Aggregate", "Hash", "WindowAgg" -> false;
          default -> ended;
        };
    for (JsonNode child : node.path("Plans")) if (readsWhole(child, below)) return true;
    return false;
  }

  private static boolean isLarge(String name, String sql) {
    if (LARGE.contains(name)) return true;
    Matcher named = NAMED.matcher(sql);
    while (named.find()) {
      if (name.equals(named.group(2)) && LARGE.contains(named.group(1).toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }
}
