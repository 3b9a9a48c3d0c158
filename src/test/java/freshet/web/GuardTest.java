package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
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

final class GuardTest {
  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z")));
    site.samples.feed("https://harbour.example/rss", null);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void onlyOurOwnScriptAndStyleMayRun() throws IOException {
    for (String path : List.of("/", "/feeds", "/feed/1", "/about", "/nothing-here")) {
      Site.Page page = site.get(path);
      assertThat(page.header("Content-Security-Policy"))
          .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
          .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'")
          .doesNotContain("unsafe");
      assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
      assertThat(page.text())
          .doesNotContainPattern("<script(?![^>]*src=)")
          .doesNotContainPattern("<[^>]*\\s(style|on[a-z]+)=");
    }
  }

  @Test
  void aFormWithoutItsTokenChangesNothing() throws IOException {
    site.get("/feeds");
    Site.Page without = site.postPlain("/feed/1/remove", Map.of());
    assertThat(without.status()).isEqualTo(403);
    assertThat(without.text()).contains("nothing was changed");
    assertThat(site.postPlain("/feed/1/remove", Map.of("token", "AAAAAAAAAAAAAAAAAAAAAA")).status())
        .isEqualTo(403);
    assertThat(site.postPlain("/feed/1/remove", Map.of("token", "")).status()).isEqualTo(403);
    assertThat(site.store.feeds().find(1)).isPresent();
  }

  @Test
  void aRequestFromAnotherSiteChangesNothingNotEvenThroughTheApi() throws IOException {
    for (String path : List.of("/feed/1/remove", "/api/v1/echo")) {
      assertThat(site.postPlain(path, Map.of(), "Origin", "https://evil.example").status())
          .isEqualTo(403);
      assertThat(site.postPlain(path, Map.of(), "Origin", "null").status()).isEqualTo(403);
      assertThat(site.postPlain(path, Map.of(), "Origin", "http://127.0.0.1:1").status())
          .isEqualTo(403);
      assertThat(site.postPlain(path, Map.of(), "Sec-Fetch-Site", "cross-site").status())
          .isEqualTo(403);
      assertThat(site.postPlain(path, Map.of(), "Sec-Fetch-Site", "same-site").status())
          .isEqualTo(403);
    }
    assertThat(site.store.feeds().find(1)).isPresent();
  }

  @Test
  void programsAndOurOwnPagesMayUseTheApi() throws IOException {
    assertThat(site.postPlain("/api/v1/echo", Map.of()).text()).isEqualTo("done");
    assertThat(
            site.postPlain(
                    "/api/v1/echo", Map.of(), "Origin", site.base, "Sec-Fetch-Site", "same-origin")
                .text())
        .isEqualTo("done");
  }

