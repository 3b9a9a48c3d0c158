package freshet.article;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.article.Teasers.Page;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TeasersTest {
  private static final String LONG =
      "The council met on Tuesday and talked about the harbour. ".repeat(50);

  private static Learned after(Page... pages) {
    Learned learned = Learned.NOTHING;
    for (Page page : pages) learned = Teasers.after(learned, page);
    return learned;
  }

  @Test
  void longEntriesAreTheWholeTextAndNoPageIsNeededToKnowIt() {
    assertThat(Teasers.ofOwn(List.of(LONG, LONG, LONG))).isEqualTo(Verdict.WHOLE);
    assertThat(Teasers.ofOwn(List.of(LONG, LONG, "Short."))).isEqualTo(Verdict.WHOLE);
  }

  @Test
  void shortEntriesAndLongOnesThatAreCutNeedAPage() {
    assertThat(Teasers.ofOwn(List.of("One.", "Two.", "Three."))).isEqualTo(Verdict.UNKNOWN);
    String cut = LONG + "Continue reading";
    assertThat(Teasers.ofOwn(List.of(cut, cut, cut))).isEqualTo(Verdict.UNKNOWN);
    assertThat(Teasers.ofOwn(List.of(LONG))).as("one entry says little").isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatEndsInTheMiddleIsCut() {
    for (String text :
        List.of(
            "The mayor said that…",
            "The mayor said that [...]",
            "The mayor said [&hellip;]",
            "Der Bürgermeister sagte. Weiterlesen",
            "Le maire a dit. Lire la suite »",
            "Мэр сказал. Читать далее")) {
      assertThat(Teasers.isCut(text)).as(text).isTrue();
    }
    assertThat(Teasers.isCut("Об этом агентству «Интерфакс» сообщил представитель ведомства."))
        .isFalse();
    assertThat(Teasers.isCut("Об этом пишет газета «Ведомости».")).isFalse();
    assertThat(Teasers.isCut("He said: read more books than you write.")).isFalse();
  }

  @Test
  void anIdeographSaysAsMuchAsAFewLetters() {
    assertThat(Teasers.size("東京 で")).isEqualTo(9);
    assertThat(Teasers.size("Oslo is")).isEqualTo(6);
  }

  @Test
  void aFewPagesDecide() {
    assertThat(after(Page.MORE).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(Page.MORE, Page.MORE).verdict()).isEqualTo(Verdict.TEASERS);
    assertThat(after(Page.MORE, Page.SAME).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(Page.MORE, Page.SAME, Page.MORE).verdict()).isEqualTo(Verdict.TEASERS);
    assertThat(after(Page.SAME, Page.SAME).verdict()).isEqualTo(Verdict.WHOLE);
    assertThat(after(Page.CLOSED, Page.CLOSED).verdict()).isEqualTo(Verdict.CLOSED);
  }

  @Test
  void aFeedThatChangesIsLearnedAnew() {
    Learned learned = after(Page.MORE, Page.MORE, Page.MORE, Page.MORE);
    learned = Teasers.after(learned, Page.SAME);
    assertThat(learned.verdict()).as("one odd page").isEqualTo(Verdict.TEASERS);
    for (int i = 0; i < 30; i++) learned = Teasers.after(learned, Page.SAME);
    assertThat(learned.verdict()).isEqualTo(Verdict.WHOLE);
    assertThat(learned.more() + learned.same()).as("old counts fade").isLessThanOrEqualTo(20);
    for (int i = 0; i < 30; i++) learned = Teasers.after(learned, Page.MORE);
    assertThat(learned.verdict()).isEqualTo(Verdict.TEASERS);
  }
}
