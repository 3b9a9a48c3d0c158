package freshet.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TopicNamesTest {

  @Test
  void theUsualNamesOfTopicsAreKnownInTheLanguagesOfFeeds() {
    assertThat(TopicNames.of("Wirtschaft")).hasValue("economy");
    assertThat(TopicNames.of(" SPOR ")).hasValue("sport");
    assertThat(TopicNames.of("Культура")).hasValue("culture");
    assertThat(TopicNames.of("スポーツ")).hasValue("sport");
    assertThat(TopicNames.of("News/Politics")).hasValue("politics");
    assertThat(TopicNames.of("Tervis & elu")).hasValue("health");
  }

  @Test
  void otherCategoriesAreNoTopics() {
    assertThat(TopicNames.of("Uncategorised")).isEmpty();
    assertThat(TopicNames.of("Featured")).isEmpty();
    assertThat(TopicNames.of("")).isEmpty();
    assertThat(TopicNames.of("x".repeat(5000))).isEmpty();
  }
}
