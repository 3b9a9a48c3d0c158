package freshet.crawl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private static final int MOST_PATTERNS = 128;
  private static final int MOST_SKETCHES = 24;
  private static final int OF_A_PATTERN = 2;
  private static final int MOST_REPORTS = 1_000;

  /// Pages alike in a row that close an ordinary pattern, and one that never had two that differ.
  private static final int ROW = 8;

  private static final int ROW_FROM_THE_FIRST = 3;

  /// Pages of a suspicious pattern, all different, after which its links to itself are followed.
  private static final int PROOF = 3;

  /// Links that lead from one day of a calendar to the next.
  private static final int LONGEST_CHAIN = 2;

  /// Different sets of variables that make a page a list to be filtered.
  private static final int FACETS = 6;

  private static final class Pattern {
    int visited;
    int alike;
    int inRow;
    int credit = 1;
    boolean closed;

    final ArrayDeque<Sketch> sketches = new ArrayDeque<>(2);

    /// Different sets of variables that were seen.
    final Set<String> views = new HashSet<>(2);
  }

  private static final class Host {
    final Map<String, Pattern> patterns = lru(MOST_PATTERNS);
    final ArrayDeque<Sketch> sketches = new ArrayDeque<>();
    final Sketch.Furniture furniture = new Sketch.Furniture();
    Set<String> sessionNames = Set.of();

    Pattern pattern(String name) {
      return patterns.computeIfAbsent(name, _ -> new Pattern());
    }
  }

  private final Map<Integer, Host> hosts = lru(MOST_HOSTS);
  private final List<String> reports = new ArrayList<>();

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

  /// How many pages of the same suspicious pattern in a row lead to a link: 0 if its shape is
  /// ordinary, or -1 if it is not to be followed.
  ///
  /// @param from the shape of the page it is on, and `chain` the same number for that page
  /// @param unlike what [#visited] said of the page; one that says nothing new leads nowhere new
  /// @param host the number of the link's own host, looked at only if its shape is suspicious
  int chain(
      Shapes.Shape from, int chain, boolean unlike, int host, String url, Shapes.Shape shape) {
    boolean sameArea = shape.area().equals(from.area()) && !shape.area().equals(Shapes.TOP);
    if (!unlike && sameArea) return -1;
    if (!shape.isSuspicious()) return 0;
    int linked = shape.pattern().equals(from.pattern()) ? chain + 1 : 0;
    boolean more = shape.variables().length() > from.variables().length();
    return mayFollow(host, Normaliser.host(url), shape, linked, more) ? linked : -1;
  }

  /// Whether a link may be followed at all, by its shape.
  ///
  /// @param chain how many pages of the same suspicious pattern led to it
  /// @param moreVariables whether it has variables that the page it is on has not
  private boolean mayFollow(
      int host, String hostName, Shapes.Shape shape, int chain, boolean moreVariables) {
    if (shape.kind() == Shapes.Kind.ENDLESS) {
      close(pattern(host, shape.pattern()), hostName, shape.pattern(), "the path repeats itself");
      return false;
    }
    if (chain == 0) return true;
    Pattern pattern = pattern(host, shape.pattern());
    boolean proven = pattern.visited >= PROOF && pattern.alike == 0;
    boolean dated = shape.kind() == Shapes.Kind.CALENDAR && chain > LONGEST_CHAIN;
    if (proven && !dated) return true;
    // Variables are often all an address has; only ever more of them are a trap.
    if (shape.kind() == Shapes.Kind.FACETS && !moreVariables) return true;
    if (pattern.visited > 0) {
      close(pattern, hostName, shape.pattern(), "each page leads to more of them");
    }
    return false;
  }

  /// The names of variables that carry session ids on a host.
  ///
  /// @param more names found on another page of it
  Set<String> sessionNames(int host, Set<String> more) {
    Host known = hosts.computeIfAbsent(host, _ -> new Host());
    if (!more.isEmpty() && !known.sessionNames.containsAll(more)) {
      Set<String> all = new HashSet<>(known.sessionNames);
      all.addAll(more);
      known.sessionNames = Set.copyOf(all);
    }
    return known.sessionNames;
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
  boolean visited(int host, String hostName, Shapes.Shape shape, Sketch.Pairs words) {
    Host known = hosts.computeIfAbsent(host, _ -> new Host());
    Sketch sketch = Sketch.of(words, known.furniture);
    Pattern pattern = known.pattern(shape.pattern());
    boolean part = !shape.area().equals(shape.pattern()) && !shape.area().equals(Shapes.TOP);
    Pattern area = part ? known.pattern(shape.area()) : pattern;
    // Those of the host are soon forgotten among many other pages; those of a pattern are not.
    boolean alike = isIn(known.sketches, sketch) || isIn(pattern.sketches, sketch);
    alike |= part && isIn(area.sketches, sketch);
    if (!alike) {
      keep(known.sketches, sketch, MOST_SKETCHES);
      keep(pattern.sketches, sketch, OF_A_PATTERN);
      if (part) keep(area.sketches, sketch, OF_A_PATTERN);
    }
    count(pattern, hostName, shape.pattern(), alike, shape.isSuspicious());
    if (part) count(area, hostName, shape.area(), alike, false);
    if (shape.kind() == Shapes.Kind.FACETS) facets(known, hostName, shape);
    return !alike;
  }

  private static boolean isIn(ArrayDeque<Sketch> sketches, Sketch sketch) {
    for (Sketch other : sketches) if (sketch.isLike(other)) return true;
    return false;
  }

  private static void keep(ArrayDeque<Sketch> sketches, Sketch sketch, int most) {
    sketches.addFirst(sketch);
    if (sketches.size() > most) sketches.removeLast();
  }

  private void count(
      Pattern pattern, String hostName, String name, boolean alike, boolean suspicious) {
    pattern.visited++;
    pattern.credit--;
    if (alike) {
      pattern.alike++;
      pattern.inRow++;
      int row = pattern.visited - pattern.alike <= 1 ? ROW_FROM_THE_FIRST : ROW;
      if (suspicious ? pattern.credit <= 0 : pattern.inRow >= row) {
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
    Pattern pattern = host.pattern(shape.pattern());
    pattern.views.add(shape.variables());
    if (pattern.views.size() > FACETS) {
      close(pattern, hostName, shape.pattern(), pattern.visited + " views of one list");
    }
  }

  private void close(Pattern pattern, String hostName, String name, String why) {
    if (pattern.closed) return;
    pattern.closed = true;
    if (reports.size() < MOST_REPORTS) {
      reports.add(hostName + ": stopped following " + name + ": " + why);
    }
  }
}
