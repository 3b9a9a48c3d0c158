package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Every feed of src/test/resources/feeds reads as the JSON beside it says.
final class FixturesTest {
  static final Path FEEDS = Path.of("src/test/resources/feeds");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);

  static Stream<String> feeds() throws IOException {
    try (Stream<Path> files = Files.list(FEEDS)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> !f.endsWith(".json") && !f.endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("feeds")
  void aFeedReadsAsTheJsonBesideItSays(String name) throws IOException {
    byte[] body = Files.readAllBytes(FEEDS.resolve(name));
    byte[] line =
        FeedJson.line(name, parser.parse(body, null, URI.create(""), HtmlHandling.SANITISED));
    byte[] expected = Files.readAllBytes(FEEDS.resolve(name + ".json"));
    assertThat(JSON.readTree(line).toPrettyString())
        .isEqualTo(JSON.readTree(expected).toPrettyString());
  }
}
