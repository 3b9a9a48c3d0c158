package freshet.crawl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sees to it that sites which make pages without end do not hold a crawl.
///
/// Every address has a pattern (see [Shapes]). A suspicious one gets credit for a single page; each
/// page of it that says something new earns credit for more, each that is like one seen before on
/// the host earns nothing, and without credit the pattern is closed. An ordinary pattern, or the
/// part of the site it is in, is closed after a row of pages that are all alike: soft 404s, lists
/// that never end. What is closed is reported in a sentence.
///
/// Alike means near-identical words, dates and numbers aside ([Sketch]). Kept in memory for the
/// hosts visited last, about 20 KB each; a host that is forgotten is only looked at anew. For one
/// thread at a time.
final class TrapWatch {
  private static final int MOST_HOSTS = 4_096;
  private static final int MOST_PATTERNS = 512;
  private static final int MOST_SKETCHES = 24;
  private static final int MOST_REPORTS = 1_000;

  /// Pages alike in a row that close an ordinary pattern.
  private static final int ROW = 8;

  /// Links that lead from one page of a suspicious pattern to the next of the same.
  private static final int LONGEST_CHAIN = 2;

  /// Different sets of variables that make a page a list to be filtered.
  private static final int FACETS = 3;

  private static final class Pattern {
    int visited;
    int alike;
    int inRow;
    int credit = 1;
    boolean closed;
  }

  private static final class Host {
    final Map<String, Pattern> patterns = lru(MOST_PATTERNS);
    final ArrayDeque<Sketch> sketches = new ArrayDeque<>();
    final Sketch.Furniture furniture = new Sketch.Furniture();

    Pattern pattern(String name) {
      return patterns.computeIfAbsent(name, _ -> new Pattern());
    }
  }

  private final Map<Integer, Host> hosts = lru(MOST_HOSTS);
  private final List<String> reports = new ArrayList<>();
  private long closed;

  private static <K, V> Map<K, V> lru(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }

  /// What was closed, a sentence each, the first thousand.
  List<String> reports() {
    return List.copyOf(reports);
  }

  /// How many patterns were closed.
  long closed() {
    return closed;
  }

  /// Whether a link may be followed at all, by its shape.
  ///
  /// @param chain how many pages of the same suspicious pattern led to it
  boolean mayFollow(int host, String hostName, Shapes.Shape shape, int chain) {
    if (shape.kind() == Shapes.Kind.ENDLESS) {
      close(pattern(host, shape.pattern()), hostName, shape.pattern(), "the path repeats itself");
      return false;
    }
    boolean chained = shape.kind() == Shapes.Kind.CALENDAR || shape.kind() == Shapes.Kind.REPEATED;
    if (chained && chain > LONGEST_CHAIN) {
      close(
          pattern(host, shape.pattern()), hostName, shape.pattern(), "each page leads to the next");
      return false;
    }
    return true;
  }

  private Pattern pattern(int host, String name) {
    return hosts.computeIfAbsent(host, _ -> new Host()).pattern(name);
  }

  /// Whether an address may be visited now, by what came of those like it.
  boolean mayVisit(int host, Shapes.Shape shape) {
    Host known = hosts.get(host);
    if (known == null) return true;
    Pattern area = known.patterns.get(shape.area());
    if (area != null && area.closed) return false;
    Pattern pattern = known.patterns.get(shape.pattern());
    if (pattern == null) return true;
    return !pattern.closed && !(shape.isSuspicious() && pattern.credit <= 0);
  }

  /// Takes a page into account.
  ///
  /// @return whether it says something new
  boolean visited(int host, String hostName, Shapes.Shape shape, byte[] body) {
    Host known = hosts.computeIfAbsent(host, _ -> new Host());
    Sketch sketch = Sketch.of(body, known.furniture);
    boolean alike = false;
    for (Sketch other : known.sketches) {
      if (sketch.isLike(other)) {
        alike = true;
        break;
      }
    }
    if (!alike) {
      known.sketches.addFirst(sketch);
      if (known.sketches.size() > MOST_SKETCHES) known.sketches.removeLast();
    }
    count(known.pattern(shape.pattern()), hostName, shape.pattern(), alike, shape.isSuspicious());
    if (!shape.area().equals(shape.pattern()) && !shape.area().equals("/…")) {
      count(known.pattern(shape.area()), hostName, shape.area(), alike, false);
    }
    if (shape.kind() == Shapes.Kind.FACETS) facets(known, hostName, shape);
    return !alike;
  }

  private void count(
      Pattern pattern, String hostName, String name, boolean alike, boolean suspicious) {
    pattern.visited++;
    pattern.credit--;
    if (alike) {
      pattern.alike++;
      pattern.inRow++;
      if (suspicious ? pattern.credit <= 0 : pattern.inRow >= ROW) {
        close(
            pattern,
            hostName,
            name,
            pattern.alike + (pattern.alike == 1 ? " page" : " pages") + " alike");
      }
    } else {
      pattern.inRow = 0;
      pattern.credit = Math.min(20, pattern.credit + (pattern.visited == 1 ? 1 : 2));
    }
  }

  /// One page with ever other sets of variables is a list that can be filtered: a few views of it
  /// show everything.
  private void facets(Host host, String hostName, Shapes.Shape shape) {
    int query = shape.pattern().indexOf('?');
    String page = shape.pattern().substring(0, query);
    int sets = 0;
    int visited = 0;
    for (Map.Entry<String, Pattern> e : host.patterns.entrySet()) {
      if (e.getKey().startsWith(page + "?") && e.getKey().indexOf('&') > 0) {
        sets++;
        visited += e.getValue().visited;
      }
    }
    if (sets <= FACETS) return;
    for (Map.Entry<String, Pattern> e : host.patterns.entrySet()) {
      if (e.getKey().startsWith(page + "?") && e.getKey().indexOf('&') > 0)
        e.getValue().closed = true;
    }
    Pattern all = host.pattern(page + "?…");
    close(all, hostName, page + "?…", visited + " views of one list");
  }

  /// Whether the page with variables is a list whose views were seen often enough.
  boolean isFacetClosed(int host, Shapes.Shape shape) {
    if (shape.kind() != Shapes.Kind.FACETS) return false;
    Host known = hosts.get(host);
    if (known == null) return false;
    String page = shape.pattern().substring(0, shape.pattern().indexOf('?'));
    Pattern all = known.patterns.get(page + "?…");
    return all != null && all.closed;
  }

  private void close(Pattern pattern, String hostName, String name, String why) {
    if (pattern.closed) return;
    pattern.closed = true;
    closed++;
    if (reports.size() < MOST_REPORTS) {
      reports.add(hostName + ": stopped following " + name + ": " + why);
    }
  }
}
