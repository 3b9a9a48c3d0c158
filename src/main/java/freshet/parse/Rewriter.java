package freshet.parse;

import freshet.bound.Stop;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.Rewriting;
import freshet.model.Rewriting.Replacement;
import freshet.parse.ns.Most;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Evaluator;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/// Changes the texts of a feed as its [Rewriting] says. What comes in is safe to show and so is
/// what goes out: words are put into texts only, never into markup.
public final class Rewriter {
  private Rewriter() {}

  public static ParsedFeed rewritten(ParsedFeed feed, Rewriting rules) {
    if (rules.isNone()) return feed;
    return new ParsedFeed(
        feed.format(),
        feed.wellFormed(),
        feed.channel(),
        feed.entries().stream().map(e -> rewritten(e, rules)).toList());
  }

  /// What is wrong with a selector; null if nothing is.
  public static @Nullable String problem(String selector) {
    try {
      Evaluator _ = Selectors.of(selector);
      return null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  public static @Nullable String title(@Nullable String title, Rewriting rules) {
    if (title == null) return null;
    String once = replaced(title, rules.titles(), Most.TITLE);
    String changed = replaced(once, rules.texts(), Most.TITLE).strip();
    return changed.isEmpty() ? title : changed;
  }

  /// @param html safe to show
  public static @Nullable String html(@Nullable String html, Rewriting rules) {
    if (html == null || html.isBlank()) return html;
    if (rules.drop().isEmpty() && rules.texts().isEmpty()) return html;
    Document page = Jsoup.parseBodyFragment(html);
    page.outputSettings().prettyPrint(false);
    for (String selector : rules.drop()) {
      // Rules of before may have what is refused today.
      if (problem(selector) == null) page.body().select(Selectors.of(selector)).remove();
    }
    if (!rules.texts().isEmpty()) {
      int[] room = {Math.max(0, Most.HTML - html.length())};
      NodeVisitor visitor =
          (node, _) -> {
            if (node instanceof TextNode text) {
              String words = text.getWholeText();
              String changed = replaced(words, rules.texts(), words.length() + room[0]);
              room[0] -= Math.max(0, changed.length() - words.length());
              text.text(changed);
            }
          };
      page.body().traverse(visitor);
    }
    return page.body().html();
  }

  /// The words of a text alone.
  public static String words(@Nullable String html) {
    return html == null ? "" : Jsoup.parseBodyFragment(html).text();
  }

  /// A rule that would make the text longer than `most` is left out: some rules, each of which
  /// repeats what the one before has put in, make megabytes of a word.
  private static String replaced(String text, List<Replacement> all, int most) {
    String changed = text;
    for (Replacement r : all) {
      long more = r.to().length() - (long) r.from().length();
      if (more > 0 && changed.length() + more * count(changed, r.from()) > most) continue;
      changed = changed.replace(r.from(), r.to());
    }
    return changed;
  }

  private static int count(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) count++;
    return count;
  }

  private static ParsedEntry rewritten(ParsedEntry e, Rewriting rules) {
    Stop.check();
    String title = title(e.title(), rules);
    String summary = html(e.summary(), rules);
    String content = html(e.content(), rules);
    return new ParsedEntry(
        e.key(),
        e.alias(),
        // other rules make another text, as if the publisher had edited it
        e.contentHash() * 31 + rules.mark(),
        e.id(),
        title,
        e.link(),
        e.links(),
        e.published(),
        e.dateOnly(),
        e.offsetSeconds(),
        e.updated(),
        e.authors(),
        summary,
        content,
        e.categories(),
        e.enclosures(),
        e.comments(),
        e.language(),
        e.copyright(),
        e.image(),
        e.media(),
        e.more());
  }
}
