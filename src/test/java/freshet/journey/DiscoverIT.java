package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.WaitForSelectorState;
import freshet.demo.DemoSite;
import freshet.demo.DemoWeb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Feeds of sites found by the real program: on the command line, killed and resumed, over the API,
/// and on the page.
final class DiscoverIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path folder;

  @Test
  void theCommandFindsWhatTheSitesHaveAndGoesOnAfterAKill() throws Exception {
    try (DemoWeb web = DemoWeb.start(3, InstantSource.system(), 60)) {
      Set<String> real = new TreeSet<>();
      StringBuilder csv = new StringBuilder("name;web\n\"broken;x\n");
      for (DemoSite site : web.sites()) {
        csv.append("A site;").append(site.url()).append('\n');
        for (var feed : site.feeds()) real.add(settled(feed.url()));
      }
      csv.append("down;http://127.0.0.1:1/\n");
      Files.writeString(folder.resolve("sites.csv"), csv);
      String[] command = {
        "discover", "--json", "--csv=sites.csv", "--data=d", "--allow-private", "--max-pages=60"
      };
      String before;
      try (Program first = Program.start(folder, command)) {
        await().atMost(Duration.ofSeconds(60)).until(() -> first.out().lines().count() > 5);
        first.kill();
        before = first.err();
      }
      try (Program second = Program.start(folder, command)) {
        assertThat(second.exitStatus()).as(second.err()).isZero();
        assertThat(second.err()).contains("left out: Line 2");
        assertThat(before + second.err()).contains("127.0.0.1:1");
        List<String> lines = second.out().lines().toList();
        Set<String> found = new TreeSet<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
          JsonNode feed = JSON.readTree(line);
          assertThat(feed.get("how").stringValue())
              .isIn("alternate", "link", "guess", "sitemap", "directory");
          found.add(feed.get("feed").stringValue());
        }
        assertThat(found).containsAll(real);
        JsonNode summary = JSON.readTree(lines.getLast());
        assertThat(summary.get("sites").intValue()).isEqualTo(web.sites().size() + 1);
        assertThat(summary.get("failed").intValue()).isEqualTo(1);
        assertThat(summary.get("feeds").intValue()).isGreaterThanOrEqualTo(real.size());
      }
    }
  }

  /// Where an address leads in the end: a feed that has moved is found at its new place.
  private static String settled(Object address) throws Exception {
    try (HttpClient http =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address.toString())).build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).uri().toString();
    }
  }

  @Test
  void badInputIsASentence() {
    Program nothing = Program.start(folder, "discover", "--json", "mailto:x@y.example");
    assertThat(nothing.exitStatus()).isEqualTo(1);
    assertThat(nothing.err()).contains("no site to search").doesNotContain("Exception");
    Program file = Program.start(folder, "discover", "--csv=none.csv");
    assertThat(file.exitStatus()).isEqualTo(1);
    assertThat(file.err()).isEqualTo("The file none.csv cannot be used. There is no such file\n");
    Program hours = Program.start(folder, "discover", "--quiet-hours=x", "https://a.example/");
    assertThat(hours.exitStatus()).isEqualTo(1);
    assertThat(hours.err()).startsWith("--quiet-hours must be hours like 04-08");
  }

  @Test
  void aSearchIsStartedWatchedAndPickedFromOnThePage() throws Exception {
    try (DemoWeb web = DemoWeb.start(4, InstantSource.system(), 60);
        Program serve =
            Program.start(
                folder,
                "serve",
                "--data=d",
                "--port=0",
                "--set=fetch.allow-private=true",
                "--set=fetch.gap=0s");
        Browser browser = Browser.wide()) {
      DemoSite paper = web.site("harbour");
      Page page = browser.open(serve.address() + "discover");
      page.locator("#sites").fill(paper.url() + "\n" + web.site("minato").url());
      page.getByText("Find feeds").click();
      page.waitForURL("**/discover/1");
      Locator feed = page.locator("#found input[type=checkbox]").first();
      feed.waitFor(
          new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED).setTimeout(30_000));
      // Not by waitForFunction: the page's own policy forbids evaluating text.
      page.locator("main:not([data-search])")
          .waitFor(new Locator.WaitForOptions().setTimeout(60_000));
      browser.screenshot("journey-discover-wide");
      page.getByText("Follow selected").click();
      page.waitForURL("**/discover/1?added=*");
      PlaywrightAssertions.assertThat(page.locator(".done")).containsText("added");
      assertThat(serve.get("api/v1/feeds").get("feeds").size()).isPositive();

      // A site's address where a feed's is asked for
      page = browser.open(serve.address() + "feeds");
      page.locator("#address").fill(web.site("shelf").url().toString());
      page.locator(".add button").click();
      PlaywrightAssertions.assertThat(page.locator("h1"))
          .hasText(
              "Feeds of this site",
              new com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions()
                  .setTimeout(30_000));

      // The same over the API
      JsonNode all = serve.get("api/v1/discoveries");
      assertThat(all.get("discoveries").get(0).get("state").stringValue()).isEqualTo("done");
      String begun =
          serve.post("api/v1/discoveries", "{\"sites\":[\"" + paper.url() + "\"],\"quick\":true}");
      int id = JSON.readTree(begun).get("id").intValue();
      assertThat(serve.page("api/v1/discoveries/" + id + "/events"))
          .contains("event: progress", "event: end", "\"state\":\"done\"");
      assertThat(serve.get("api/v1/discoveries/" + id + "/feeds?smallest=true").get("feeds"))
          .isNotEmpty();
      assertThat(serve.post("api/v1/discoveries", "{\"sites\":[]}")).contains("no site to search");
      assertThat(serve.get("api/v1/statistics").get("discovery").get(0).get("inputs").intValue())
          .isEqualTo(3);
      assertThat(serve.page("api/v1/statistics?table=hour&format=csv")).startsWith("hour,posts\n");
    }
  }
}
