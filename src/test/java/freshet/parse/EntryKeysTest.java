package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Neither duplicates nor losses, however a feed treats its ids.
final class EntryKeysTest {
  private static List<ParsedEntry> read(String items) {
    String feed =
        "<rss version=\"2.0\"><channel><title>t</title><link>https://s.example/</link>"
            + items
            + "</channel></rss>";
    ParseOutcome outcome =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(feed.getBytes(StandardCharsets.UTF_8), null, URI.create(""), HtmlHandling.RAW);
    return ((ParseOutcome.Parsed) outcome).feed().entries();
  }

  private static ParsedEntry one(String item) {
    return read(item).getFirst();
  }

  @Test
  void oneGuidForAllEntriesDoesNotFoldThem() {
    List<ParsedEntry> entries =
        read(
            "<item><title>A</title><link>https://s.example/a</link><guid>g</guid></item>"
                + "<item><title>B</title><link>https://s.example/b</link><guid>g</guid></item>"
                + "<item><title>C</title><guid>g</guid></item>");
    assertThat(entries.stream().map(ParsedEntry::key).distinct()).hasSize(3);
    assertThat(entries.stream().map(ParsedEntry::alias).distinct()).hasSize(3);
  }

  @Test
  void anEditedEntryKeepsItsKeyAndChangesItsHash() {
    ParsedEntry before =
        one("<item><guid>1</guid><title>A</title><description>x</description></item>");
    ParsedEntry after =
        one("<item><guid>1</guid><title>A!</title><description>x</description></item>");
    assertThat(after.key()).isEqualTo(before.key());
    assertThat(after.contentHash()).isNotEqualTo(before.contentHash());
  }

  @Test
  void guidsThatChangeAtEveryFetchLeaveTheAlias() {
    ParsedEntry before =
        one("<item><guid>r1</guid><title>A</title><link>https://s.example/a</link></item>");
    ParsedEntry after =
        one("<item><guid>r2</guid><title>A</title><link>https://s.example/a</link></item>");
    assertThat(after.key()).isNotEqualTo(before.key());
    assertThat(after.alias()).isEqualTo(before.alias());
  }

  @Test
  void withoutGuidsTheLinkNamesAnEntryThroughAnEditOfItsTitle() {
    ParsedEntry before = one("<item><title>A</title><link>https://s.example/a</link></item>");
    ParsedEntry after =
        one("<item><title>A, corrected</title><link>https://s.example/a</link></item>");
    assertThat(after.key()).isEqualTo(before.key());
  }

  @Test
  void linksThatAllGoToTheFrontPageDoNotNameEntries() {
    ParsedEntry monday = one("<item><title>A</title><link>https://s.example/</link></item>");
    ParsedEntry tuesday = one("<item><title>B</title><link>https://s.example/</link></item>");
    assertThat(tuesday.key()).isNotEqualTo(monday.key());
    assertThat(tuesday.alias()).isNotEqualTo(monday.alias());
  }

  @Test
  void aRecurringTitleOnTheFrontPageIsANewEntryOnAnotherDay() {
    String item =
        "<item><guid>%s</guid><title>Daily</title><link>https://s.example/</link><pubDate>%s</pubDate></item>";
    ParsedEntry first = one(item.formatted("1", "14 Nov 2026 10:00 GMT"));
    ParsedEntry second = one(item.formatted("2", "15 Nov 2026 10:00 GMT"));
    assertThat(second.key()).isNotEqualTo(first.key());
    assertThat(second.alias()).isNotEqualTo(first.alias());
  }

  @Test
  void aSiteThatMovesToHttpsOrAddsACampaignHasNoNewEntries() {
    ParsedEntry before = one("<item><guid>http://s.example/a?x=1</guid></item>");
    ParsedEntry after = one("<item><guid>https://s.example/a?utm_source=rss&amp;x=1</guid></item>");
    assertThat(after.key()).isEqualTo(before.key());
  }

  @Test
  void entriesWithNothingButTextAreToldApartByIt() {
    List<ParsedEntry> entries =
        read("<item><description>x</description></item><item><description>y</description></item>");
    assertThat(entries.get(0).key()).isNotEqualTo(entries.get(1).key());
  }
}
