package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal.Reason;
import freshet.model.SavedSearch;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Searching searching;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    searching = two.library.searching();
  }

  @AfterEach
  void close() {
    two.close();
  }

  @Test
  void everybodyFindsWhatTheyFollow() {
    two.indexed();
    var all = TwoAccounts.everything();
    assertThat(searching.find(two.first, all).groups().getFirst().stories())
        .extracting(s -> s.entry().id())
        .containsExactly(two.light);
    assertThat(searching.find(two.second, all).groups().getFirst().stories())
        .extracting(s -> s.entry().id())
        .containsExactly(two.bread);
  }

  @Test
  void aSearchIsKeptForItsOwnerAlone() {
    SavedSearch kept = searching.save(two.first, " Lights ", " lighthouse ");
    assertThat(kept.name()).isEqualTo("Lights");
    assertThat(kept.query()).isEqualTo("lighthouse");
    assertThat(kept.feed("atom")).isEqualTo("/out/" + kept.secret() + ".atom");
    assertThat(searching.saved(two.second)).isEmpty();
    assertRefused(Reason.NO_SEARCH, () -> searching.saved(two.second, kept.id()));
    assertRefused(Reason.NO_SEARCH, () -> searching.remove(two.second, kept.id()));
    assertThat(searching.saved(two.first, kept.id())).isEqualTo(kept);
    searching.remove(two.first, kept.id());
    assertThat(searching.saved(two.first)).isEmpty();
  }

  @Test
  void queriesAndNamesHaveALimit() {
    var _ = searching.save(two.first, "n".repeat(200), "q".repeat(1000));
    assertWrong("name", () -> searching.save(two.first, "n".repeat(201), "q"));
    assertWrong("name", () -> searching.save(two.first, " ", "q"));
    assertWrong("query", () -> searching.save(two.first, "n", "q".repeat(1001)));
    assertWrong("query", () -> searching.save(two.first, "n", " "));
  }

  @Test
  void onlyTheAdministratorHasTheIndexBuiltAgain() {
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> searching.rebuild(two.second));
    searching.rebuild(two.first);
    two.indexed();
  }

  @Test
  void withoutASearchThereIsNothingToFindOrBuild() {
    Searching off = two.plain.searching();
    assertThat(off.isOn()).isFalse();
    assertRefused(Reason.SEARCH_OFF, () -> off.find(two.first, TwoAccounts.everything()));
    assertRefused(Reason.SEARCH_OFF, off::building);
    assertRefused(Reason.SEARCH_OFF, () -> off.rebuild(two.first));
  }
}
