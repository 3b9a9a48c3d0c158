package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import freshet.demo.DemoEntry;
import freshet.demo.DemoSite;
import freshet.demo.DemoWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The demo web knows which of its entries are copies, and what they are about: the running program
/// must find it out.
final class StoriesIT {
  /// Whose feeds hold whole texts: an agency in each of two languages and papers that print it, and
  /// papers that write everything themselves.
  private static final Set<String> SITES =
      Set.of("northline", "millbrook", "meridian", "laine", "rannamaa", "talheim", "akcadere");

  @TempDir static Path folder;
  private static DemoWeb web;
  private static Program program;

  @BeforeAll
  static void readTheDemoWeb() throws IOException {
    web = DemoWeb.start(3, InstantSource.system(), 240);
    program =
        Program.start(
            folder,
            "serve",
            "--port=0",
            "--set=fetch.allow-private=true",
            "--set=fetch.gap=0s",
            "--set=interval.min=2s",
            "--set=interval.max=8s",
            "--set=budget=600/1m");
    for (DemoSite site : web.sites()) {
      if (!SITES.contains(site.id())) continue;
      for (var feed : site.feeds()) {
        program.post("api/v1/feeds", "{\"address\":\"" + feed.url() + "\"}");
      }
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> stories().size() > 150);
  }

  @AfterAll
  static void stop() {
    program.stop();
    web.close();
    assertThat(program.err()).isEmpty();
  }

  private static List<JsonNode> stories() {
    List<JsonNode> all = new ArrayList<>();
    String before = "";
    while (true) {
      JsonNode page = program.get("api/v1/stories?limit=500" + before);
      page.get("stories").forEach(all::add);
      if (!page.has("next")) return all;
      before = "&before=" + page.get("next").stringValue();
    }
  }

  @Test
  void copiesAreOneStoryAndNothingElseIs() {
    Map<String, DemoEntry> truth = new HashMap<>();
    Instant now = Instant.now();
    for (DemoEntry e : web.truth(now.minus(Duration.ofHours(3)), now)) {
      truth.put(e.url().toString(), e);
    }
    Map<Long, String> links = new HashMap<>();
    for (JsonNode e : program.get("api/v1/entries?limit=500").get("entries")) {
      links.put(e.get("id").longValue(), e.get("link").stringValue());
    }
    Map<Long, Long> storyOf = new HashMap<>();
    int rightTopics = 0;
    int topics = 0;
    for (JsonNode story : stories()) {
      long lead = story.get("entry").get("id").longValue();
      storyOf.put(lead, lead);
      story.get("alsoIn").forEach(c -> storyOf.put(c.get("id").longValue(), lead));
      DemoEntry told = truth.get(story.get("entry").get("link").stringValue());
      if (told == null) continue;
      topics++;
      if (told.topic().equals(story.get("topic").stringValue())) rightTopics++;
    }
    int both = 0;
    int found = 0;
    int meant = 0;
    List<Long> ids = List.copyOf(links.keySet());
    for (int i = 0; i < ids.size(); i++) {
      for (int j = 0; j < i; j++) {
        DemoEntry a = truth.get(links.get(ids.get(i)));
        DemoEntry b = truth.get(links.get(ids.get(j)));
        Long storyA = storyOf.get(ids.get(i));
        if (a == null || b == null || storyA == null || !storyOf.containsKey(ids.get(j))) continue;
        boolean same = storyA.equals(storyOf.get(ids.get(j)));
        boolean true_ = a.story().equals(b.story());
        if (same) found++;
        if (true_) meant++;
        if (same && true_) both++;
      }
    }
    assertThat(meant).as("pairs of copies among the newest entries").isGreaterThan(20);
    // Three in a thousand copies of the demo have other first words and are edited so much that
    // they stand by themselves (docs/decisions/0236). Among the newest of this hour there may be
    // one such text, and it is part of as many pairs as its story has other copies.
    assertThat((double) both / meant).as("recall").isGreaterThanOrEqualTo(0.8);
    assertThat((double) both / found).as("precision").isGreaterThanOrEqualTo(0.95);
    assertThat((double) rightTopics / topics).as("topics").isGreaterThanOrEqualTo(0.85);
  }

  @Test
  void theReaderSeesAStoryOnceAndSetsWhatThatMeans() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(program.address());
      page.locator(".also summary").first().click();
      PlaywrightAssertions.assertThat(page.locator(".also[open] li").first()).isVisible();
      assertThat(page.locator(".also summary").first().innerText()).startsWith("also in ");
      browser.screenshot("stories-river-wide");
      page.locator(".also[open] li a").first().click();
      page.waitForURL("**/entry/*");

      browser.open(program.address() + "entry/" + withACopyThatDiffers(browser));
      page.locator(".version-same a").first().click();
      page.waitForURL("**/with/**");
      assertThat(page.locator(".side").count()).isEqualTo(2);
      browser.screenshot("stories-compare-wide");

      browser.open(program.address() + "settings");
      long before = folded();
      assertThat(before).isPositive();
      String sum = page.locator(".preview-sum").innerText();
      page.locator("#percent").fill("100");
      PlaywrightAssertions.assertThat(page.locator("#preview-title")).hasText("At 100 %");
      assertThat(page.locator(".preview-sum").innerText()).isNotEqualTo(sum);
      browser.screenshot("stories-settings-wide");
      page.getByText("Save and regroup").click();
      PlaywrightAssertions.assertThat(page.locator(".done")).isVisible();
      assertThat(folded()).isLessThan(before);
      page.locator("#percent").fill("40");
      page.getByText("Save and regroup").click();
      PlaywrightAssertions.assertThat(page.locator("output")).hasText("40 %");
      assertThat(folded()).isGreaterThanOrEqualTo(before);
    }
  }

  /// Papers print some texts as they came, and then there is nothing to compare.
  private static long withACopyThatDiffers(Browser browser) {
    for (JsonNode story : stories()) {
      if (story.get("alsoIn").isEmpty()) continue;
      long id = story.get("entry").get("id").longValue();
      Page page = browser.open(program.address() + "entry/" + id);
      if (page.locator(".version-same a").count() > 0) return id;
    }
    throw new AssertionError("no story has a copy that differs");
  }

  private static long folded() {
    return stories().stream().mapToLong(s -> s.get("entries").intValue() - 1).sum();
  }

  @Test
  void aPersonCorrectsATopic() {
    try (Browser browser = Browser.phone()) {
      JsonNode story = stories().getFirst();
      Page page = browser.open(program.address() + "entry/" + story.get("entry").get("id"));
      page.locator(".topic-pick summary").tap();
      page.locator("#new-topic").fill("Odd things");
      page.locator(".topic-new button").tap();
      PlaywrightAssertions.assertThat(page.locator(".topic-pick summary"))
          .containsText("Odd things");
      browser.screenshotWhole("stories-entry-phone");
      browser.open(program.address() + "?topic=odd+things");
      assertThat(page.locator(".entry").count()).isPositive();
      browser.open(program.address());
      page.locator(".by button[value=topic]").tap();
      PlaywrightAssertions.assertThat(page.locator(".topic-heading").first()).isVisible();
      browser.screenshot("stories-topics-phone");
    }
  }
}
