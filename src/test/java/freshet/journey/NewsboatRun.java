package freshet.journey;

import static freshet.journey.Desktop.until;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Newsboat from Debian's packages (2.21), typed into: it reads, stars by a flag and marks as
/// unread, and the state of the server is compared each time. It cannot add feeds to a server. What
/// it does in `mvn verify`: [NewsboatIT]; this longer run is of `tools/clients`.
final class NewsboatRun {
  @TempDir Path folder;

  @Test
  void newsboatReadsStarsAndMarksAsUnreadByGoogleReadersApi() throws Exception {
    readAndMark(
        """
        urls-source "feedhq"
        feedhq-url "%sapi/greader.php"
        feedhq-login "me"
        feedhq-password "%s"
        feedhq-show-special-feeds "no"
        feedhq-flag-star "s"
        """);
  }

  @Test
  void newsboatReadsAndMarksAsUnreadByMinifluxesApi() throws Exception {
    readAndMark(
        """
        urls-source "miniflux"
        miniflux-url "%s"
        miniflux-login "me"
        miniflux-password "%s"
        """);
  }

  private void readAndMark(String account) throws Exception {
    try (Desktop desktop = new Desktop(folder)) {
      Path config =
          Files.writeString(
              folder.resolve("config"),
              account.formatted(desktop.base, desktop.token)
                  + """
                  auto-reload no
                  feedlist-title-format "FEEDS"
                  articlelist-title-format "articles"
                  itemview-title-format "TEXT"
                  """);
      Files.createFile(folder.resolve("urls"));
      String newsboat =
          "newsboat -C %s -u %s -c %s"
              .formatted(config, folder.resolve("urls"), folder.resolve("cache.db"));
      Path screen = folder.resolve("newsboat.txt");
      // It fetches everything first, so that it listens to keys and to nothing else afterwards.
      Process fetching =
          new ProcessBuilder((newsboat + " -x reload").split(" "))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("reload.txt").toFile())
              .start();
      until(() -> !fetching.isAlive());
      assertThat(fetching.exitValue()).isZero();
      ProcessBuilder builder = new ProcessBuilder("script", "-qec", newsboat, "/dev/null");
      builder.environment().put("TERM", "xterm");
      builder.environment().put("HOME", folder.toString());
      Process reading = builder.redirectErrorStream(true).redirectOutput(screen.toFile()).start();
      try (OutputStream keys = reading.getOutputStream()) {
        until(() -> shown(screen, "FEEDS") > 0);
        type(keys, "n\n"); // to the next feed with unread articles, and into it
        until(() -> shown(screen, "articles") > 0);
        type(keys, "\n"); // its first article
        until(() -> shown(screen, "TEXT") > 0);
        // That is read then, but 2.21 says so when the next key is pressed: a line down.
        until(() -> {
          type(keys, "j");
          return !desktop.entries("unread=false").isEmpty();
        });
        long read = desktop.entries("unread=false").getFirst();
        if (account.contains("flag-star")) {
          type(keys, "\u0005s\n"); // edit flags
          until(() -> desktop.entries("starred=true").equals(List.of(read)));
          type(keys, "\u0005\u0015\n"); // an empty line of flags
          until(() -> desktop.entries("starred=true").isEmpty());
        }
        long before = shown(screen, "articles");
        type(keys, "q"); // back to the list of the feed's articles
        until(() -> shown(screen, "articles") > before);
        type(keys, "N");
        until(() -> desktop.entries("unread=true").contains(read));
        type(keys, "qqqq");
      } finally {
        if (!reading.waitFor(10, TimeUnit.SECONDS)) reading.destroy();
      }
    }
  }

  private static void type(OutputStream keys, String text) throws IOException {
    keys.write(text.getBytes(US_ASCII));
    keys.flush();
  }

  /// How often a title has been written to the screen.
  private static long shown(Path screen, String title) throws IOException {
    String written = Files.readString(screen, ISO_8859_1);
    return written.split(Pattern.quote(title), -1).length - 1L;
  }
}
