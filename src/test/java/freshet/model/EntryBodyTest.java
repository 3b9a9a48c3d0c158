package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryBodyTest {
  @Test
  void theContentIsReadAndTheSummaryIsTheOpening() {
    EntryBody both = body("<p>short", "<p>the whole text");
    assertThat(both.html()).isEqualTo("<p>the whole text");
    assertThat(both.opening()).isEqualTo("<p>short");
  }

  @Test
  void whatIsMissingOrBlankIsReplacedByTheOther() {
    assertThat(body("<p>all there is", null).html()).isEqualTo("<p>all there is");
    assertThat(body("<p>all there is", " \n").html()).isEqualTo("<p>all there is");
    assertThat(body(" ", "<p>all there is").opening()).isEqualTo("<p>all there is");
    assertThat(EntryBody.EMPTY.html()).isNull();
    assertThat(EntryBody.EMPTY.opening()).isNull();
    assertThat(body(" ", " ").html()).isNull();
  }

  private static EntryBody body(@Nullable String summary, @Nullable String content) {
    return new EntryBody(summary, content, List.of(), List.of(), List.of(), null, null);
  }
}
