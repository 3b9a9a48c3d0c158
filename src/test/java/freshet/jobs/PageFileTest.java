package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class PageFileTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("pages.jsonl");
  }

  private static ObjectNode page(String url) {
    return JSON.createObjectNode().put("url", url);
  }

  private List<String> urls() throws IOException {
    List<String> urls = new ArrayList<>();
    PageFile.read(file(), page -> urls.add(page.get("url").asString()));
    return urls;
  }

  @Test
  void halfALineThatAKillLeftTakesNoOtherAlong() throws IOException {
    try (PageFile pages = new PageFile(file())) {
      pages.write(page("a"));
    }
    Files.writeString(file(), "{\"url\":\"hal", StandardOpenOption.APPEND);
    try (PageFile pages = new PageFile(file())) {
      pages.write(page("b"));
    }
    assertThat(urls()).containsExactly("a", "b");
  }

  @Test
  void halfALineThatAFullDiskLeftIsCutAwayBeforeTheNext() throws IOException {
    try (PageFile pages = new PageFile(file())) {
      pages.write(page("a"));
      Files.writeString(file(), "{\"url\":\"hal", StandardOpenOption.APPEND);
      pages.write(page("b"));
    }
    assertThat(urls()).containsExactly("a", "b");
  }

  @Test
  void aPageThatIsVisitedAgainAfterAKillIsKeptOnce() throws IOException {
    try (PageFile pages = new PageFile(file())) {
      pages.write(page("a"));
      pages.write(page("b"));
    }
    try (PageFile pages = new PageFile(file())) {
      pages.leaveOut("b"::equals);
      pages.write(page("b"));
      pages.write(page("c"));
    }
    assertThat(urls()).containsExactly("a", "b", "c");
  }
}
