package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.dictionary.Dictd;
import freshet.dictionary.Shelf;
import freshet.dictionary.Translator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much English queries find of texts in other languages, with a small dictionary that has odd
/// words before the right ones, lacks every ninth word and knows no forms. With real ones:
/// `bench/run dictionaries DATA`.
final class BilingualSearchTest {
  @TempDir Path folder;

  @Test
  void englishQueriesFindMostOfWhatQueriesInTheOwnLanguageFind() throws IOException {
    bindSmall();
    Translator translator = new Shelf(folder).now();
    try (LuceneIndex index = LuceneIndex.open(folder.resolve("index"))) {
      BilingualCollection collection = new BilingualCollection(index, 1);
      assertThat(collection.size()).isGreaterThanOrEqualTo(800);
      for (String language : BilingualCollection.LANGUAGES) {
        var measured = collection.measure(index, translator, language);
        assertThat(measured.own()).as("monolingual, %s", language).isGreaterThan(0.6);
        assertThat(measured.recall()).as("recall, %s", language).isGreaterThanOrEqualTo(0.7);
        assertThat(measured.precision()).as("precision, %s", language).isGreaterThan(0.9);
        var without = collection.measure(index, new Shelf(folder.resolve("none")).now(), language);
        assertThat(without.recall()).as("without, %s", language).isLessThan(0.3);
      }
    }
  }

  private void bindSmall() throws IOException {
    Map<String, Map<String, String>> all = new HashMap<>();
    int line = 0;
    for (String row : Files.readAllLines(Path.of("src/test/resources/search/bilingual.tsv"))) {
      if (row.startsWith("#") || line++ % 9 == 8) continue;
      String[] words = row.split("\t");
      for (int l = 0; l < BilingualCollection.LANGUAGES.size(); l++) {
        String name = "eng-" + new String[] {"deu", "tur", "hrv"}[l];
        String right = words[l + 1].split(",")[0];
        all.computeIfAbsent(name, _ -> new HashMap<>()).put(words[0], "1. qwertz\n2. " + right);
      }
    }
    Dictd.bind(folder, all);
  }
}
