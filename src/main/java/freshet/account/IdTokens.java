package freshet.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads id tokens, and believes only those that the provider signed for us, now, for this log-in
/// (OpenID Connect Core 1.0, section 3.1.3.7). The only place with Nimbus.
final class IdTokens {
  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final Duration OLDEST = Duration.ofMinutes(10);

  private final String issuer;
  private final String client;
  private final Keys keys;
  private final InstantSource clock;
  private @Nullable JWKSet known;

  /// Where the provider publishes its keys.
  interface Keys {
    /// @throws IllegalStateException with a sentence if they are not to be had
    String fetch() throws InterruptedException;
  }

  /// @param name what they are called, null if the token does not tell
  record Claims(String subject, @Nullable String name) {}

  IdTokens(String issuer, String client, Keys keys, InstantSource clock) {
    this.issuer = issuer;
    this.client = client;
    this.keys = keys;
    this.clock = clock;
  }

  /// @throws IllegalStateException with a sentence for the log, if it is not to be believed
  synchronized Claims read(String token, String nonce) throws InterruptedException {
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      if (!signed(jwt)) throw new IllegalStateException("the id token is not signed right");
      JWTClaimsSet c = jwt.getJWTClaimsSet();
      check(issuer.equals(c.getIssuer()), "is of another issuer");
      List<String> audience = c.getAudience();
      check(audience.contains(client), "is for another client");
      String party = c.getStringClaim("azp");
      check(party == null ? audience.size() == 1 : party.equals(client), "is for another party");
      Instant now = clock.instant();
      check(after(c.getExpirationTime(), now.minus(SKEW)), "is over");
      check(after(c.getIssueTime(), now.minus(OLDEST)), "is old");
      check(!after(c.getIssueTime(), now.plus(SKEW)), "is of the future");
      Date notBefore = c.getNotBeforeTime();
      check(notBefore == null || !after(notBefore, now.plus(SKEW)), "is not valid yet");
      String said = c.getStringClaim("nonce");
      check(said != null && Secrets.same(said, nonce), "is of another log-in");
      String subject = c.getSubject();
      if (subject == null || subject.isBlank() || subject.length() > 255) {
        throw new IllegalStateException("the id token names nobody");
      }
      String name = c.getStringClaim("preferred_username");
      return new Claims(issuer + " " + subject, name == null ? c.getStringClaim("name") : name);
    } catch (ParseException e) {
      throw new IllegalStateException("the id token cannot be read", e);
    }
  }

  private static void check(boolean sound, String otherwise) {
    if (!sound) throw new IllegalStateException("the id token " + otherwise);
  }

  private static boolean after(@Nullable Date date, Instant than) {
    return date != null && date.toInstant().isAfter(than);
  }

  /// With keys we have, or else with those the provider publishes now: keys are changed.
  private boolean signed(SignedJWT jwt) throws InterruptedException {
    JWSHeader header = jwt.getHeader();
    if (!JWSAlgorithm.Family.SIGNATURE.contains(header.getAlgorithm())) return false;
    JWKSet old = known;
    if (old != null && signed(jwt, old)) return true;
    try {
      JWKSet now = JWKSet.parse(keys.fetch());
      known = now;
      return signed(jwt, now);
    } catch (ParseException e) {
      throw new IllegalStateException("the provider's keys cannot be read", e);
    }
  }

  private static boolean signed(SignedJWT jwt, JWKSet keys) {
    JWKMatcher matcher = JWKMatcher.forJWSHeader(jwt.getHeader());
    if (matcher == null) return false;
    for (JWK key : new JWKSelector(matcher).select(keys)) {
      if (!(key instanceof AsymmetricJWK pair)) continue;
      try {
        var verifier =
            new DefaultJWSVerifierFactory().createJWSVerifier(jwt.getHeader(), pair.toPublicKey());
        if (jwt.verify(verifier)) return true;
      } catch (JOSEException e) {
        // a key of another kind: not the one
      }
    }
    return false;
  }
}
