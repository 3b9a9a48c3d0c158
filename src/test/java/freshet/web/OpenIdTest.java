package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import freshet.account.Authenticator;
import freshet.account.OpenId;
import freshet.account.Passwords;
import freshet.account.TrustedAddresses;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Coming in through an OpenID provider.
final class OpenIdTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private IdProvider provider;
  private OpenId openId;
  private Site site;

  @BeforeEach
  void open() throws IOException, JOSEException {
    provider = new IdProvider(NOW);
    start(true);
  }

  private void start(boolean makeAccounts) {
    var clock = InstantSource.fixed(NOW);
    var fetcher =
        new HttpFetcher(
            new Identity("Freshet", "test", null),
            FetchLimits.DEFAULT,
            new Network(null, true),
            new Politeness(Duration.ZERO, false),
            clock,
            new Random(1));
    openId =
        new OpenId(
            new OpenId.Provider(provider.issuer(), IdProvider.CLIENT, IdProvider.SECRET, "Home"),
            fetcher,
            clock);
    var rules = new Authenticator.Rules(true, TrustedAddresses.NONE, null, makeAccounts, false);
    site = new Site(folder, clock, 0, store -> new Authenticator(store, rules, openId, clock));
  }

  @AfterEach
  void close() {
    site.close();
    openId.close();
    provider.close();
  }

  private HttpUrl toProvider(String next) throws IOException {
    Site.Page to = site.get("/login/openid?next=" + next);
    assertThat(to.status()).isEqualTo(303);
    assertThat(to.header("Set-Cookie")).contains("HttpOnly").contains("SameSite=Lax");
    return HttpUrl.get(to.header("Location"));
  }

  private Site.Page back(HttpUrl authorize, String code) throws IOException {
    HttpUrl back = HttpUrl.get(String.valueOf(authorize.queryParameter("redirect_uri")));
    assertThat(back.toString()).isEqualTo(site.base + "/login/openid/back");
    return site.get(
        back.encodedPath() + "?code=" + code + "&state=" + authorize.queryParameter("state"));
  }

  private Site.Page logIn() throws IOException {
    HttpUrl authorize = toProvider("/feeds");
    return back(authorize, provider.consent(authorize));
  }

  @Test
  void whomTheProviderKnowsComesInAndIsTheSameNextTime() throws IOException {
    assertThat(site.get("/").header("Location")).startsWith("/login");
    assertThat(site.get("/login").text()).contains("Log in with Home");
    Site.Page in = logIn();
    assertThat(in.status()).isEqualTo(303);
    assertThat(in.header("Location")).isEqualTo("/feeds");
    assertThat(site.get("/feeds").status()).isEqualTo(200);
    var all = site.store.accounts().all();
    // The first who comes takes over what the person on this machine had.
    assertThat(all).hasSize(1);
    assertThat(all.getFirst().name()).isEqualTo("Maia.Kask");
    assertThat(all.getFirst().outside()).isEqualTo(provider.issuer() + " u-17");
    provider.name = "Somebody Else";
    assertThat(logIn().status()).isEqualTo(303);
    assertThat(site.store.accounts().all()).hasSize(1);
    provider.subject = "u-18";
    site.post("/feeds", "/logout", Map.of());
    provider.name = "Maia Kask";
    assertThat(logIn().status()).isEqualTo(303);
    assertThat(site.store.accounts().all().getLast().name()).isEqualTo("Maia.Kask2");
  }

  @Test
  void whoBeginsManyLogInsEndsNobodyElses() throws Exception {
    String back = site.base + "/login/openid/back";
    OpenId.Begun mine = openId.begin(back, "/", null, "my home");
    for (int i = 0; i < 5_100; i++) {
      var _ = openId.begin(back, "/", null, "another");
    }
    assertThat(openId.finish(mine.state(), "", mine.state()))
        .isEqualTo(new OpenId.Outcome.Failed("the provider gave no code"));
  }

  @Test
  void aProviderThatIsDownIsNotAskedAgainAtOnce() {
    provider.close();
    String back = site.base + "/login/openid/back";
    assertThatThrownBy(() -> openId.begin(back, "/", null, "a"))
        .isInstanceOf(IllegalStateException.class);
    for (int i = 0; i < 1000; i++) {
      assertThatThrownBy(() -> openId.begin(back, "/", null, "a"))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(openId.asked()).isEqualTo(1);
  }

  @Test
  void theProvidersKeysMayChange() throws IOException, JOSEException {
    assertThat(logIn().status()).isEqualTo(303);
    provider.rotate();
    assertThat(logIn().status()).isEqualTo(303);
  }

  private void assertRefused(UnaryOperator<JWTClaimsSet.Builder> claims) throws IOException {
    provider.claims = claims;
    assertThat(logIn().status()).isEqualTo(502);
    assertThat(site.get("/feeds").status()).isEqualTo(303);
  }

  @Test
  void aTokenThatIsNotForUsNowIsNotBelieved() throws IOException {
    assertRefused(c -> c.issuer("https://other.example"));
    assertRefused(c -> c.audience("another"));
    assertRefused(c -> c.audience(List.of(IdProvider.CLIENT, "another")));
    assertRefused(c -> c.claim("azp", "another"));
    assertRefused(c -> c.expirationTime(Date.from(NOW.minusSeconds(120))));
    assertRefused(c -> c.issueTime(Date.from(NOW.plusSeconds(3600))));
    assertRefused(c -> c.issueTime(Date.from(NOW.minusSeconds(3600))));
    assertRefused(c -> c.claim("nonce", "of another log-in"));
    assertRefused(c -> c.claim("nonce", null));
    assertRefused(c -> c.subject(null));
    assertThat(site.store.accounts().all().getFirst().outside()).isNull();
  }

  @Test
  void aTokenThatIsNotSignedByTheProviderIsNotBelieved() throws IOException, JOSEException {
    provider.unsigned = true;
    assertThat(logIn().status()).isEqualTo(502);
    provider.unsigned = false;
    provider.shared = true;
    assertThat(logIn().status()).isEqualTo(502);
    provider.shared = false;
    provider.key = new RSAKeyGenerator(2048).keyID("k1").generate();
    assertThat(logIn().status()).isEqualTo(502);
  }

  @Test
  void aLogInThatSomebodyElseBeganIsNotFinishedHere() throws IOException {
    HttpUrl theirs = toProvider("/");
    String code = provider.consent(theirs);
    toProvider("/");
    // Our cookie is of our own log-in, not of theirs.
    assertThat(back(theirs, code).status()).isEqualTo(502);
    assertThat(site.get("/feeds").status()).isEqualTo(303);
    // A state is good once, a code is the provider's.
    HttpUrl ours = toProvider("/");
    assertThat(back(ours, "made-up").status()).isEqualTo(502);
    assertThat(back(ours, provider.consent(ours)).status()).isEqualTo(502);
    assertThat(site.get("/login/openid/back").status()).isEqualTo(502);
    assertThat(site.get("/login/openid/back?error=access_denied").status()).isEqualTo(502);
  }

  @Test
  void whoHasAnAccountLinksItAndStrangersStayOutside() throws IOException {
    site.close();
    start(false);
    site.store.accounts().setPassword(1, new Passwords().hash("correct horse battery"));
    assertThat(logIn().status()).isEqualTo(403);
    assertThat(site.get("/feeds").status()).isEqualTo(303);
    site.post("/login", "/login", Map.of("name", "me", "password", "correct horse battery"));
    // Not by a link, which a page elsewhere could have.
    assertThat(logIn().status()).isEqualTo(403);
    assertThat(site.store.accounts().find(1).orElseThrow().outside()).isNull();
    String form = "/settings/account/link";
    assertThat(site.postPlain(form, Map.of("password", "correct horse battery")).status())
        .isEqualTo(403);
    assertThat(site.post("/settings/account", form, Map.of("password", "another one")).status())
        .isEqualTo(422);
    Site.Page to =
        site.post("/settings/account", form, Map.of("password", "correct horse battery"));
    assertThat(to.status()).isEqualTo(303);
    HttpUrl authorize = HttpUrl.get(to.header("Location"));
    assertThat(back(authorize, provider.consent(authorize)).status()).isEqualTo(303);
    assertThat(site.store.accounts().find(1).orElseThrow().outside()).endsWith(" u-17");
    site.post("/feeds", "/logout", Map.of());
    assertThat(logIn().status()).isEqualTo(303);
    assertThat(site.get("/feeds").status()).isEqualTo(200);
  }

  @Test
  void whoIsLinkedWithAnAccountCannotBeLinkedWithAnother() throws IOException {
    assertThat(logIn().status()).isEqualTo(303);
    site.post("/feeds", "/logout", Map.of());
    assertThat(site.store.accounts().add("another", new Passwords().hash("correct horse"), NOW))
        .isPresent();
    site.post("/login", "/login", Map.of("name", "another", "password", "correct horse"));
    Site.Page to =
        site.post(
            "/settings/account", "/settings/account/link", Map.of("password", "correct horse"));
    HttpUrl authorize = HttpUrl.get(to.header("Location"));
    Site.Page refused = back(authorize, provider.consent(authorize));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text()).contains("linked to another account");
    // Whoever was logged in still is, and nobody else.
    assertThat(site.get("/settings/account").text()).contains("another").doesNotContain("Maia");
  }
}
