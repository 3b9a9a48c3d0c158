package freshet.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;
import org.jspecify.annotations.Nullable;

/// The elements that say who wrote a page and when, by microdata or by their looks. One walk over
/// the page collects all that may; only among those is it looked closer.
final class Marks {
  /// @param inside of those, the part that says it
  private record Mark(Evaluator marked, @Nullable Evaluator inside) {
    static Mark of(String marked) {
      return new Mark(Selector.evaluatorOf(marked), null);
    }

    static Mark of(String marked, String inside) {
      return new Mark(Selector.evaluatorOf(marked), Selector.evaluatorOf(inside));
    }
  }

  /// The surest first.
  private static final List<Mark> PUBLISHED =
      List.of(
          Mark.of("[itemprop~=(?i)datePublished]"),
          Mark.of("time[pubdate]"),
          Mark.of("article time[datetime]"),
          Mark.of("header time[datetime]"),
          Mark.of("time[datetime]"),
          Mark.of("abbr.published[title]"));

  private static final List<Mark> AUTHOR =
      List.of(
          Mark.of("[itemprop~=(?i)author]", "[itemprop~=(?i)name]"),
          Mark.of("[itemprop~=(?i)author]"),
          Mark.of("[rel~=(?i)author]"),
          Mark.of(".author-name"),
          Mark.of(".author", ".name"),
          Mark.of(".p-author"),
          Mark.of(".byline-name"),
          Mark.of(".byline", "a"),
          Mark.of(".author"),
          Mark.of(".byline"));

  private static final List<Mark> FREE = List.of(Mark.of("[itemprop~=(?i)isAccessibleForFree]"));

  private final Document page;
  private final List<Element> elements;

  private Marks(Document page, List<Element> elements) {
    this.page = page;
    this.elements = elements;
  }

  static Marks in(Document page) {
    List<Element> elements = new ArrayList<>();
    page.forEach(e -> {
      if (mayBeOne(e)) elements.add(e);
    });
    return new Marks(page, elements);
  }

  private static boolean mayBeOne(Element element) {
    if (element.attributesSize() == 0) return false;
    if (element.nameIs("time") || element.nameIs("abbr")) return true;
    return element.hasAttr("itemprop")
        || element.attr("rel").toLowerCase(Locale.ROOT).contains("author")
        || isByline(element.attr("class"));
  }

  private static boolean isByline(String names) {
    if (names.length() < 6) return false;
    String lower = names.toLowerCase(Locale.ROOT);
    return lower.contains("author") || lower.contains("byline");
  }

  Stream<String> published() {
    return said(PUBLISHED, "content", "datetime", "title");
  }

  Stream<String> author() {
    return said(AUTHOR, "content");
  }

  /// Whether the page is free to read, "" if it does not say.
  String free() {
    return said(FREE, "content").findFirst().orElse("");
  }

  private Stream<String> said(List<Mark> marks, String... attributes) {
    if (elements.isEmpty()) return Stream.empty();
    return marks.stream()
        .map(this::first)
        .flatMap(Stream::ofNullable)
        .map(element -> value(element, attributes));
  }

  private @Nullable Element first(Mark mark) {
    for (Element element : elements) {
      if (!mark.marked.matches(page, element)) continue;
      if (mark.inside == null) return element;
      for (Element inner : element.select(mark.inside)) if (!inner.equals(element)) return inner;
    }
    return null;
  }

  private static String value(Element element, String... attributes) {
    for (String name : attributes) {
      String value = element.attr(name);
      if (!value.isBlank()) return value;
    }
    return element.text();
  }
}
