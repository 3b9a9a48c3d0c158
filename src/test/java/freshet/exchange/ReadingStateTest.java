package freshet.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.exchange.ReadingState.Kept;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/// What other programs say of entries, in the forms that they have.
final class ReadingStateTest {
  private static final String GOOGLE =
      """
      {"direction":"ltr","id":"user/-/state/com.google/starred","title":"Starred","items":[
       {"id":"tag:google.com,2005:reader/item/5d0cfa30041d4348","published":1371,"title":"One",
        "categories":["user/12/state/com.google/read","user/12/label/Later"],
        "alternate":[{"href":"https://a.example/1","type":"text/html"}],
        "origin":{"streamId":"feed/https://a.example/rss","title":"A","htmlUrl":"https://a.example"}}]}
      """;

  private static final String FRESHRSS =
      """
      {"id":"user/-/state/org.freshrss/feed/7","title":"List of A","author":"me","items":[
       {"id":"1700000000000001","guid":"https://a.example/?p=2","title":"Two","author":"x",
        "categories":["user/-/state/com.google/reading-list","user/-/state/com.google/starred",
         "user/-/state/com.google/read"],"canonical":[{"href":"https://a.example/2"}],
        "origin":{"streamId":"feed/7","feedUrl":"https://a.example/rss"}},
       {"id":"3","categories":["user/-/state/com.google/unread"],
        "canonical":[{"href":"https://a.example/3"}]}]}
      """;

  private static ReadingState read(String json) {
    assertThat(ReadingStateReader.isOne(json.getBytes(UTF_8))).isTrue();
    return ReadingStateReader.read(json.getBytes(UTF_8));
  }

  @Test
  void anArchiveThatUnpacksToFarMoreThanItIsTakesNoMemory() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("a.json"));
      zip.write(
          "{\"id\":\"x\",\"items\":[{\"guid\":\"https://a.example/1\",\"content\":["
              .getBytes(UTF_8));
      byte[] objects = "{},".repeat(100_000).getBytes(UTF_8);
      for (int i = 0; i < 100; i++) zip.write(objects);
      zip.write("{}]},{\"guid\":\"https://a.example/2\"}]}".getBytes(UTF_8));
    }
    long before = used();
    ReadingState state = ReadingStateReader.read(bytes.toByteArray());
    assertThat(state.entries()).hasSize(2);
    assertThat(used() - before).isLessThan(100_000_000);
  }

  private static long used() {
    return java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void whatAFileIsMayStandBehindItsEntries() {
    String turned =
        "{\"items\":[{\"guid\":\"https://a.example/1\"}],\"id\":\"user/1/state/com.google/starred\"}";
    assertThat(read(turned).entries().getFirst().starred()).isTrue();
  }

  @Test
  void googleReaderTakeoutAndInoreader() {
    assertThat(read(GOOGLE).entries())
        .containsExactly(new Kept("https://a.example/1", null, "One", true, true, Set.of("Later")));
  }

  @Test
  void freshRss() {
    assertThat(read(FRESHRSS).entries())
        .containsExactly(
            new Kept("https://a.example/2", "https://a.example/?p=2", "Two", true, true, Set.of()),
            new Kept("https://a.example/3", null, null, false, false, Set.of()));
  }

  /// Its file of starred entries has the labelled ones too (ExportService, type "ST"); as it wrote
  /// entries until 1.18 (articles.phtml).
  @Test
  void whatFreshRssOnlyLabelledIsNotStarred() {
    assertThat(
            read("""
            {
                "id": "user/me/state/org.freshrss/starred",
                "title": "List of favourite articles",
                "author": "me",
                "items": [
            {
                "id": "https://a.example/?p=7",
                "timestampUsec": "1600000000000007",
                "categories": ["politics", "user/-/state/com.google/read", "user/-/label/Later"],
                "title": "Seven", "author": "", "published": 1600000000, "updated": 1600000000,
                "alternate": [{"href": "https://a.example/7", "type": "text/html"}],
                "content": {"content": "<p>Text</p>"},
                "origin": {"streamId": 3, "title": "A", "htmlUrl": "https://a.example/",
                 "feedUrl": "https://a.example/rss"}
            },
            {
                "id": "https://a.example/?p=8",
                "categories": ["user/-/state/com.google/unread", "user/-/state/com.google/starred"],
                "title": "Eight", "alternate": [{"href": "https://a.example/8"}]
            }
            ]}
            """)
                .entries())
        .containsExactly(
            new Kept(
                "https://a.example/7",
                "https://a.example/?p=7",
                "Seven",
                true,
                false,
                Set.of("Later")),
            new Kept(
                "https://a.example/8", "https://a.example/?p=8", "Eight", false, true, Set.of()));
  }

  @Test
  void theArchiveOfFreshRss() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String[] file :
          new String[][] {
            {"feeds.opml.xml", "<opml/>"}, {"starred.json", GOOGLE}, {"f.json", FRESHRSS}
          }) {
        zip.putNextEntry(new ZipEntry(file[0]));
        zip.write(file[1].getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    assertThat(ReadingStateReader.isOne(bytes.toByteArray())).isTrue();
    assertThat(ReadingStateReader.read(bytes.toByteArray()).entries()).hasSize(3);
  }

  @Test
  void miniflux() {
    assertThat(
            read("""
            {"total":2,"entries":[
             {"id":888,"status":"read","starred":true,"title":"Four","url":"https://a.example/4",
              "published_at":"2026-01-01T00:00:00Z","feed":{"feed_url":"https://a.example/rss"}},
             {"id":889,"status":"unread","starred":false,"title":"Five","url":"https://a.example/5"}]}
            """)
                .entries())
        .containsExactly(
            new Kept("https://a.example/4", null, "Four", true, true, Set.of()),
            new Kept("https://a.example/5", null, "Five", false, false, Set.of()));
  }

  @Test
  void feedly() {
    assertThat(
            read("""
            [{"id":"x_1","originId":"https://a.example/?p=6","unread":false,"title":"Six",
              "alternate":[{"href":"https://a.example/6"}],
              "tags":[{"id":"user/u/tag/global.saved"},{"id":"user/u/tag/42","label":"Best"}]}]
            """)
                .entries())
        .containsExactly(
            new Kept(
                "https://a.example/6",
                "https://a.example/?p=6",
                "Six",
                true,
                true,
                Set.of("Best")));
  }

  @Test
  void whatIsNoneHasNoEntries() {
    for (String text : List.of("{", "[]", "{\"items\":5}", "{\"items\":[{}]}", "[1,\"x\",null]")) {
      assertThat(read(text).entries()).as(text).isEmpty();
    }
    for (String text : List.of("<opml>", "https://a.example/\n", "", "name,address")) {
      assertThat(ReadingStateReader.isOne(text.getBytes(UTF_8))).as(text).isFalse();
    }
  }
}
