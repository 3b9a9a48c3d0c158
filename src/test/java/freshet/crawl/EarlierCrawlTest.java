package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one crawl leaves for the next, whichever version wrote it down.
final class EarlierCrawlTest {
  private static final String OLD =
      """
      {"url":"https://valley.example/1","title":"Otters are back","language":"en","score":1.0,\
      "topic":"animals","roots":["otter","river"]}
      {"url":"https://valley.example/2","title":"An otter at the weir","language":"en","score":1.0}
      {"url":"https://valley.example/3","error":"The server answered 404"}
      """;

  private static final String WITH_KINDS =
      """
      {"url":"https://valley.example/4","title":"The otter returns","language":"en","score":1.0,\
      "topic":"animals","roots":["otter","return"],"kinds":["noun","verb"]}
      {"url":"https://valley.exa\
      """;

  @TempDir Path folder;

  @Test
  void pagesWithAndWithoutKindsAreTheBeginningOfAnother() throws IOException {
    Path pages = folder.resolve("pages.jsonl");
    Files.writeString(pages, OLD);
    EarlierCrawl old = EarlierCrawl.read(pages, 1);
    assertThat(old.words()).containsExactly("otter");
    assertThat(old.addresses())
        .containsExactly("https://valley.example/1", "https://valley.example/2");
    Files.writeString(pages, OLD + WITH_KINDS);
    EarlierCrawl both = EarlierCrawl.read(pages, 2);
    assertThat(both.words()).containsExactly("otter");
    assertThat(both.addresses()).hasSize(3);
  }
}
