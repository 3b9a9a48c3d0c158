package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.store.Outgoing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What programs of others read: names and meanings stay.
final class StreamedEntryTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  private static Outgoing.Row row(String address, boolean secret, @Nullable String content) {
    Entry entry =
        new Entry(
            17,
            3,
            "A paper",
            "urn:17",
            "https://a.example/17",
            "A title",
            "An excerpt",
            List.of("A. Writer"),
            List.of("news"),
            "https://a.example/17.png",
            NOON,
            false,
            NOON.plusSeconds(5),
            null,
            null,
            "en",
            null);
    EntryBody body =
        new EntryBody(null, content, List.of(), List.of(), List.of(), null, null, null);
    return new Outgoing.Row(
        entry, body, address, "https://a.example/", secret, "sport", 9, true, 4, "The cup");
  }

  private static StreamedEntry sent(@Nullable String content) {
    return Objects.requireNonNull(StreamedEntry.of(row("https://a.example/feed", false, content)));
  }

  @Test
  void anEntryIsWrittenAsDescribed() {
    StreamedEntry entry = sent("<p>One &amp; <b>two</b></p>");
    assertThat(entry.key()).isEqualTo("story-9");
    assertThat(JSON.readTree(entry.json()))
        .isEqualTo(
            JSON.readTree(
                """
                {"schema":1,"id":17,"stored":"2026-11-15T12:00:05Z",
                 "published":"2026-11-15T12:00:00Z","title":"A title",
                 "link":"https://a.example/17","guid":"urn:17",
                 "feed":{"id":3,"title":"A paper","address":"https://a.example/feed",
                         "site":"https://a.example/"},
                 "language":"en","topic":"sport","story":{"id":9,"first":true},
                 "event":{"id":4,"title":"The cup"},"authors":["A. Writer"],
                 "categories":["news"],"image":"https://a.example/17.png","text":"One & two"}
                """));
  }

  @Test
  void withoutATextTheExcerptIsSent() {
    assertThat(sent(null).text()).isEqualTo("An excerpt");
  }

  @Test
  void whatIsBehindAPasswordIsNotForEverybody() {
    assertThat(StreamedEntry.of(row("https://a.example/feed", true, "x"))).isNull();
    assertThat(StreamedEntry.of(row("https://me:word@a.example/feed", false, "x"))).isNull();
  }
}
