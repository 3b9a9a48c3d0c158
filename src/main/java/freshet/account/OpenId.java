package freshet.account;

import freshet.fetch.Call;
import freshet.fetch.CallOutcome;
import freshet.fetch.CallOutcome.Answered;
import freshet.fetch.HttpFetcher;
import freshet.model.FeedUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Log-in through an OpenID provider: the authorization code flow with PKCE (RFC 7636), state and
/// nonce (OpenID Connect Core 1.0, section 3.1).
///
/// What a log-in under way needs is kept here, under its state, for ten minutes and once; the
/// browser that began it has the state in a cookie too, so that nobody can be logged in as somebody
/// else by a link.
public final class OpenId implements AutoCloseable {
  static final String COOKIE = "freshet-openid";
  static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Duration REST = Duration.ofSeconds(30);
  private static final int MOST_UNDER_WAY = 5000;

  /// Log-ins under way from one household: who begins more loses their own oldest.
  private static final int MOST_OF_HOUSEHOLD = 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Provider provider;
  private final HttpFetcher fetcher;
  private final InstantSource clock;
  private final LinkedHashMap<String, Pending> underWay = new LinkedHashMap<>();
  private @Nullable Discovered discovered;
  private @Nullable Failure failure;
  private int asked;
  private @Nullable IdTokens idTokens;

  /// @param issuer the provider's address, exactly as it names itself
  /// @param secret null for a public client
  /// @param name what the provider is called on the page
  public record Provider(String issuer, String client, @Nullable String secret, String name) {

    /// Without the secret.
    @Override
    public String toString() {
      return "OpenID provider " + issuer;
    }
  }

  private record Pending(
      String nonce,
      String verifier,
      String next,
      String redirect,
      @Nullable Long account,
      String household,
      Instant end) {}

  private record Discovered(
      String authorize, String token, String keys, boolean basic, Instant until) {}

  /// The provider could not be used. It is not asked again at once: anybody can have us ask.
  private record Failure(String sentence, Instant until) {}

  /// Where to send the browser.
  public record Begun(String url, String state) {}

  /// What came of it.
  public sealed interface Outcome {
    /// @param subject who they are there, never anybody else
    /// @param name what they are called there, null if it was not told
    /// @param next where they wanted to go
    /// @param account who was logged in when it began, to be linked; null if nobody
    record Known(String subject, @Nullable String name, String next, @Nullable Long account)
        implements Outcome {}

    /// @param sentence for the log
    record Failed(String sentence) implements Outcome {}
  }

  public OpenId(Provider provider, HttpFetcher fetcher, InstantSource clock) {
    this.provider = provider;
    this.fetcher = fetcher;
    this.clock = clock;
  }

  public String name() {
    return provider.name();
  }

  /// How often the provider was asked for its discovery document.
  public synchronized int asked() {
    return asked;
  }

  /// @param redirect where the provider sends the browser back to
  /// @param account who is logged in already, or null
  /// @param household where the browser is, see [NetworkAddress#household]
  /// @throws IllegalStateException with a sentence, if the provider cannot be used now
  public Begun begin(String redirect, String next, @Nullable Long account, String household)
      throws InterruptedException {
    Discovered d = discover();
    String state = Secrets.random();
    var pending =
        new Pending(
            Secrets.random(),
            Secrets.random() + Secrets.random(),
            next,
            redirect,
            account,
            household,
            clock.instant().plus(PATIENCE));
    synchronized (underWay) {
      underWay.values().removeIf(p -> !p.end.isAfter(clock.instant()));
      List<String> own =
          underWay.entrySet().stream()
              .filter(e -> e.getValue().household.equals(household))
              .map(Map.Entry::getKey)
              .toList();
      if (own.size() >= MOST_OF_HOUSEHOLD) underWay.remove(own.getFirst());
      else if (underWay.size() >= MOST_UNDER_WAY) underWay.pollFirstEntry();
      underWay.put(state, pending);
    }
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", provider.client());
    query.put("redirect_uri", redirect);
    query.put("scope", "openid profile");
    query.put("state", state);
    query.put("nonce", pending.nonce);
    query.put("code_challenge", challenge(pending.verifier));
    query.put("code_challenge_method", "S256");
    String and = d.authorize.contains("?") ? "&" : "?";
    return new Begun(d.authorize + and + form(query), state);
  }

