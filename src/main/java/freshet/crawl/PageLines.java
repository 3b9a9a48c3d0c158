package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.language.Declared;
import freshet.language.Found;
import freshet.language.LanguageFinder;
import freshet.model.FetchOutcome.Fetched;
import freshet.text.Cut;
import freshet.words.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A line of JSON for each page that a robot gathers, with its language.
public final class PageLines {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Characters that the language is told by: more cost more and tell hardly more.
  private static final int SAMPLE = 150;

  private final LanguageFinder languages = new LanguageFinder();

  public ObjectNode page(Visit visit, HtmlPage page, double score) {
    String declared = page.declaredLanguage();
    String text = page.title() + "\n" + page.mainText();
    String sample = Cut.start(text, SAMPLE);
    Found found = languages.skim(sample, declared);
    String language =
        found.isKnown() || declared == null ? found.language() : Declared.code(declared);
    ObjectNode line = MAPPER.createObjectNode();
    line.put("url", visit.finalUrl()).put("title", page.title()).put("language", language);
    line.put("score", Math.round(score * 1000) / 1000.0);
    if (visit.outcome() instanceof Fetched f) {
      put(line, "server", f.answer().server());
      put(line, "encoding", HtmlPage.declaredEncoding(f.body(), f.contentType()));
      put(line, "lastModified", f.answer().validators().lastModified());
    }
    return line;
  }

  private static void put(ObjectNode line, String name, @Nullable String value) {
    if (value != null) line.put(name, Cut.start(value, 200));
  }

  public ObjectNode article(RssRobot.Article article) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("url", article.url()).put("title", article.title());
    line.put("language", article.language()).put("score", 1.0).put("topic", article.topic());
    line.put("feed", article.feed());
    line.put("published", article.published() == null ? null : article.published().toString());
    line.put("text", article.text());
    ArrayNode roots = line.putArray("roots");
    for (String root : article.roots()) roots.add(root);
    if (!article.kinds().isEmpty()) {
      ArrayNode kinds = line.putArray("kinds");
      for (Kind kind : article.kinds()) kinds.add(kind.word());
    }
    return line;
  }

  public ObjectNode trouble(String url, String reason) {
    return MAPPER.createObjectNode().put("url", url).put("error", reason);
  }
}
