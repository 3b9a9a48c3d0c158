package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Rule;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulePagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    long feed = site.samples.feed("https://harbour.example/rss", "News");
    site.samples.poll(
        feed,
        "Harbour Courier",
        NOW,
        Text.of("The lighthouse is lit", "Volunteers.", NOW).in("en"),
        Text.of("Cats <script>alert(1)</script>", "Sleep.", NOW).in("en"));
    site.indexed();
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static Map<String, String> form(String query, String way, String target) {
    return Map.of(
        "name",
        "Lights & <b>more</b>",
        "query",
        query,
        "action",
        "alert",
        "way",
        way,
        "target",
        target,
        "enabled",
        "on");
  }

  @Test
  void aSearchThatIsNotUnderstoodIsSaidAndARuleThatIsStoredWithItDoesNothing() throws IOException {
    Site.Page wrong = site.post("/rules", "/rules", form("lang:klingon", "list", ""));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text())
        .contains("Not understood: 'klingon'. Dates are written like")
        .contains("value=\"lang:klingon\"");
    Rule stored =
        new Rule(
            0,
            "Old",
            "lang:klingon",
            Set.of(Rule.Action.HIDE),
            Rule.Way.LIST,
            null,
            null,
            Rule.Frequency.AT_ONCE,
            true,
            NOW,
            null);
    Rule _ = site.store.rules().add(1, stored);
    assertThat(site.get("/rules").text())
        .contains("This rule does nothing, because “klingon” in its search is not understood.");
    long feed = site.store.feeds().all().getFirst().id();
    String page = "/feed/" + feed + "/rules";
    Map<String, String> filter = Map.of("words", "topic:", "kind", "hide");
    Site.Page refused = site.post(page, "/feed/" + feed + "/filter", filter);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text()).contains("Not understood: 'topic:'.");
  }

  @Test
  void theSettingsLeadToTheRules() throws IOException {
    assertThat(site.get("/settings").text()).contains("href=\"/rules\"");
    assertThat(site.get("/rules").text()).contains("There are no rules yet.");
    assertThat(site.get("/rules", "Accept-Language", "de").text()).contains("noch keine Regeln");
  }

  @Test
  void aRuleIsTriedBeforeItIsSaved() throws IOException {
    var tried = site.post("/rules", "/rules/try", form("cats", "list", ""));
    assertThat(tried.status()).isEqualTo(200);
    assertThat(tried.text())
        .contains("Would have matched 1 of the last 2 entries.")
        .contains("value=\"cats\"")
        .doesNotContain("<script>alert");
    assertThat(site.store.rules().all(1)).isEmpty();
  }

  @Test
  void aRuleIsSavedChangedAndRemovedWithoutAScript() throws IOException {
    var saved =
        site.post("/rules", "/rules", form("lighthouse", "webhook", "https://hook.example/x"));
    assertThat(saved.header("Location")).isEqualTo("/rules?done=saved");
    String page = site.get("/rules?done=saved").text();
    Rule rule = site.store.rules().all(1).getFirst();
    assertThat(page)
        .contains("Rule saved.")
        .contains("Lights &amp; &lt;b&gt;more&lt;/b&gt;")
        .contains("https://hook.example/x")
        .contains(String.valueOf(rule.secret()));
    String edit = site.get("/rules?edit=" + rule.id()).text();
    assertThat(edit).contains("Change the rule").contains("value=\"lighthouse\"");
    assertThat(site.post("/rules", "/rules/" + rule.id() + "/remove", Map.of()).status())
        .isEqualTo(303);
    assertThat(site.store.rules().all(1)).isEmpty();
    assertThat(site.get("/rules?edit=" + rule.id()).status()).isEqualTo(404);
  }

  @Test
  void aWrongRuleComesBackWithWhatIsWrong() throws IOException {
    var wrong = site.post("/rules", "/rules", form("lighthouse", "webhook", "ftp://x"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("Not a valid address").contains("value=\"lighthouse\"");
    var mail = site.post("/rules", "/rules", form("lighthouse", "email", "me@b.example"));
    assertThat(mail.text()).contains("No mail server is set");
    assertThat(site.store.rules().all(1)).isEmpty();
  }

  @Test
  void nothingIsKeptWithoutTheTokenOfThePage() throws IOException {
    assertThat(site.postPlain("/rules", form("x", "list", "")).status()).isEqualTo(403);
    assertThat(site.store.rules().all(1)).isEmpty();
    assertThat(site.post("/rules", "/alerts/99/retry", Map.of()).status()).isEqualTo(404);
  }
}
