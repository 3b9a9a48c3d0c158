package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The words a user gives for a topic. A word is found at the beginning of words too: `cat` in
/// `cats`, not in `education`.
public final class TopicWords {
  /// A page with this share of topic words is wholly about the topic.
  private static final double WHOLLY = 0.02;

  /// From this relevance on a page counts as one on the topic: a word is in its title, or two in a
  /// hundred of its main text are the topic's.
  public static final double ON_TOPIC = 0.5;

  private final Set<String> words = new TreeSet<>();

  public TopicWords(List<String> given) {
    for (String word : given) {
      String w = word.strip().toLowerCase(Locale.ROOT);
      if (!w.isEmpty()) words.add(w);
    }
  }

  public boolean isEmpty() {
    return words.isEmpty();
  }

  /// The word by which a link is on the topic, "" if none.
  String match(Link link) {
    String word = match(link.text());
    return word.isEmpty() ? match(link.url()) : word;
  }

  /// Whether a text or an address has one of the words.
  public boolean isIn(String text) {
    return count(text.toLowerCase(Locale.ROOT), true) > 0;
  }

  /// The first of the words that a text or an address has, "" if none.
  public String match(String text) {
    String s = text.toLowerCase(Locale.ROOT);
    for (String word : words) if (count(s, word, true) > 0) return word;
    return "";
  }

  private int count(String s, boolean once) {
    int n = 0;
    for (String word : words) {
      n += count(s, word, once);
      if (once && n > 0) return n;
    }
    return n;
  }

  private static int count(String s, String word, boolean once) {
    int n = 0;
    for (int at = s.indexOf(word); at >= 0; at = s.indexOf(word, at + word.length())) {
      if (at > 0 && Character.isLetterOrDigit(s.charAt(at - 1))) continue;
      n++;
      if (once) return n;
    }
    return n;
  }

  /// How much a page is about the topic: half of it for the title, half for how often the words
  /// stand in its main text.
  public double relevance(HtmlPage page) {
    String text = page.mainText().toLowerCase(Locale.ROOT);
    int found = count(text, false);
    double share = found / Math.max(50.0, text.length() / 6.0) / WHOLLY;
    return (isIn(page.title()) ? 0.5 : 0) + 0.5 * Math.min(1, share);
  }
}
