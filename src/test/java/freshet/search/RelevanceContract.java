package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.search.Results.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Judged queries over a small collection in ten languages (src/test/resources/search).
abstract class RelevanceContract {
  private static final Path FILES = Path.of("src/test/resources/search");
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Names NOBODY =
      new Names() {
        @Override
        public List<Long> crawls(String text) {
          return List.of();
        }

        @Override
        public List<Long> feeds(String text) {
          return List.of();
        }

        @Override
        public List<Long> topics(String text) {
          return List.of();
        }
      };

  /// An empty index.
  abstract Index opened();

  @Test
  void judgedQueriesFindWhatIsRightFirst() throws IOException {
    List<String> names = new ArrayList<>();
    List<IndexEntry> entries = new ArrayList<>();
    for (String[] line : lines("collection.txt")) {
      names.add(line[0]);
      entries.add(new IndexEntry(names.size(), 1, line[2], line[3], List.of(), line[1], NOW, 0, 0));
    }
    try (Index index = opened()) {
      index.add(entries);
      Map<String, String> wrong = new LinkedHashMap<>();
      double reciprocal = 0;
      double recall = 0;
      double precision = 0;
      List<String[]> judged = lines("judged.txt");
      for (String[] line : judged) {
        List<String> right = List.of(line[1].split(" "));
        index.refresh();
        List<String> found =
            index
                .search(
                    SearchQuery.read(line[0], NOW, ZoneOffset.UTC),
                    NOBODY,
                    new SearchOptions(
                        NOW, ZoneOffset.UTC, freshet.model.SearchOrder.BEST, 20, false))
                .hits()
                .stream()
                .map(Hit::id)
                .map(id -> names.get((int) (id - 1)))
                .toList();
        int first = 0;
        while (first < found.size() && !right.contains(found.get(first))) first++;
        reciprocal += first < found.size() ? 1.0 / (first + 1) : 0;
        long hit = found.stream().filter(right::contains).count();
        recall += (double) hit / right.size();
        precision += found.isEmpty() ? 0 : (double) hit / found.size();
        if (hit < right.size() || found.size() > hit) wrong.put(line[0], right + " but " + found);
      }
      int n = judged.size();
      assertThat(reciprocal / n).as("first right one; wrong: %s", wrong).isGreaterThan(0.98);
      assertThat(recall / n).as("recall; wrong: %s", wrong).isGreaterThan(0.97);
      assertThat(precision / n).as("precision; wrong: %s", wrong).isGreaterThan(0.95);
    }
  }

  private static List<String[]> lines(String file) throws IOException {
    return Files.readAllLines(FILES.resolve(file)).stream()
        .filter(l -> !l.isBlank() && !l.startsWith("#"))
        .map(l -> l.split(" \\| "))
        .toList();
  }
}
