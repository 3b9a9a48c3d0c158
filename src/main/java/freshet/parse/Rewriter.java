package freshet.parse;

import freshet.bound.Stop;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.Rewriting;
import freshet.model.Rewriting.Replacement;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeVisitor;
import org.jsoup.select.Selector;
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
    if (selector.contains(":matches")) return "':matches' cannot be used here";
    try {
      Elements _ = Jsoup.parse("<p>").select(selector);
      return null;
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      return "'" + selector + "' is no CSS selector";
    }
  }

  public static @Nullable String title(@Nullable String title, Rewriting rules) {
    if (title == null) return null;
    String changed = replaced(replaced(title, rules.titles()), rules.texts()).strip();
    return changed.isEmpty() ? title : changed;
  }

  /// @param html safe to show
  public static @Nullable String html(@Nullable String html, Rewriting rules) {
    if (html == null || html.isBlank()) return html;
    if (rules.drop().isEmpty() && rules.texts().isEmpty()) return html;
    Document page = Jsoup.parseBodyFragment(html);
    page.outputSettings().prettyPrint(false);
    for (String selector : rules.drop()) page.body().select(selector).remove();
    if (!rules.texts().isEmpty()) {
      NodeVisitor visitor =
          (node, _) -> {
            if (node instanceof TextNode text) {
              text.text(replaced(text.getWholeText(), rules.texts()));
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

  private static String replaced(String text, List<Replacement> all) {
    String changed = text;
    for (Replacement r : all) changed = changed.replace(r.from(), r.to());
    return changed;
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
