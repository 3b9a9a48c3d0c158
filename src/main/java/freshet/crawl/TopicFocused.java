package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.group.Roots;
import freshet.language.Declared;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Topic-focused: no words are given. The words of all link texts are counted by their roots, and a
/// link is followed if it has a word that was counted more often than the threshold; the more
/// often, the sooner. So the crawl goes where the start pages' own vocabulary points to.
public final class TopicFocused implements LinkPolicy {
  private static final int MOST_WORDS = 200_000;
  private static final int SHORTEST = 3;

  private final int threshold;
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();

  /// The language of the page that was looked at last. Another host's thread may have set it; the
  /// roots of a few words are then found by the rules of another language, which does no harm.
  private volatile String language = "en";

  public TopicFocused(int threshold) {
    if (threshold < 1) throw new IllegalArgumentException("The threshold must be at least 1");
    this.threshold = threshold;
  }

  @Override
  public double look(Visit visit, HtmlPage page) {
    String declared = page.declaredLanguage();
    language = declared == null ? "en" : Declared.code(declared);
    double best = 0;
    for (Link link : page.links()) {
      for (String root : roots(link.text())) {
        if (counts.size() < MOST_WORDS || counts.containsKey(root)) {
          counts.merge(root, 1, Integer::sum);
        }
      }
    }
    for (String root : roots(page.title())) best = Math.max(best, strength(root));
    return best;
  }

  @Override
  public double priority(Link link, double relevance) {
    double best = 0;
    for (String root : roots(link.text())) best = Math.max(best, strength(root));
    return best == 0 ? NEVER : best;
  }

  @Override
  public String match(Link link) {
    for (String root : roots(link.text())) if (strength(root) > 0) return root;
    return "";
  }

  /// 0 up to the threshold, then from a half on upwards.
  private double strength(String root) {
    int count = counts.getOrDefault(root, 0);
    return count <= threshold ? 0 : 1 - 0.5 * threshold / count;
  }

  private List<String> roots(String text) {
    Roots roots = Roots.of(language);
    List<String> found = new ArrayList<>();
    for (String word : words(text)) {
      String root = roots.root(word);
      if (!root.isEmpty()) found.add(root);
    }
    return found;
  }

  static List<String> words(String text) {
    List<String> found = new ArrayList<>();
    String s = text.toLowerCase(Locale.ROOT);
    int from = -1;
    for (int i = 0; i <= s.length(); i++) {
      boolean letter = i < s.length() && Character.isLetter(s.charAt(i));
      if (letter && from < 0) from = i;
      if (!letter && from >= 0) {
        if (i - from >= SHORTEST) found.add(s.substring(from, i));
        from = -1;
      }
    }
    return found;
  }
}
