package freshet.extract;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/// How a text is put together, by which an article is told from a list of links.
///
/// @param text letters, blanks counted once
/// @param linked those of them that are the text of a link
/// @param longest the longest block of text without those of its links
/// @param headings links that are headings, or fill a block of their own: what lists are made of
public record TextShape(int text, int linked, int longest, int headings) {
  private static final int A_HEADING = 12;

  /// @param html the main text of a page
  public static TextShape of(String html) {
    Counter counter = new Counter();
    counter.walk(Jsoup.parseBodyFragment(html).body(), false);
    counter.endBlock();
    return new TextShape(counter.text, counter.linked, counter.longest, counter.headings);
  }

  private static final class Counter {
    private int text;
    private int linked;
    private int longest;
    private int headings;
    private int blockText;
    private int blockLinked;
    private int blockLinks;

    void walk(Element element, boolean inLink) {
      boolean link = element.nameIs("a");
      boolean block = !link && !TextWriter.INLINE.contains(element.normalName());
      if (block) endBlock();
      if (link) blockLinks++;
      for (var child : element.childNodes()) {
        if (child instanceof TextNode t) take(t.text().strip().length(), inLink || link);
        else if (child instanceof Element e) walk(e, inLink || link);
      }
      if (block) endBlock();
    }

    private void take(int length, boolean link) {
      text += length;
      blockText += length;
      if (!link) return;
      linked += length;
      blockLinked += length;
    }

    void endBlock() {
      longest = Math.max(longest, blockText - blockLinked);
      boolean filled = blockLinks == 1 && blockLinked >= A_HEADING;
      if (filled && blockLinked * 10 >= blockText * 8) headings++;
      blockText = 0;
      blockLinked = 0;
      blockLinks = 0;
    }
  }
}
