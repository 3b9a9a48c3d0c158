package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.SearchOrder;
import freshet.search.Results.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Words that are written in several ways: pairs of a query and a text, all in one index
/// (src/test/resources/search/names.tsv).
@TestInstance(Lifecycle.PER_CLASS)
abstract class NamesAndNumbersContract {
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

  private Index index;

  /// An empty index.
  abstract Index opened();

  /// @param suggested the word that is suggested instead; empty if none is to be
  record Pair(int number, char sign, String query, String language, String text, String suggested) {
    @Override
    public String toString() {
      return sign + " " + query + " | " + text;
    }
  }

  @BeforeAll
  void fill() throws IOException {
    index = opened();
    index.add(
        pairs()
            .map(p ->
                new IndexEntry(
                    p.number,
                    1,
                    "",
                    p.text,
                    List.of(),
                    p.language,
                    NOW.minusSeconds(p.number),
                    0,
                    0))
            .toList());
    index.refresh();
  }

  @AfterAll
  void close() {
    index.close();
  }

  static Stream<Pair> pairs() throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/search/names.tsv"))) {
      if (line.startsWith("#") || line.isBlank()) continue;
      String[] part = line.split("\t");
      String suggested = part.length > 4 ? part[4] : "";
      pairs.add(
          new Pair(pairs.size() + 1, part[0].charAt(0), part[1], part[2], part[3], suggested));
    }
    return pairs.stream();
  }

  @Test
  void thereAreManyPairs() throws IOException {
    assertThat(pairs().count()).isGreaterThan(200);
    assertThat(pairs().filter(p -> p.sign == '-').count()).isGreaterThan(40);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void findsWhatIsMeant(Pair pair) {
    SearchQuery query = SearchQuery.read(pair.query, NOW, ZoneOffset.UTC);
    // By time everything that is asked for must be there.
    Results results =
        index.search(
            query, NOBODY, new SearchOptions(NOW, ZoneOffset.UTC, SearchOrder.NEWEST, 1000, false));
    List<Long> found = results.hits().stream().map(Hit::id).toList();
    if (pair.sign == '+') assertThat(found).contains((long) pair.number);
    else assertThat(found).doesNotContain((long) pair.number);
    if (pair.sign == '?') assertThat(results.suggestion()).isEqualTo(pair.suggested);
  }

  /// What was found is marked in the text, wherever it is not a part of a longer word.
  @ParameterizedTest
  @MethodSource("pairs")
  void marksWhatWasFound(Pair pair) {
    if (pair.sign != '+' || Spelling.COMPOUNDING.contains(pair.language)) return;
    SearchQuery query = SearchQuery.read(pair.query, NOW, ZoneOffset.UTC);
    assertThat(new Marker(query).whole(pair.text, pair.language)).anyMatch(p -> p.marked());
  }
}
