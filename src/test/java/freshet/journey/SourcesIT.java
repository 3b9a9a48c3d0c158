package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.source.SocialWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Pages, accounts and authors behind APIs, read by the real program within one shared budget.
final class SourcesIT {
  @TempDir Path folder;

  @Test
  void sourcesShareTheirBudgetAndASpentOneIsShownInWhy() throws Exception {
    // The server refuses more than it allows; the program is told less than that.
    try (SocialWeb web = new SocialWeb(InstantSource.system(), 40, Duration.ofSeconds(2))) {
      Instant now = Instant.now();
      for (int p = 0; p < 12; p++) {
        for (int i = 0; i < 5; i++) {
          web.post("page" + p, now.minusSeconds(900 - i * 60), "Page " + p + " writes post " + i);
        }
      }
      web.post("river", now.minusSeconds(50), "The account writes");
      web.post("writer.example", now.minusSeconds(40), "The author writes");
      Path settings = folder.resolve("freshet.properties");
      Files.writeString(
          settings,
          """
          source.graph = %1$s/v23.0
          source.graph.token = %2$s
          source.bluesky = %1$s
          quotas = graph=25/2s
          interval.min = 1s
          interval.max = 2s
          fetch.allow-private = true
          log = info
          """
              .formatted(web.base(), SocialWeb.TOKEN));
      try (Program program = Program.start(folder, "serve", "--port=0", "--data=data")) {
        for (int p = 0; p < 12; p++) {
          program.post("api/v1/feeds", "{\"address\":\"graph:page" + p + "\"}");
        }
        program.post("api/v1/feeds", "{\"address\":\"" + web.base() + "/@river\"}");
        String added = program.post("api/v1/feeds", "{\"address\":\"@writer.example\"}");
        assertThat(added).contains("\"quotaGroup\":\"bluesky\"");
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> program.get("api/v1/entries?limit=500").path("entries").size() >= 62);
        JsonNode page = program.get("api/v1/feeds/1");
        assertThat(page.path("title").asString()).isEqualTo("The page of page0");
        assertThat(page.path("quotaGroup").asString()).isEqualTo("graph");

        // Something new arrives by the schedule, within the budget.
        web.post("page3", Instant.now(), "A post that comes later");
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> program.get("api/v1/entries?limit=500").path("entries").size() >= 63);
        assertThat(web.refusals).isZero();

        // Somebody else with the same token spends what is left.
        web.spend();
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> why(program, 2).contains("the quota group graph rests"));
        for (int id = 1; id <= 12; id++) assertThat(why(program, id)).contains("rests");
        assertThat(why(program, 13)).doesNotContain("graph");
        program.stop();
        assertThat(program.err() + program.out()).doesNotContain(SocialWeb.TOKEN);
      }
      try (Program config = Program.start(folder, "config")) {
        assertThat(config.outAtEnd())
            .contains("source.graph.token = ***")
            .doesNotContain(SocialWeb.TOKEN);
      }
    }
  }

  private static String why(Program program, int feed) {
    return program.get("api/v1/feeds/" + feed + "/why").path("heldBy").asString("");
  }
}
