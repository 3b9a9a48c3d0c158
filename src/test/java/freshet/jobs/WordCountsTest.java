package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.jobs.WordCounts.CountedWord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class WordCountsTest {
  private final WordCounts counts = new WordCounts();

  private void add(String line) {
    counts.add(JsonMapper.builder().build().readTree(line));
  }

  @Test
  void wordsAreCountedByTopicRootAndKind() {
    add(
        "{'topic':'sport','roots':['goal','win','goal'],'kinds':['noun','verb','noun']}"
            .replace('\'', '"'));
    add("{'topic':'sport','roots':['goal','win'],'kinds':['noun','noun']}".replace('\'', '"'));
    add("{'topic':'money','roots':['goal'],'kinds':['noun']}".replace('\'', '"'));
    assertThat(counts.mostFrequent(_ -> true, 10))
        .containsExactly(
            new CountedWord("sport", "goal", "noun", 3, 2),
            new CountedWord("money", "goal", "noun", 1, 1),
            new CountedWord("sport", "win", "noun", 1, 1),
            new CountedWord("sport", "win", "verb", 1, 1));
    assertThat(counts.mostFrequent(w -> "verb".equals(w.kind()), 10)).hasSize(1);
    assertThat(counts.mostFrequent(_ -> true, 1)).hasSize(1);
  }

  @Test
  void linesOfEarlierVersionsHaveNoKinds() {
    add("{\"topic\":\"\",\"roots\":[\"kitap\",\"kitap\"]}");
    add("{\"url\":\"https://valley.example/\",\"title\":\"A page of another robot\"}");
    assertThat(counts.mostFrequent(_ -> true, 10))
        .containsExactly(new CountedWord("", "kitap", null, 2, 1));
  }

  @Test
  void aCrawlWithoutEndIsCountedAsFarAsItGoes() {
    for (int page = 0; page < 60; page++) {
      StringBuilder roots = new StringBuilder("\"common\"");
      for (int i = 0; i < 1000; i++)
        roots.append(",\"w").append(page).append('x').append(i).append('"');
      add("{\"topic\":\"t\",\"roots\":[" + roots + "]}");
    }
    assertThat(counts.mostFrequent(_ -> true, 100_000)).hasSize(WordCounts.MOST);
    assertThat(counts.mostFrequent(_ -> true, 1))
        .containsExactly(new CountedWord("t", "common", null, 60, 60));
  }
}
