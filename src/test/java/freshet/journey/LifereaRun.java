package freshet.journey;

import static freshet.journey.Desktop.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Liferea from Debian's packages on a virtual screen, driven by its keys; after each the state of
/// the server is compared. Not part of `mvn verify`: `tools/clients` runs it.
final class LifereaRun {
  @TempDir Path folder;

  @Test
  void lifereaFetchesReadsStarsAndMarksAsUnread() throws Exception {
    try (Desktop desktop = new Desktop(folder)) {
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
      desktop.run("dbus-run-session", "--", "liferea");
      until(() -> desktop.isDone("xdotool", "search", "--name", "Liferea"));
      // "Next unread": it marks an entry as read as soon as it has any.
      until(() -> desktop.key("ctrl+n") && !desktop.entries("unread=false").isEmpty());
      assertThat(desktop.key("ctrl+t")).isTrue();
      until(() -> desktop.entries("starred=true").size() == 1);
      long starred = desktop.entries("starred=true").getFirst();
      assertThat(desktop.entries("unread=false")).contains(starred);
      assertThat(desktop.key("ctrl+m")).isTrue();
      until(() -> desktop.entries("unread=true&starred=true").contains(starred));
      assertThat(desktop.key("ctrl+t")).isTrue();
      until(() -> desktop.entries("starred=true").isEmpty());
    }
  }
}
