package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.Store;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class SearchCommandTest {
  @TempDir Path folder;

  private record Run(int status, String out, String err) {}

  private Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.commandLine(arguments)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Run(status, out.toString(), err.toString());
  }

  private static void fill(Store store) {
    Instant now = Instant.now();
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    long feed = store.feeds().add(url, "a.example", "The Paper", null, now).id();
    NewEntry lit =
        new NewEntry(Made.entry(1, "Lighthouse \u001b[31mlit", now, null, null), 0, "x", "en");
    NewEntry late = new NewEntry(Made.entry(2, "Ferry late", now, null, null), 0, "y", "en");
    store.polls().record(Made.poll(feed, url, now, List.of(lit, late)));
  }

  @Test
  void theFormOfTheContractIsKeptWithAndWithoutSomebodyElseOnTheFolder() {
    try (Store store = Store.open(folder, null)) {
      fill(store);
      // the folder is in use by this very store
      Run during = run("search", "--json", "--data", folder.toString(), "lighthouses");
      assertThat(during.err()).isEmpty();
      assertThat(during.status()).isZero();
      assertThat(during.out().lines()).hasSize(1);
    }
    Run after = run("search", "--json", "--data", folder.toString(), "ferry", "OR", "lighthouse");
    assertThat(after.out().lines()).hasSize(2);
    JsonNode first = JsonLines.MAPPER.readTree(after.out().lines().findFirst().orElseThrow());
    for (String field :
        List.of("entry", "title", "url", "feed", "language", "published", "score")) {
      assertThat(first.hasNonNull(field)).as(field).isTrue();
    }
    assertThat(first.get("feed").stringValue()).isEqualTo("The Paper");
    assertThat(first.has("topic")).isTrue();
  }

  @Test
  void forPeopleNothingSteersTheTerminalAndWhatIsWrongIsExplained() {
    try (Store store = Store.open(folder, null)) {
      fill(store);
    }
    Run plain = run("search", "--data", folder.toString(), "\"lighthouse");
    assertThat(plain.out()).doesNotContain("\u001b").contains("1 entry");
    assertThat(plain.err()).contains("A quotation mark is missing");
    assertThat(run("search", "--data", folder.toString(), "lihgthouse").err())
        .contains("Did you mean: lighthouse");
    assertThat(run("reindex", "--data", folder.toString()).out()).startsWith("Indexed 2 entries.");
  }

  @Test
  void wrongUseIsRefusedInASentence() {
    assertThat(run("search").status()).isEqualTo(2);
    Run nowhere = run("search", "--data", folder.resolve("none").toString(), "x");
    assertThat(nowhere.status()).isEqualTo(1);
    assertThat(nowhere.err()).contains("There is no Freshet in").doesNotContain("Exception");
    assertThat(run("search", "--limit", "0", "--data", folder.toString(), "x").status())
        .isEqualTo(1);
    assertThat(run("search", "--set", "search=false", "--data", folder.toString(), "x").err())
        .contains("switched off");
  }
}
