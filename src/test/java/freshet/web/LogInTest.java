package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Passwords;
import freshet.account.Secrets;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Coming in by password, session and token, once there is a password.
final class LogInTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String PASSWORD = "correct horse battery";

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    long feed = site.samples.feed("https://a.example/feed", null);
    site.samples.poll(feed, "A", NOW, Text.of("Only for those inside", null, NOW));
    site.store.accounts().setPassword(1, new Passwords().hash(PASSWORD));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Site.Page logIn(String name, String password, String next) throws IOException {
    return site.post("/login", "/login", Map.of("name", name, "password", password, "next", next));
  }

  @Test
  void whoIsNotLoggedInIsLedToTheLogInAndBack() throws IOException {
    Site.Page river = site.get("/?folder=a%20b");
    assertThat(river.status()).isEqualTo(303);
    assertThat(river.header("Location")).isEqualTo("/login?next=%2F%3Ffolder%3Da%2520b");
    Site.Page in = logIn("Me", PASSWORD, "/feeds");
    assertThat(in.status()).isEqualTo(303);
    assertThat(in.header("Location")).isEqualTo("/feeds");
    assertThat(in.header("Set-Cookie")).contains("HttpOnly").contains("SameSite=Lax");
    assertThat(site.get("/").text()).contains("Only for those inside");
  }

  @Test
  void programsGetAProblemAndComeInWithAToken() throws IOException {
    for (String path : new String[] {"/api/v1/none", "/live", "/live/search"}) {
      Site.Page page = site.get(path);
      assertThat(page.status()).as(path).isEqualTo(401);
      assertThat(page.text()).contains("\"status\":401");
    }
    String token = Secrets.token();
    site.store.credentials().addToken(1, "t", Secrets.hash(token), List.of("f"), false, NOW);
    assertThat(site.get("/api/v1/none", "Authorization", "Bearer " + token).status())
        .isEqualTo(404);
    String basic = okhttp3.Credentials.basic("me", token);
    assertThat(site.get("/api/v1/none", "Authorization", basic).status()).isEqualTo(404);
    String stranger = okhttp3.Credentials.basic("you", token);
    for (String wrong :
        new String[] {"Bearer x", "Bearer", "Basic !!", "Basic eA==", stranger, "Digest x", ""}) {
      assertThat(site.get("/api/v1/none", "Authorization", wrong).status())
          .as(wrong)
          .isEqualTo(401);
    }
    site.store.credentials().revoke(1, Secrets.hash(token).substring(0, 16));
    assertThat(site.get("/api/v1/none", "Authorization", "Bearer " + token).status())
        .isEqualTo(401);
  }

  @Test
  void aWrongPasswordAndAnUnknownNameSoundTheSame() throws IOException {
    Site.Page wrong = logIn("me", "wrong password", "/");
    Site.Page unknown = logIn("nobody", "wrong password", "/");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("Name or password is wrong.").doesNotContain("wrong passw\"");
    assertThat(unknown.text()).contains("Name or password is wrong.");
  }

  @Test
  void afterManyWrongTriesEvenTheRightPasswordWaits() throws IOException {
    for (int i = 0; i < 10; i++) logIn("x" + i, "wrong password", "/");
    Site.Page late = logIn("me", PASSWORD, "/");
    assertThat(late.status()).isEqualTo(429);
    assertThat(late.header("Retry-After")).isNotEmpty();
    assertThat(late.text()).contains("Too many failed attempts");
  }

  @Test
  void logOutEndsTheSessionForGood() throws IOException {
    logIn("me", PASSWORD, "/");
    assertThat(site.store.credentials().sessions(1)).hasSize(1);
    Site.Page out = site.post("/feeds", "/logout", Map.of());
    assertThat(out.header("Location")).isEqualTo("/login");
    assertThat(site.store.credentials().sessions(1)).isEmpty();
    assertThat(site.get("/").status()).isEqualTo(303);
  }

  @Test
  void formsCarryATokenOfTheSession() throws IOException {
    logIn("me", PASSWORD, "/");
    assertThat(site.postPlain("/logout", Map.of("token", "x")).status()).isEqualTo(403);
    assertThat(site.postPlain("/logout", Map.of()).status()).isEqualTo(403);
    assertThat(site.store.credentials().sessions(1)).hasSize(1);
  }

  @Test
  void nobodyIsLedElsewhereAfterwards() {
    for (String evil :
        new String[] {
          "//evil.example", "https://evil.example", "/\\evil.example", "evil", "", "/\nx", "/login"
        }) {
      assertThat(LoginPages.back(evil)).as(evil).isEqualTo("/");
    }
    assertThat(LoginPages.back(null)).isEqualTo("/");
    assertThat(LoginPages.back("/feed/1?x=y")).isEqualTo("/feed/1?x=y");
  }
}
