package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.LinkList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ListFinderTest {
  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");

  @Test
  void onlyWhatLeadsOnLeadsOn() {
    for (String link : List.of("Read more", "Читать далее", "» Weiterlesen", "更多", "12")) {
      assertThat(ListItems.leadsOn(link)).as(link).isTrue();
    }
    for (String headline :
        List.of(
            "Президент подписал новый закон",
            "Η κυβέρνηση ανακοίνωσε μέτρα",
            "政府发布新政策",
            "الحكومة تعلن إجراءات",
            "1".repeat(70) + "x",
            "1".repeat(9_000))) {
      assertThat(ListItems.leadsOn(headline)).as(headline).isFalse();
    }
  }

  @Test
  void phrasesAreKnownInEveryScript() {
    assertThat(Phrases.isLead("Читайте также: Новый закон")).isTrue();
    assertThat(Phrases.isByline("Опубликовано 3 ноября")).isTrue();
    assertThat(Phrases.isByline("Publié le 3 novembre")).isTrue();
    assertThat(Phrases.isNoise("Все права защищены")).isTrue();
    assertThat(Phrases.isNoise("Подписывайтесь на наш Telegram")).isTrue();
  }

  @Test
  void namesNoMoreThanTwoClasses() {
    StringBuilder page = new StringBuilder("<title>News</title><div class=\"list\">");
    for (int i = 1; i < 9; i++) {
      page.append("<div class=\"teaser wide box alpha bravo\"><h2><a href=\"/news/story-")
          .append(i)
          .append("\">The council talked about the harbour for the ")
          .append(i)
          .append(". time</a></h2><p>It took all evening.</p></div>");
    }
    List<LinkList> lists =
        HtmlPage.parse(page.append("</div>").toString(), "https://a.example/").lists(3, NOW);
    assertThat(lists.getFirst().selector()).contains("div.").doesNotContainPattern("(\\.\\w+){3}");
  }

  @Test
  void takesNoMenuForNews() {
    List<String> taken = new ArrayList<>();
    for (ListShapes.Shape shape : ListShapes.none()) {
      for (LinkList list : HtmlPage.parse(shape.html(), shape.url()).lists(3, NOW)) {
        taken.add(shape.name() + ": " + list.selector() + " " + list.score());
      }
    }
    assertThat(taken).isEmpty();
  }

  @Test
  void findsTheNewsOfPagesOfManyShapes() {
    int found = 0;
    int right = 0;
    int wanted = 0;
    int titles = 0;
    int dates = 0;
    int dated = 0;
    List<String> report = new ArrayList<>();
    for (ListShapes.Shape shape : ListShapes.all()) {
      HtmlPage page = HtmlPage.parse(shape.html(), shape.url());
      List<LinkList> lists = page.lists(3, NOW);
      List<LinkList.Item> items = lists.isEmpty() ? List.of() : lists.getFirst().items();
      Set<String> want =
          new HashSet<>(shape.links().stream().map(u -> u.replace("&amp;", "&")).toList());
      int hits = 0;
      int named = 0;
      int days = 0;
      for (LinkList.Item item : items) {
        if (!want.contains(item.url())) continue;
        hits++;
        if (shape.titles().contains(item.title())) named++;
        if (item.date() != null) days++;
      }
      found += items.size();
      right += hits;
      wanted += want.size();
      titles += named;
      if (shape.dated()) {
        dates += days;
        dated += want.size();
      }
      String selector = lists.isEmpty() ? "none" : lists.getFirst().selector();
      boolean again =
          !lists.isEmpty()
              && page.list(selector, NOW).items().stream()
                  .map(LinkList.Item::url)
                  .toList()
                  .equals(items.stream().map(LinkList.Item::url).toList());
      boolean whole =
          hits == want.size()
              && items.size() == hits
              && again
              && named == hits
              && (!shape.dated() || days == hits);
      if (!whole) {
        report.add(
            "%s: %d of %d links, %d wrong, %d titles, %d dates, selector %s (%s)"
                .formatted(
                    shape.name(),
                    hits,
                    want.size(),
                    items.size() - hits,
                    named,
                    days,
                    selector,
                    again));
      }
    }
    double precision = (double) right / found;
    double recall = (double) right / wanted;
    String failures = String.join("\n", report);
    assertThat(precision).as("precision%n%s", failures).isGreaterThan(0.99);
    assertThat(recall).as("recall%n%s", failures).isGreaterThan(0.99);
    assertThat((double) titles / wanted).as("titles%n%s", failures).isGreaterThan(0.99);
    assertThat((double) dates / dated).as("dates%n%s", failures).isGreaterThan(0.99);
    assertThat(report).as("%d shapes", ListShapes.all().size()).hasSizeLessThan(3);
  }
}
