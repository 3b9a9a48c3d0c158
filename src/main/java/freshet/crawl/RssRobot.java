package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.language.Declared;
import freshet.language.Found;
import freshet.language.LanguageFinder;
import freshet.model.FetchOutcome;
import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import freshet.text.Cut;
import freshet.words.Kind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The RSS robot: feeds by topic; the page of every entry is fetched once, its main text taken, and
/// its words reduced to their roots, those that carry no meaning left out, and nouns and verbs told
/// from the rest.
public final class RssRobot implements CrawlUser {
  private static final char BETWEEN = '\u0001';
  private static final String FEED = "feed";

  /// A page that an entry of a feed led to.
  ///
  /// @param visit and `page`: where it is from
  /// @param roots of the words of the text, in its order
  /// @param kinds of these words, one for each; none in languages whose kinds are not told
  public record Article(
      Visit visit,
      HtmlPage page,
      String url,
      String feed,
      String topic,
      String title,
      String language,
      @Nullable Instant published,
      String text,
      List<String> roots,
      List<Kind> kinds) {}

  /// Where articles and troubles go. Called by several threads at once.
  public interface ArticleSink extends VisitMemory {
    void article(Article article);

    void trouble(String url, String reason);
  }

  private final ArticleSink sink;
  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);
  private final LanguageFinder languages = new LanguageFinder();

  public RssRobot(ArticleSink sink) {
    this.sink = sink;
  }

  /// Adds a feed to a crawl that this robot is the user of.
  ///
  /// @param everyRun whether it is asked for in this run, whenever it was last; if not, it is when
  ///   it is due
  public static int addFeed(Crawler crawler, String url, String topic, boolean everyRun) {
    String note = FEED + BETWEEN + topic;
    int start = everyRun ? crawler.startAgain(url, note) : crawler.start(url, note);
    crawler.expect(url, ChangeFrequency.HOURLY);
    return start;
  }

  /// Feeds are visited again, the pages of their entries once.
  @Override
  public boolean comesAgain(String note) {
    return note.startsWith(FEED + BETWEEN);
  }

  @Override
  public void visited(Visit visit, Links links) {
    look(visit, links);
    sink.seen(visit);
  }

  @Override
  public @Nullable Validators validators(String url) {
    return sink.validators(url);
  }

  private void look(Visit visit, Links links) {
    String[] note = visit.note().split(String.valueOf(BETWEEN), -1);
    if (note[0].equals(FEED)) feed(visit, note[1], links);
    else if (note.length == 5) article(visit, note);
  }

  private void feed(Visit visit, String topic, Links links) {
    if (!(visit.outcome() instanceof FetchOutcome.Fetched f)) {
      String reason = PageRobot.reason(visit.outcome());
      if (reason != null) sink.trouble(visit.url(), reason);
      return;
    }
    switch (parser.parse(
        f.body(), f.contentType(), f.answer().finalUrl().uri(), HtmlHandling.SANITISED)) {
      case ParseOutcome.NotAFeed(String reason) -> sink.trouble(visit.url(), reason);
      case ParseOutcome.Stopped(String reason) -> sink.trouble(visit.url(), reason);
      case ParseOutcome.Broken(String reason) -> sink.trouble(visit.url(), reason);
      case ParseOutcome.Parsed(var parsed) -> {
        for (ParsedEntry entry : parsed.entries()) {
          if (entry.link() == null) continue;
          String published = entry.published() == null ? "" : entry.published().toString();
          String title = entry.title() == null ? "" : Cut.start(entry.title(), 500);
          links.followNamed(
              entry.link().toString(),
              0.5,
              String.join(String.valueOf(BETWEEN), "entry", topic, visit.url(), published, title));
        }
      }
    }
  }

  private void article(Visit visit, String[] note) {
    HtmlPage page = visit.page();
    if (page == null) {
      String reason = PageRobot.reason(visit.outcome());
      if (reason != null) sink.trouble(visit.url(), reason);
      return;
    }
    if (page.noIndex()) return;
    String title = note[4].isEmpty() ? page.headline() : note[4];
    String text = page.mainText();
    String declared = page.declaredLanguage();
    Found found = languages.find(title + "\n" + text, declared);
    String language =
        found.isKnown() || declared == null ? found.language() : Declared.code(declared);
    Instant published = note[3].isEmpty() ? page.published() : Instant.parse(note[3]);
    PageWords words = PageWords.of(text, language);
    sink.article(
        new Article(
            visit,
            page,
            visit.finalUrl(),
            note[2],
            note[1],
            title,
            language,
            published,
            text,
            words.roots(),
            words.kinds()));
  }
}
