package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal.Reason;
import freshet.model.Article.State;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FetchingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Fetching fetching;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    fetching = two.library.fetching();
  }

  @AfterEach
  void close() {
    two.close();
  }

  @Test
  void whatIsSetForAFeedIsForThoseWhoMayChangeIt() {
    fetching.change(two.second, two.breadFeed, Mode.ALWAYS, new Recipe(" article ", "", null));
    var kept = fetching.ofFeed(two.second, two.breadFeed);
    assertThat(kept.mode()).isEqualTo(Mode.ALWAYS);
    assertThat(kept.recipe()).isEqualTo(new Recipe("article", null, null));
    fetching.change(two.second, two.breadFeed, Mode.NEVER, null);
    assertThat(fetching.ofFeed(two.second, two.breadFeed).recipe().take())
        .as("what is not given stays")
        .isEqualTo("article");
    assertThat(fetching.ofFeeds(List.of(two.breadFeed)).get(two.breadFeed))
        .isEqualTo(fetching.ofFeed(two.second, two.breadFeed));
    assertRefused(
        Reason.NO_FEED, () -> fetching.change(two.second, two.lightFeed, Mode.NEVER, null));
    assertRefused(Reason.NO_FEED, () -> fetching.ofFeed(two.second, two.lightFeed));
    long _ = two.follow(two.second, "https://light.example/feed");
    assertRefused(
        Reason.SHARED, () -> fetching.change(two.second, two.lightFeed, Mode.NEVER, null));
    fetching.change(two.first, two.lightFeed, Mode.NEVER, null);
  }

  @Test
  void aRecipeThatCannotBeUsedIsRefusedAndChangesNothing() {
    assertWrong(
        "articleDrop",
        () ->
            fetching.change(two.second, two.breadFeed, Mode.NEVER, new Recipe("p", "div[", null)));
    assertThat(fetching.ofFeed(two.second, two.breadFeed).mode()).isEqualTo(Mode.NEEDED);
    assertThat(fetching.ofFeed(two.second, two.breadFeed).recipe()).isEqualTo(Recipe.USUAL);
  }

  @Test
  void onlyWhoMaySeeAnEntryMayHaveItsPage() {
    assertThat(fetching.status(two.first, two.light).state()).isEqualTo(State.NONE);
    assertRefused(Reason.NO_ENTRY, () -> fetching.status(two.second, two.light));
    assertRefused(Reason.NO_ENTRY, () -> fetching.fetchNow(two.second, two.light));
    assertRefused(Reason.NO_PAGE, () -> fetching.fetchNow(two.first, two.light));
    assertRefused(
        Reason.NO_ENTRY,
        () -> fetching.preview(two.second, two.breadFeed, two.light, Recipe.USUAL));
    assertRefused(
        Reason.NO_ENTRY, () -> fetching.preview(two.first, two.breadFeed, two.light, Recipe.USUAL));
    assertRefused(
        Reason.NO_PAGE, () -> fetching.preview(two.first, two.lightFeed, two.light, Recipe.USUAL));
  }
}