  @Test
  void onLoopbackOnlyLoopbackNamesAreAnswered() throws IOException {
    for (String name : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "")) {
      Site.Page page = site.get("/feeds", "Host", name);
      assertThat(page.status()).as(name).isIn(400, 403);
      assertThat(page.text()).doesNotContain("harbour");
    }
    for (String name :
        List.of("localhost", "localhost:8080", "LOCALHOST", "127.0.0.1", "[::1]:1")) {
      assertThat(site.get("/feeds", "Host", name).status()).as(name).isEqualTo(200);
    }
    assertThat(site.get("/api/v1/none", "Host", "evil.example").status()).isEqualTo(403);
  }

  @Test
  void whatAProxyBringsIsNotTakenForSomebodyAtThisMachine() throws IOException {
    assertThat(site.get("/feeds").status()).isEqualTo(200);
    for (String header :
        List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP")) {
      assertThat(site.get("/feeds", header, "192.0.2.1").status()).as(header).isEqualTo(303);
      assertThat(site.get("/api/v1/echo", header, "192.0.2.1").text()).doesNotContain("done");
      assertThat(site.postPlain("/api/v1/echo", Map.of(), header, "192.0.2.1").status())
          .as(header)
          .isEqualTo(401);
    }
  }

  @Test
  void behindAnHttpsProxyTheTokenIsSentByHttpsOnly() throws IOException {
    site.close();
    InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));
    var rules =
        new Authenticator.Rules(true, TrustedAddresses.of("127.0.0.1"), "Remote-User", true, true);
    site = new Site(folder, clock, 0, store -> new Authenticator(store, rules, clock));
    assertThat(site.get("/login").header("Set-Cookie")).contains("Secure");
    // The account that is there from the start is nobody's yet, whatever its name is.
    assertThat(site.get("/settings/installation", "Remote-User", "me").status()).isEqualTo(303);
    assertThat(site.get("/feeds", "Remote-User", "reader").status()).isEqualTo(200);
    assertThat(site.store.accounts().all()).hasSize(2);
  }

  @Test
  void whatAClientPutsBeforeTheProxysOwnLineIsNotBelieved() throws IOException {
    site.close();
    InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));
    var rules =
        new Authenticator.Rules(false, TrustedAddresses.of("127.0.0.1"), null, false, false);
    site = new Site(folder, clock, 0, store -> new Authenticator(store, rules, clock));
    String login =
        site.get("/login", "X-Forwarded-Proto", "https", "X-Forwarded-Proto", "http")
            .header("Set-Cookie");
    assertThat(login).isNotEmpty().doesNotContain("Secure");
    for (int i = 0; i < 11; i++) {
      assertThat(guess("203.0.113." + i, "198.51.100.7")).isEqualTo(i < 10 ? 422 : 429);
    }
    assertThat(guess("198.51.100.7", "198.51.100.8")).as("another one's").isEqualTo(422);
  }

  /// A wrong password, from the address that the proxy says in a line of its own.
  private int guess(String saysTheClient, String saysTheProxy) throws IOException {
    return site.post(
            "/login",
            "/login",
            Map.of("name", "me", "password", "wrong"),
            "X-Forwarded-For",
            saysTheClient,
            "X-Forwarded-For",
            saysTheProxy)
        .status();
  }

  @Test
  void ofTwoNamesFromTheProxyNoneIsBelieved() throws IOException {
    site.close();
    InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));
    var rules =
        new Authenticator.Rules(false, TrustedAddresses.of("127.0.0.1"), "Remote-User", true, true);
    site = new Site(folder, clock, 0, store -> new Authenticator(store, rules, clock));
    assertThat(site.get("/feeds", "Remote-User", "reader").status()).isEqualTo(200);
    assertThat(site.get("/feeds", "Remote-User", "reader", "Remote-User", "boss").status())
        .isEqualTo(303);
  }

  @Test
  void theTokenIsKeptFromScriptsAndOtherSites() throws IOException {
    assertThat(site.get("/feeds").header("Set-Cookie"))
        .contains("HttpOnly", "SameSite=Lax", "Path=/");
    assertThat(site.get("/feeds").header("Set-Cookie")).as("kept").isEmpty();
  }

  @Test
  void aLookCannotSendTheBrowserElsewhere() throws IOException {
    for (String back : List.of("//evil.example/", "/\\evil.example", "https://evil.example")) {
      Site.Page page = site.post("/about", "/look", Map.of("view", "cards", "back", back));
      assertThat(page.header("Location")).as(back).startsWith("/").doesNotStartWith("//");
      assertThat(page.header("Location")).doesNotContain("\\");
    }
  }

  @Test
  void aLinkChangesNoLook() throws IOException {
    site.get("/?theme=dark&view=cards&by=topic&shown=unread");
    assertThat(site.library.administering().settings(site.store.accounts().find(1).orElseThrow()))
        .isEmpty();
    assertThat(site.get("/").header("Set-Cookie")).doesNotContain("theme", "view");
  }

  @Test
  void staticFilesStayForYears() throws IOException {
    String html = site.get("/about").text();
    int at = html.indexOf("/static/app.");
    Site.Page css = site.get(html.substring(at, html.indexOf('"', at)));
    assertThat(css.status()).isEqualTo(200);
    assertThat(css.header("Cache-Control")).contains("immutable", "max-age=31536000");
    assertThat(css.header("Content-Type")).startsWith("text/css");
    assertThat(css.text()).contains("--paper");
  }
}
