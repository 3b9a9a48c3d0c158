package freshet.crawl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The watch for traps, for those who walk through one site by themselves. For one thread at a
/// time.
public final class SiteTraps {
  private final TrapWatch watch = new TrapWatch();

  /// A link that may be followed.
  ///
  /// @param link as it was given
  /// @param url normalised, without the session ids that this site puts into its links
  /// @param chain how many pages of the same suspicious pattern in a row lead to it
  public record Way(String link, String url, int chain, boolean suspicious) {}

  /// Which of a page's links to follow.
  ///
  /// @param page its address
  /// @param chain the same number for the page
  /// @param unlike what [#visited] said of the page; one that says nothing new leads nowhere new
  /// @param links absolute, all within the site
  public List<Way> ways(String page, int chain, boolean unlike, List<String> links) {
    String from = normal(page);
    if (from == null) return List.of();
    Map<String, String> normal = new LinkedHashMap<>();
    List<Links.Followed> all = new ArrayList<>();
    for (String link : links) {
      String url = normal(link);
      if (url == null || normal.putIfAbsent(link, url) != null) continue;
      all.add(new Links.Followed(url, 0, 0, "", false, null));
    }
    int host = Normaliser.host(from).hashCode();
    Set<String> sessions = watch.sessionNames(host, Sessions.names(all));
    Shapes.Shape here = Shapes.of(from);
    List<Way> ways = new ArrayList<>();
    normal.forEach((link, known) -> {
      String url = Sessions.without(known, sessions);
      Shapes.Shape shape = Shapes.of(url);
      int linked = watch.chain(here, chain, unlike, Normaliser.host(url).hashCode(), url, shape);
      if (linked < 0) return;
      ways.add(new Way(link, url, linked, shape.isSuspicious()));
    });
    return ways;
  }

  /// Whether it may be visited, by what came of addresses like it.
  public boolean mayVisit(String url) {
    String known = normal(url);
    return known == null || watch.mayVisit(Normaliser.host(known).hashCode(), Shapes.of(known));
  }

  /// Takes a page into account.
  ///
  /// @return whether it says something new
  public boolean visited(String url, byte[] body) {
    String known = normal(url);
    if (known == null) return true;
    String host = Normaliser.host(known);
    return watch.visited(host.hashCode(), host, Shapes.of(known), Sketch.read(body));
  }

  /// What is no longer followed, a sentence each.
  public List<String> reports() {
    return watch.reports();
  }

  private static @Nullable String normal(String url) {
    try {
      return Normaliser.normalise(url);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
