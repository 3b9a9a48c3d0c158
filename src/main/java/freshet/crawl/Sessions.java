package freshet.crawl;

import freshet.text.SessionNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Session ids under names of the site's own: a variable that has the same machine-made value in
/// the links to several pages says who reads, not what is read. Links are cleared of it before they
/// are followed, so that a page has one address.
final class Sessions {
  /// So many pages must carry the same value.
  private static final int LEAST = 3;

  private Sessions() {}

  /// Names of such variables among the links of one page.
  static Set<String> names(List<Links.Followed> links) {
    Map<String, Set<String>> pagesByVariable = new HashMap<>();
    for (Links.Followed link : links) {
      int query = link.url().indexOf('?');
      if (query < 0) continue;
      String page = link.url().substring(0, query);
      for (String variable : link.url().substring(query + 1).split("&", -1)) {
        int equals = variable.indexOf('=');
        if (equals <= 0 || !SessionNames.looksRandom(variable.substring(equals + 1), 12)) continue;
        pagesByVariable.computeIfAbsent(variable, _ -> new HashSet<>()).add(page);
      }
    }
    Set<String> names = new HashSet<>();
    pagesByVariable.forEach((variable, pages) -> {
      if (pages.size() >= LEAST) names.add(variable.substring(0, variable.indexOf('=')));
    });
    return names;
  }

  /// The address without these variables.
  static String without(String url, Set<String> names) {
    int query = url.indexOf('?');
    if (query < 0 || names.isEmpty()) return url;
    StringBuilder kept = new StringBuilder(url.length()).append(url, 0, query);
    char before = '?';
    for (String variable : url.substring(query + 1).split("&", -1)) {
      int equals = variable.indexOf('=');
      if (names.contains(equals < 0 ? variable : variable.substring(0, equals))) continue;
      kept.append(before).append(variable);
      before = '&';
    }
    return kept.toString();
  }
}
