package freshet.journey;

import static freshet.journey.Desktop.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Liferea from Debian's packages (1.14) on a virtual screen, driven by its keys; after each the
/// state of the server is compared. Feeds are added as a browser does it, by its command. Not part
/// of `mvn verify`: `tools/clients` runs it.
final class LifereaRun {
  private static final String WINDOW = "Liferea";

  @TempDir Path folder;

  @Test
  void lifereaFetchesReadsStarsMarksAsUnreadAndAdds() throws Exception {
    try (Publisher publisher = new Publisher(1, Duration.ofHours(1));
        Desktop desktop = new Desktop(folder)) {
      Path config = Files.createDirectories(folder.resolve(".config/liferea"));
      Files.writeString(
          config.resolve("feedlist.opml"),
          """
          <opml version="1.0"><head/><body>
          <outline title="Freshet" text="Freshet" type="source" id="freshet" updateInterval="-1"
            sourceType="fl_google_reader" xmlUrl="%sapi/greader.php" username="me" password="%s"/>
          </body></opml>
          """
              .formatted(desktop.base, desktop.token));
      desktop.run("liferea");
      // "Next unread": it marks an entry as read as soon as it has any.
      desktop.press(WINDOW, "ctrl+n", () -> !desktop.entries("unread=false").isEmpty());
      desktop.press(WINDOW, "ctrl+t", () -> desktop.entries("starred=true").size() == 1);
      long starred = desktop.entries("starred=true").getFirst();
      assertThat(desktop.entries("unread=false")).contains(starred);
      desktop.press(
          WINDOW, "ctrl+m", () -> desktop.entries("unread=true&starred=true").contains(starred));
      desktop.press(WINDOW, "ctrl+t", () -> desktop.entries("starred=true").isEmpty());

      // It goes where the chosen feed is, and that is one of the server's.
      String feed = publisher.feeds().getFirst();
      assertThat(desktop.ask("feeds?limit=500").toString()).doesNotContain(feed);
      assertThat(desktop.isDone("liferea", "--add-feed=" + feed)).isTrue();
      until(() -> desktop.ask("feeds?limit=500").toString().contains(feed));
    }
  }
}
