package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.demo.DemoEntry;
import freshet.demo.DemoSite;
import freshet.demo.DemoWeb;
import freshet.demo.OriginLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A site of the demo gives teasers whose pages have the whole text. A word that stands on a page
/// only is found by the search; killed in the middle, the program goes on and asks for nothing
/// again.
final class ArticlesIT {
  private static final Duration SOON = Duration.ofSeconds(90);

  @TempDir Path folder;

  @Test
  void aWordThatStandsOnAPageOnlyIsFoundAlsoAfterAKillInTheMiddle() throws IOException {
    try (DemoWeb web = DemoWeb.start(7, InstantSource.system(), 60)) {
      DemoSite paper =
          web.sites().stream().filter(s -> s.id().equals("harbour")).findFirst().orElseThrow();
      try (Program program = serve("60/1m")) {
        program.address();
        program.post("api/v1/feeds", "{\"address\":\"" + paper.feeds().getFirst().url() + "\"}");
        await().atMost(SOON).until(() -> there(program) >= 3);
        program.kill();
      }
      long before;
      try (Program program = serve("6000/1m")) {
        before = there(program);
        await().atMost(SOON).until(() -> there(program) == all(program).size());
        assertThat(before).isLessThan(there(program));
        JsonNode feed = program.get("api/v1/feeds").get("feeds").get(0);
        assertThat(feed.get("articlesLearned").stringValue()).isEqualTo("teasers");
        JsonNode entry = program.get("api/v1/entries/" + all(program).getFirst().get("id"));
        String teaser = entry.get("summary").stringValue();
        String html = entry.get("article").get("html").stringValue();
        assertThat(html).doesNotContain("lottery").hasSizeGreaterThan(teaser.length() * 2);
        String word = onlyOnPages(program, web, paper);
        await()
            .atMost(SOON)
            .until(() -> program.get("api/v1/search?q=" + word).get("total").asLong() > 0);
        program.stop();
      }
      assertThat(twice(web.requests(), paper))
          .as("only what was under way at the kill may be asked again")
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  private Program serve(String budget) {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=budget=" + budget,
        "--set=articles.share=100",
        "--set=fetch.gap=0s",
        "--set=fetch.allow-private=true");
  }

  private static List<JsonNode> all(Program program) {
    List<JsonNode> entries = new java.util.ArrayList<>();
    program.get("api/v1/entries?limit=500").get("entries").forEach(entries::add);
    return entries;
  }

  private static long there(Program program) {
    return all(program).stream()
        .filter(e ->
            program
                .get("api/v1/entries/" + e.get("id") + "/article")
                .get("state")
                .stringValue()
                .equals("there"))
        .count();
  }

  /// A word of an entry's page that no teaser or title has.
  private static String onlyOnPages(Program program, DemoWeb web, DemoSite paper) {
    Map<String, DemoEntry> byUrl = new HashMap<>();
    for (DemoEntry e : web.shown(paper, Instant.now(), 500)) byUrl.put(e.url().toString(), e);
    Set<String> known = new HashSet<>();
    for (JsonNode e : all(program)) {
      known.addAll(words(e.get("title").stringValue()));
      known.addAll(words(e.get("excerpt").stringValue()));
    }
    for (JsonNode e : all(program)) {
      DemoEntry demo = byUrl.get(e.get("link").stringValue());
      if (demo == null) continue;
      for (String word : words(demo.text())) {
        if (word.length() > 7 && !known.contains(word)) return word;
      }
    }
    throw new AssertionError("every word is in a teaser");
  }

  private static Set<String> words(String text) {
    return java.util.Arrays.stream(text.toLowerCase(java.util.Locale.ROOT).split("[^a-z]+"))
        .collect(Collectors.toSet());
  }

  private static List<String> twice(List<OriginLog.Request> requests, DemoSite paper) {
    Map<String, Long> counts =
        requests.stream()
            .filter(r -> r.site().equals(paper.id()) && r.path().matches("/.*\\d.*"))
            .filter(r -> !r.path().endsWith(".xml"))
            .collect(Collectors.groupingBy(OriginLog.Request::path, Collectors.counting()));
    return counts.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList();
  }
}