  /// The browser is back.
  ///
  /// @param state and `code` as the provider's redirect has them
  /// @param cookie what the browser has kept
  public Outcome finish(@Nullable String state, @Nullable String code, @Nullable String cookie)
      throws InterruptedException {
    if (state == null || cookie == null || !Secrets.same(state, cookie)) {
      return new Outcome.Failed("a log-in came back to a browser that did not begin it");
    }
    Pending pending;
    synchronized (underWay) {
      pending = underWay.remove(state);
    }
    if (pending == null || !pending.end.isAfter(clock.instant())) {
      return new Outcome.Failed("a log-in came back too late");
    }
    if (code == null || code.isEmpty()) return new Outcome.Failed("the provider gave no code");
    try {
      String token = exchange(code, pending);
      IdTokens.Claims claims = tokens().read(token, pending.nonce);
      return new Outcome.Known(claims.subject(), claims.name(), pending.next, pending.account);
    } catch (IllegalStateException e) {
      return new Outcome.Failed(String.valueOf(e.getMessage()));
    }
  }

  private String exchange(String code, Pending pending) throws InterruptedException {
    Discovered d = discover();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", code);
    fields.put("redirect_uri", pending.redirect);
    fields.put("code_verifier", pending.verifier);
    Map<String, String> headers = Map.of();
    String secret = provider.secret();
    if (secret != null && d.basic) {
      String pair = encode(provider.client()) + ":" + encode(secret);
      headers =
          Map.of(
              "Authorization",
              "Basic "
                  + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII)));
    } else {
      fields.put("client_id", provider.client());
      if (secret != null) fields.put("client_secret", secret);
    }
    JsonNode answer = ask(new Call(FeedUrl.of(d.token), headers, form(fields)), "a token");
    String token = answer.path("id_token").asString("");
    if (token.isEmpty()) throw new IllegalStateException("the provider gave no id token");
    return token;
  }

  private synchronized IdTokens tokens() throws InterruptedException {
    Discovered d = discover();
    if (idTokens == null) {
      idTokens =
          new IdTokens(
              provider.issuer(),
              provider.client(),
              () -> ask(Call.get(FeedUrl.of(d.keys)), "its keys").toString(),
              clock);
    }
    return idTokens;
  }

  private synchronized Discovered discover() throws InterruptedException {
    Discovered known = discovered;
    Instant now = clock.instant();
    if (known != null && known.until.isAfter(now)) return known;
    Failure failed = failure;
    if (failed != null && failed.until.isAfter(now)) {
      throw new IllegalStateException(failed.sentence);
    }
    asked++;
    try {
      Discovered found = ask(now);
      failure = null;
      if (known == null || !known.keys.equals(found.keys)) idTokens = null;
      discovered = found;
      return found;
    } catch (IllegalStateException e) {
      failure = new Failure(String.valueOf(e.getMessage()), clock.instant().plus(REST));
      throw e;
    }
  }

  private Discovered ask(Instant now) throws InterruptedException {
    String at = provider.issuer().replaceAll("/+$", "") + "/.well-known/openid-configuration";
    JsonNode doc = ask(Call.get(FeedUrl.of(at)), "its discovery document");
    if (!provider.issuer().equals(doc.path("issuer").asString(""))) {
      throw new IllegalStateException("the provider names itself otherwise than the settings do");
    }
    boolean basic = true;
    JsonNode methods = doc.path("token_endpoint_auth_methods_supported");
    if (methods.isArray()) {
      basic = false;
      for (JsonNode m : methods) basic |= m.asString("").equals("client_secret_basic");
    }
    return new Discovered(
        endpoint(doc, "authorization_endpoint"),
        endpoint(doc, "token_endpoint"),
        endpoint(doc, "jwks_uri"),
        basic,
        now.plus(KEPT));
  }

  /// Codes and secrets go over the network encrypted, as the provider itself does.
  private String endpoint(JsonNode doc, String name) {
    String url = doc.path(name).asString("");
    boolean sound = url.startsWith("https://") || provider.issuer().startsWith("http://");
    if (!url.matches("https?://.+") || !sound) {
      throw new IllegalStateException("the provider's discovery document has no sound " + name);
    }
    return url;
  }

  private JsonNode ask(Call call, String what) throws InterruptedException {
    switch (fetcher.call(call)) {
      case CallOutcome.Failed f -> throw new IllegalStateException(f.sentence());
      case Answered a -> {
        try {
          JsonNode body = JSON.readTree(a.body());
          if (a.good() && body != null && body.isObject()) return body;
          String error = body == null ? "" : body.path("error").asString("");
          throw new IllegalStateException(
              "the provider did not give "
                  + what
                  + " ("
                  + a.status()
                  + (error.matches("[a-z_]{1,60}") ? " " + error : "")
                  + ")");
        } catch (JacksonException e) {
          throw new IllegalStateException("the provider's answer is no JSON", e);
        }
      }
    }
  }

  static String challenge(String verifier) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
  }

  private static String form(Map<String, String> fields) {
    StringBuilder form = new StringBuilder();
    fields.forEach((name, value) ->
        form.append(form.isEmpty() ? "" : "&").append(name).append('=').append(encode(value)));
    return form.toString();
  }

  private static String encode(String s) {
    return URLEncoder.encode(s, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    fetcher.close();
  }
}
