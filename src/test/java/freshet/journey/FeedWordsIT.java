package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The robot of feeds on the demo's feeds: nouns and verbs of their articles, under their topics,
/// on the page, by the API and as CSV; and the feeds are visited again by themselves.
final class FeedWordsIT {
  @TempDir Path folder;

  @Test
  void theNounsAndVerbsOfTheDemosFeedsAreKeptUnderTheirTopics() {
    try (Program demo = Program.start(folder, "demo", "--port=0", "--data=data")) {
      List<String> starts = new ArrayList<>();
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> {
            starts.clear();
            starts.addAll(starts(demo));
            return starts.size() == 3;
          });
      String plan = "{\"mode\":\"rss\",\"starts\":[" + String.join(",", starts) + "]}";
      assertThat(demo.post("api/v1/crawls", plan)).contains("\"id\":2");
      String place = "api/v1/crawls/2";
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> demo.get(place).get("state").asString("").equals("done"));
      for (String topic : List.of("english", "german", "french")) {
        for (String kind : List.of("noun", "verb")) {
          JsonNode words =
              demo.get(place + "/words?most=500&topic=" + topic + "&kind=" + kind).get("words");
          assertThat(words.size()).as(topic + " " + kind).isGreaterThan(10);
        }
      }
      JsonNode page = demo.get(place + "/pages?topic=english").get("pages").get(0);
      assertThat(page.get("kinds")).hasSameSizeAs(page.get("roots"));
      assertThat(demo.page("crawls/2")).contains("<th scope=\"row\">german</th>", "Nouns", "Verbs");
      assertThat(demo.page(place + "/words?format=csv&kind=noun"))
          .startsWith("topic,root,kind,times,pages\n")
          .contains("german,");
      assertThat(demo.get(place).has("nextVisit")).as("the feeds are due again").isTrue();
    }
  }

  /// A feed of each of three languages, under a topic.
  private static List<String> starts(Program demo) {
    Map<String, String> found = new HashMap<>();
    for (JsonNode feed : demo.get("api/v1/feeds?limit=500").get("feeds")) {
      String folder = feed.path("folder").asString("");
      String url = feed.path("address").asString("");
      if (List.of("English", "German", "French").contains(folder)) {
        found.putIfAbsent(
            folder, "\"" + folder.toLowerCase(java.util.Locale.ROOT) + "=" + url + "\"");
      }
    }
    return List.copyOf(found.values());
  }
}
