package freshet.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

final class FeedJsonTest {
  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);

  private String line(String feed) {
    byte[] body = feed.getBytes(UTF_8);
    var outcome = parser.parse(body, null, URI.create(""), HtmlHandling.SANITISED);
    return new String(FeedJson.line("f", outcome), UTF_8);
  }

  @Test
  void aLineIsOneLineForReadersThatEndItAtAnySeparator() {
    String line = line("<rss><channel><title>a\u2028b\u2029c\u0085d</title></channel></rss>");
    // The third is read as Windows means it: an ellipsis.
    assertThat(line).contains("a\\u2028b\\u2029c…d");
    assertThat(line).doesNotContain("\u2028", "\u2029", "\u0085", "\n");
  }

  @Test
  void halfACharacterBecomesTheReplacementCharacter() {
    assertThat(line("<rss><channel><title>a&#55296;b</title></channel></rss>"))
        .contains("a\uFFFDb");
  }

  @Test
  void trueIsNoTextOfAJsonFeed() {
    String line =
        line(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Weir", "expired": true,
             "items": [{"id": 7, "title": true, "language": false, "content_text": "Gauge"}]}
            """);
    assertThat(line).contains("\"id\":\"7\"", "\"expired\":\"true\"", "\"content\":\"Gauge\"");
    assertThat(line).doesNotContain("\"title\":\"true\"", "\"language\"");
  }
}
