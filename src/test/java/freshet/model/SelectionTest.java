package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SelectionTest {
  @Test
  void aViewIsNamedByItsAddressAndFoundByIt() {
    for (Selection one :
        List.of(
            Selection.ALL,
            Selection.ofFeed(7),
            Selection.ALL.withFolder("a & b?=/ä"),
            Selection.ALL.withTopic("boats").withLanguage("de").withEvent(9L).withTag("later"),
            Selection.ALL.withStarred(Tristate.ONLY),
            Selection.ofFeed(7).withStarred(Tristate.ONLY))) {
      assertThat(Selection.ofView(one.view())).as(one.view()).contains(one);
    }
    assertThat(Selection.ofFeed(7).withTag("x y").view()).isEqualTo("/?feed=7&tag=x+y");
    assertThat(Selection.ALL.withStarred(Tristate.ONLY).view()).isEqualTo("/starred");
  }

  @Test
  void whatAReaderHasReadIsNoPartOfTheView() {
    assertThat(Selection.ALL.withUnread(Tristate.ONLY).view()).isEqualTo("/");
    assertThat(Selection.ALL.withUnread(Tristate.ONLY).isWhole()).isTrue();
    assertThat(Selection.ALL.withTag("x").isWhole()).isFalse();
  }

  @Test
  void otherAddressesShowNoEntries() {
    for (String bad : List.of("", "/feeds", "//evil.example/", "/?feed=x", "/?tag=%zz")) {
      assertThat(Selection.ofView(bad)).as(bad).isEmpty();
    }
  }

  @Test
  void blankParametersAreNoneAndWrongNumbersAreRefused() {
    assertThat(Selection.of(Map.of("feed", "", "folder", " ", "lang", "")::get))
        .isEqualTo(Selection.ALL);
    assertThatThrownBy(() -> Selection.of(Map.of("event", "x")::get))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
