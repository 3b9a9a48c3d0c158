package freshet.journey;

import static freshet.journey.Desktop.until;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Newsboat from Debian's packages (2.21), typed into: it reads, stars by a flag and marks as
/// unread, and the state of the server is compared each time. It cannot add feeds to a server. What
/// it does in `mvn verify`: [NewsboatIT]; this longer run is of `tools/clients`.
final class NewsboatRun {
  @TempDir Path folder;

  @Test
  void newsboatReadsStarsAndMarksAsUnread() throws Exception {
    try (Desktop desktop = new Desktop(folder)) {
      Path config =
          Files.writeString(
              folder.resolve("config"),
              """
              urls-source "feedhq"
              feedhq-url "%sapi/greader.php"
              feedhq-login "me"
              feedhq-password "%s"
              feedhq-show-special-feeds "no"
              feedhq-flag-star "s"
              auto-reload no
              """
                  .formatted(desktop.base, desktop.token));
      Files.createFile(folder.resolve("urls"));
      String newsboat =
          "newsboat -r -C %s -u %s -c %s"
              .formatted(config, folder.resolve("urls"), folder.resolve("cache.db"));
      ProcessBuilder builder = new ProcessBuilder("script", "-qec", newsboat, "/dev/null");
      builder.environment().put("TERM", "xterm");
      builder.environment().put("HOME", folder.toString());
      Process reading =
          builder
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("newsboat.txt").toFile())
              .start();
      try (OutputStream keys = reading.getOutputStream()) {
        // To the next feed with unread articles, into it, and into its first article, which is read
        // then; typed until it is heard.
        until(() -> type(keys, "\u000e\n") && !desktop.entries("unread=false").isEmpty());
        type(keys, "\u0005s\n"); // edit flags
        until(() -> desktop.entries("starred=true").size() == 1);
        long starred = desktop.entries("starred=true").getFirst();
        assertThat(desktop.entries("unread=false")).contains(starred);
        type(keys, "\u0005\u0015\n"); // an empty line of flags
        until(() -> desktop.entries("starred=true").isEmpty());
        type(keys, "q"); // back to the list of the feed's articles
        until(() -> type(keys, "N") && desktop.entries("unread=true").contains(starred));
        type(keys, "qqqq");
      } finally {
        if (!reading.waitFor(10, TimeUnit.SECONDS)) reading.destroy();
      }
    }
  }

  private static boolean type(OutputStream keys, String text) throws IOException {
    keys.write(text.getBytes(US_ASCII));
    keys.flush();
    return true;
  }
}
