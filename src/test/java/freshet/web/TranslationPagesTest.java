package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.translate.Translator;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TranslationPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String SPANISH = "El puerto estará cerrado mañana por la tormenta";

  /// Knows a few sentences, and would like to write more than text.
  private static final class Phrasebook implements Translator {
    @Override
    public String id() {
      return "book";
    }

    @Override
    public String name() {
      return "Phrasebook (book.example)";
    }

    @Override
    public boolean isElsewhere() {
      return true;
    }

    @Override
    public int atOnce() {
      return 25;
    }

    @Override
    public Outcome translate(List<String> texts, String from, String to) {
      if (!from.equals("es")) return new Outcome.NoPair();
      return new Outcome.Translated(
          texts.stream().map(t -> "<script>x</script>" + to + "(" + t.length() + ")").toList());
    }
  }

  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() throws IOException {
    site = Site.translating(folder, () -> NOW, new Phrasebook());
    feed = site.samples.feed("https://harbour.example/rss", "News");
  }

  @AfterEach
  void close() {
    site.close();
  }

  private long store() {
    String text = "<p>El <a href=\"https://x.example/\">puerto</a> cierra.</p>";
    site.samples.poll(feed, "Puerto", NOW, Text.of(SPANISH, "x", NOW).html(text).in("es"));
    return site.store.translationTasks().lastEntry();
  }

  @Test
  void nothingIsTranslatedUntilSomebodySaysWhatTheyRead() throws IOException {
    String page = site.get("/settings/translation").text();
    assertThat(page)
        .contains("Phrasebook (book.example)")
        .contains("Characters used today: 0 of 100,000.")
        .contains("Texts are sent there.");
    store();
    assertThat(site.get("/").text()).contains(SPANISH).doesNotContain("class=\"foreign\"");
  }

  @Test
  void titlesAndTextsAreShownTranslatedAndTheOriginalIsAClickAway() throws IOException {
    assertThat(
            site.post(
                    "/settings/translation",
                    "/settings/translation",
                    Map.of("into", "en", "reads", "de"))
                .status())
        .isEqualTo(303);
    assertThat(site.get("/settings/translation").text())
        .contains("value=\"en\" selected")
        .contains("value=\"de\" checked");
    long id = store();
    site.get("/");
    await().atMost(SOON).until(() -> site.get("/").text().contains("en(" + SPANISH.length() + ")"));
    String river = site.get("/").text();
    assertThat(river)
        .contains("&lt;script&gt;x&lt;/script&gt;en(")
        .doesNotContain("<script>x")
        .contains("dir=\"ltr\" lang=\"en\"")
        .contains("href=\"/entry/" + id + "?original=1\"")
        .contains("Translated from Spanish by Phrasebook (book.example).");
    String entry = site.get("/entry/" + id).text();
    assertThat(entry)
        .contains("Translated from Spanish by Phrasebook (book.example).")
        .doesNotContain("<script>x")
        .contains("https://x.example/");
    String original = site.get("/entry/" + id + "?original=1").text();
    assertThat(original).contains(SPANISH).contains("Show the translation");
    forget(id);
  }

  private void forget(long id) throws IOException {
    String page = "/settings/translation";
    assertThat(site.get(page).text()).contains("Forget translations");
    Map<String, String> later = Map.of("translator", "book", "since", "2027-01-01T00:00");
    assertThat(site.post(page, page + "/forget", later).text())
        .contains("Texts that would be forgotten: 0, in 0 entries.")
        .doesNotContain("name=\"sure\"");
    assertThat(
            site.post(page, page + "/forget", Map.of("translator", "book", "since", "x")).status())
        .isEqualTo(422);
    Map<String, String> all = Map.of("translator", "book", "since", "2026-11-15T00:00");
    assertThat(site.post(page, page + "/forget", all).text())
        .containsPattern("Texts that would be forgotten: [1-9], in 1 entries.")
        .contains("name=\"sure\"");
    assertThat(site.store.translations().givers()).containsKey("book");
    Map<String, String> sure =
        Map.of("translator", "book", "since", "2026-11-15T00:00", "sure", "1");
    assertThat(site.post(page, page + "/forget", sure).status()).isEqualTo(303);
    assertThat(site.get(page + "?forgotten=3").text()).contains("Texts forgotten: 3.");
    await()
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(site.store.translations().ofEntries(List.of(id)))
                .as("translated again")
                .allMatch(t -> t.title() != null));
  }
}
