package freshet.article;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.extract.TextShape;
import java.util.Locale;

/// What a crawled page is, by its own text: an article is worth finding, a list of links is a way
/// to others. Told by what the page says of itself, and where it says nothing by how its main text
/// is put together: docs/decisions/0245-a-crawl-is-a-source.md has how often that is right.
public enum PageKind {
  ARTICLE,
  /// Links and their teasers.
  LIST,
  /// Hardly any text.
  SHORT,
  /// Behind a wall of consent or payment.
  WALL;

  /// Letters that an article has at least.
  private static final int LEAST = 140;

  /// Letters of one block of an article without its links.
  private static final int LEAST_BLOCK = 60;

  /// Headings with links after which a text is a list of them, if each leads to little.
  private static final int MANY_HEADINGS = 3;

  private static final int TEASER = 500;

  /// As it is written in APIs and files.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static boolean isMostlyLinks(HtmlPage page) {
    int linked = 0;
    for (Link link : page.links()) linked += Teasers.size(link.text());
    return linked * 2 > Teasers.size(page.visibleText());
  }

  /// @param read the main text of the page
  public static PageKind of(HtmlPage page, PageReader.Page read) {
    if (read.wall() != null) return WALL;
    TextShape shape = TextShape.of(read.html());
    int size = Teasers.size(read.text());
    if (size < LEAST) return isMostlyLinks(page) ? LIST : SHORT;
    Boolean says = page.saysArticle();
    if (Boolean.FALSE.equals(says)) return LIST;
    boolean declared = says != null;
    int own = shape.text() - shape.linked();
    // An article that says so may end in a long list of others.
    if (own < LEAST || (own * 2 < shape.text() && !declared)) return LIST;
    if (shape.longest() < LEAST_BLOCK && !declared) return LIST;
    boolean teasers = shape.headings() >= MANY_HEADINGS && own < shape.headings() * TEASER;
    return teasers && !declared ? LIST : ARTICLE;
  }
}
