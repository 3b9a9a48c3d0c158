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
      until(() -> Files.exists(database) && shown(desktop));
      first.descendants().forEach(ProcessHandle::destroy);
      first.waitFor();
      addAccount(desktop, database);
      start(desktop, data);
      until(() -> shown(desktop) && count(database, "SELECT COUNT(*) FROM Feeds") > 3);
      assertThat(count(database, "SELECT COUNT(*) FROM Categories")).isPositive();

      until(() -> press(desktop, "a") && count(database, "SELECT COUNT(*) FROM Messages") > 50);
      // The first feed that has unread articles, then its first one: that is read then.
      until(() ->
          press(desktop, "f")
              && press(desktop, "j")
              && count(database, "SELECT COUNT(*) FROM Messages WHERE is_read = 1") > 0);
      until(() -> press(desktop, "a") && !desktop.entries("unread=false").isEmpty());

      // Pressed until it is heard: while it fetches, it does not listen.
      String important = "SELECT COUNT(*) FROM Messages WHERE is_important = 1";
      until(() -> count(database, important) == 1 || !press(desktop, "i"));
      until(() -> press(desktop, "a") && desktop.entries("starred=true").size() == 1);
      long starred = desktop.entries("starred=true").getFirst();
      assertThat(desktop.entries("unread=false")).contains(starred);
      String read = "SELECT COUNT(*) FROM Messages WHERE is_read = 1 AND is_important = 1";
      until(() -> press(desktop, "u") && count(database, read) == 0);
      until(() ->
          press(desktop, "a") && desktop.entries("unread=true&starred=true").contains(starred));
      until(() -> count(database, important) == 0 || !press(desktop, "i"));
      until(() -> press(desktop, "a") && desktop.entries("starred=true").isEmpty());
    }
  }

  private static Process start(Desktop desktop, Path data) throws IOException {
    return desktop.run("dbus-run-session", "--", "rssguard", "--data", data.toString());
  }

  private static boolean shown(Desktop desktop) throws IOException, InterruptedException {
    return desktop.isDone(
        "xdotool", "search", "--onlyvisible", "--name", "RSS Guard", "windowfocus");
  }

  private static boolean press(Desktop desktop, String letter)
      throws IOException, InterruptedException {
    return shown(desktop) && desktop.key("ctrl+alt+" + letter);
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
