package freshet.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Credentials;
import okhttp3.HttpUrl;

/// An OpenID provider on loopback, with real keys: discovery, authorization code with PKCE, token
/// endpoint, key rotation; and what a wicked one would do.
final class IdProvider implements AutoCloseable {
  static final String CLIENT = "freshet";
  static final String SECRET = "s3cret & more";

  private final MockWebServer server = new MockWebServer();
  private final Map<String, HttpUrl> codes = new HashMap<>();
  private final Instant now;
  JWK key;
  JWK published;

  /// What is put into the next token, beyond what is right.
  UnaryOperator<JWTClaimsSet.Builder> claims = c -> c;

  boolean unsigned;
  boolean shared;
  String subject = "u-17";
  String name = "Maia Kask";

  IdProvider(Instant now) throws IOException, JOSEException {
    this.now = now;
    key = new RSAKeyGenerator(2048).keyID("k1").generate();
    published = key;
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            try {
              return answer(request);
            } catch (JOSEException e) {
              throw new IllegalStateException(e);
            }
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  String issuer() {
    return server.url("/realm").toString();
  }

  void rotate() throws JOSEException {
    key = new ECKeyGenerator(Curve.P_256).keyID("k2").generate();
    published = key;
  }

  /// A person says yes at the provider: the code that the browser is sent back with.
  String consent(HttpUrl authorize) {
    String code = "code-" + codes.size();
    codes.put(code, authorize);
    return code;
  }

  private synchronized MockResponse answer(RecordedRequest request) throws JOSEException {
    return switch (request.getUrl().encodedPath()) {
      case "/realm/.well-known/openid-configuration" ->
          json(
              200,
              """
              {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize",
               "token_endpoint":"%1$s/token","jwks_uri":"%1$s/keys",
               "token_endpoint_auth_methods_supported":["client_secret_basic"]}
              """
                  .formatted(issuer()));
      case "/realm/keys" -> json(200, new JWKSet(published).toPublicJWKSet().toString());
      case "/realm/token" -> token(request);
      default -> json(404, "{}");
    };
  }

  private MockResponse token(RecordedRequest request) throws JOSEException {
    HttpUrl form = HttpUrl.get("http://x/?" + Objects.requireNonNull(request.getBody()).utf8());
    HttpUrl asked = codes.remove(form.queryParameter("code"));
    String verifier = String.valueOf(form.queryParameter("code_verifier"));
    String basic =
        Credentials.basic(CLIENT, java.net.URLEncoder.encode(SECRET, StandardCharsets.UTF_8));
    boolean right =
        asked != null
            && "authorization_code".equals(form.queryParameter("grant_type"))
            && Objects.equals(
                form.queryParameter("redirect_uri"), asked.queryParameter("redirect_uri"))
            && "S256".equals(asked.queryParameter("code_challenge_method"))
            && verifier.length() >= 43
            && sha256(verifier).equals(asked.queryParameter("code_challenge"))
            && basic.equals(request.getHeaders().get("Authorization"));
    if (!right || asked == null) return json(400, "{\"error\":\"invalid_grant\"}");
    JWTClaimsSet set =
        claims
            .apply(
                new JWTClaimsSet.Builder()
                    .issuer(issuer())
                    .subject(subject)
                    .audience(CLIENT)
                    .issueTime(Date.from(now))
                    .expirationTime(Date.from(now.plusSeconds(300)))
                    .claim("nonce", asked.queryParameter("nonce"))
                    .claim("preferred_username", name))
            .build();
    return json(
        200,
        "{\"access_token\":\"x\",\"token_type\":\"Bearer\",\"id_token\":\"" + sign(set) + "\"}");
  }

  private String sign(JWTClaimsSet set) throws JOSEException {
    if (unsigned) return new PlainJWT(set).serialize();
    SignedJWT jwt;
    if (shared) {
      // The old trick: our public key, as the secret of a shared signature.
      jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(), set);
      jwt.sign(new MACSigner(key.toPublicJWK().toString().getBytes(StandardCharsets.UTF_8)));
    } else if (key instanceof RSAKey rsa) {
      jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), set);
      jwt.sign(new RSASSASigner(rsa));
    } else {
      jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k2").build(), set);
      jwt.sign(new ECDSASigner((ECKey) key));
    }
    return jwt.serialize();
  }

  private static String sha256(String s) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(s.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static MockResponse json(int status, String body) {
    return new MockResponse.Builder()
        .code(status)
        .addHeader("Content-Type", "application/json")
        .body(body)
        .build();
  }

  @Override
  public void close() {
    server.close();
  }
}
