package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal.Reason;
import freshet.understand.Understanding;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CorrectingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Correcting correcting;

  @BeforeEach
  void open() throws InterruptedException {
    two = new TwoAccounts(folder);
    two.understanding.start();
    two.understanding.awaitReady();
    correcting = two.library.correcting();
  }

  @AfterEach
  void close() {
    two.close();
  }

  @Test
  void whoMaySeeAnEntryMaySayWhatItIsAbout() {
    correcting.giveTopic(two.first, two.light, "Harbours");
    assertThat(two.store.stories().find(freshet.model.Visibility.EVERYTHING, two.light))
        .hasValueSatisfying(s -> assertThat(s.topic()).isEqualTo("harbours"));
    assertRefused(Reason.NO_ENTRY, () -> correcting.giveTopic(two.second, two.light, "bakeries"));
    assertRefused(Reason.NO_ENTRY, () -> correcting.giveTopic(two.first, 4711, "harbours"));
    long _ = two.follow(two.second, "https://light.example/feed");
    correcting.giveTopic(two.second, two.light, "lights");
  }

  @Test
  void whatIsSaidOfAFeedIsForThoseWhoMayChangeIt() {
    correcting.giveFeedTopic(two.second, two.breadFeed, "bakeries");
    correcting.prefer(two.second, two.breadFeed, true);
    assertThat(correcting.ofFeed(two.second, two.breadFeed).topic().topic()).isEqualTo("bakeries");
    assertThat(correcting.ofFeed(two.second, two.breadFeed).topic().preferred()).isTrue();
    assertRefused(Reason.NO_FEED, () -> correcting.giveFeedTopic(two.second, two.lightFeed, "sea"));
    assertRefused(Reason.NO_FEED, () -> correcting.ofFeed(two.second, two.lightFeed));
    long _ = two.follow(two.second, "https://light.example/feed");
    assertRefused(Reason.SHARED, () -> correcting.giveFeedTopic(two.second, two.lightFeed, "sea"));
    assertRefused(Reason.SHARED, () -> correcting.prefer(two.second, two.lightFeed, true));
    correcting.giveFeedTopic(two.first, two.lightFeed, "sea");
    correcting.giveFeedTopic(two.first, two.lightFeed, null);
    assertThat(correcting.ofFeed(two.first, two.lightFeed).topic().topic()).isNull();
  }

  @Test
  void aTopicHasANameOfAtMostSixtyCharacters() {
    correcting.giveTopic(two.first, two.light, "x".repeat(60));
    correcting.giveFeedTopic(two.first, two.lightFeed, "x".repeat(60));
    for (String name : new String[] {"", " ", "x".repeat(61), "two\nlines"}) {
      assertWrong("topic", () -> correcting.giveTopic(two.first, two.light, name));
      assertWrong("topic", () -> correcting.giveFeedTopic(two.first, two.lightFeed, name));
    }
  }

  @Test
  void onlyTheAdministratorSaysWhatCountsAsTheSame() throws InterruptedException {
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> correcting.fold(two.second, 50, true));
    assertThat(correcting.folds()).isEqualTo(Understanding.Folds.USUAL);
    correcting.fold(two.first, 55, true);
    assertThat(correcting.folds().percent()).isEqualTo(55);
    assertWrong("percent", () -> correcting.fold(two.first, 0, true));
    assertWrong("percent", () -> correcting.preview(two.second, 101, true));
    assertThat(correcting.preview(two.second, 50, true).entries()).isLessThanOrEqualTo(1);
  }

  @Test
  void whereNothingIsUnderstoodNothingIsCorrected() {
    Correcting off = two.plain.correcting();
    assertThat(off.isOn()).isFalse();
    assertRefused(Reason.UNDERSTANDING_OFF, off::folds);
    assertRefused(Reason.UNDERSTANDING_OFF, () -> off.giveTopic(two.first, two.light, "sea"));
    assertRefused(Reason.UNDERSTANDING_OFF, () -> off.prefer(two.first, two.lightFeed, true));
  }
}
