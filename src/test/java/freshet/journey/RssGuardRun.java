package freshet.journey;

import static freshet.journey.Desktop.until;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// RSS Guard from Debian's packages (4.0.4) on a virtual screen, driven by its keys; after each the
/// state of the server is compared. It sends what changed with the next fetch. It has an account of
/// Google Reader's kind, but no way to add a feed to one ("Selected account does not support adding
/// of new feeds."). Not part of `mvn verify`: `tools/clients` runs it.
final class RssGuardRun {
  /// The key by which it keeps passwords, in a file of its own.
  private static final long KEY = 1_234_567_890_123_456_789L;

  private static final String WINDOW = "RSS Guard";

  @TempDir Path folder;

  @Test
  void rssGuardFetchesReadsStarsAndMarksAsUnread() throws Exception {
    try (Desktop desktop = new Desktop(folder)) {
      Path data = folder.resolve("rssguard");
      Path config = Files.createDirectories(data.resolve("config"));
      Files.writeString(config.resolve("key.private"), String.valueOf(KEY));
      Files.writeString(
          config.resolve("config.ini"),
          """
          [main]
          first_run=false
          first_run_4.0.4=false

          [keyboard]
          m_actionUpdateAllItems=Ctrl+Alt+A
          m_actionSelectNextItem=Ctrl+Alt+F
          m_actionSelectNextUnreadMessage=Ctrl+Alt+J
          m_actionMarkSelectedMessagesAsUnread=Ctrl+Alt+U
          m_actionSwitchImportanceOfSelectedMessages=Ctrl+Alt+I
          """);
      // It makes its database; then an account is put there as its dialog would.
      Process first = start(desktop, data);
      Path database = data.resolve("database/database.db");
      until(() -> Files.exists(database) && desktop.isShown(WINDOW));
      first.destroy();
      first.waitFor();
      addAccount(desktop, database);
      start(desktop, data);
      until(() -> desktop.isShown(WINDOW) && count(database, "SELECT COUNT(*) FROM Feeds") > 3);
      assertThat(count(database, "SELECT COUNT(*) FROM Categories")).isPositive();

      fetch(desktop);
      assertThat(count(database, "SELECT COUNT(*) FROM Messages")).isGreaterThan(50);
      // The first feed that has unread articles, then its first one: that is read then.
      String read = "SELECT COUNT(*) FROM Messages WHERE is_read = 1";
      until(() -> {
        if (count(database, read) > 0) return true;
        assertThat(desktop.isDone("xdotool", "key", "ctrl+alt+f", "ctrl+alt+j")).isTrue();
        return false;
      });
      fetch(desktop);
      until(() -> !desktop.entries("unread=false").isEmpty());

      String important = "SELECT COUNT(*) FROM Messages WHERE is_important = 1";
      press(desktop, "i", () -> count(database, important) == 1);
      fetch(desktop);
      until(() -> desktop.entries("starred=true").size() == 1);
      long starred = desktop.entries("starred=true").getFirst();
      assertThat(desktop.entries("unread=false")).contains(starred);
      press(desktop, "u", () -> count(database, read + " AND is_important = 1") == 0);
      fetch(desktop);
      until(() -> desktop.entries("unread=true&starred=true").contains(starred));
      press(desktop, "i", () -> count(database, important) == 0);
      fetch(desktop);
      until(() -> desktop.entries("starred=true").isEmpty());
    }
  }

  private static Process start(Desktop desktop, Path data) throws IOException {
    return desktop.run("rssguard", "--data", data.toString());
  }

  /// Has it fetch, which also sends what was marked, and waits for the end: before that it does not
  /// listen to other keys, or forgets what they did.
  private static void fetch(Desktop desktop) throws IOException {
    long before = said(desktop, "Starting feed updates");
    press(desktop, "a", () -> said(desktop, "Starting feed updates") > before);
    until(() -> said(desktop, "Finished feed updates") == said(desktop, "Starting feed updates"));
  }

  private static long said(Desktop desktop, String words) throws IOException {
    return new String(Files.readAllBytes(desktop.log("rssguard")), UTF_8)
        .lines()
        .filter(l -> l.contains(words))
        .count();
  }

  private static void press(Desktop desktop, String letter, Desktop.State state) {
    desktop.press(WINDOW, "ctrl+alt+" + letter, state);
  }

  private static void addAccount(Desktop desktop, Path database) throws Exception {
    String custom =
        """
        {"service":1,"username":"me","password":"%s","url":"%s","batch_size":-1,
         "download_only_unread":false,"intelligent_synchronization":false}
        """
            .formatted(kept(desktop.token), desktop.base.replaceFirst("/$", ""));
    try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + database);
        PreparedStatement s =
            c.prepareStatement("INSERT INTO Accounts (type, custom_data) VALUES ('greader', ?)")) {
      s.setString(1, custom);
      s.executeUpdate();
    }
  }

  private static long count(Path database, String sql) throws IOException {
    try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + database);
        var rows = c.createStatement().executeQuery(sql)) {
      return rows.getLong(1);
    } catch (java.sql.SQLException e) {
      return 0; // it writes, or has no tables yet
    }
  }

  /// A password as it keeps one: each byte mixed with the key and the one before, after two bytes
  /// that say how and one by chance.
  private static String kept(String password) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(3);
    out.write(0);
    int last = 0;
    byte[] plain = ("x" + password).getBytes(UTF_8);
    for (int i = 0; i < plain.length; i++) {
      last = (plain[i] ^ (int) (KEY >> (8 * (i % 8))) ^ last) & 0xff;
      out.write(last);
    }
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }
}
