package freshet.account;

import freshet.store.Accounts.Account;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The door: tells for which account a request acts, and begins and ends sessions.
///
/// In this order: a token (`Authorization: Bearer`, or `Basic` with the account's name), the header
/// of a trusted proxy, the session's cookie. Where Freshet listens on loopback and nobody has set a
/// password, everybody is the first account.
public final class Entrance {
  static final String COOKIE = "freshet-session";
  private static final Duration SESSION = Duration.ofDays(30);

  private final Store store;
  private final Rules rules;
  private final @Nullable OpenId openId;
  private final InstantSource clock;
  private final Passwords passwords = new Passwords();
  private final Attempts attempts = new Attempts();
  private volatile Instant machineSeen = Instant.MIN;

  /// How people come in here.
  ///
  /// @param loopback only this machine reaches it: no log-in before there is a password
  /// @param proxies whose word counts
  /// @param header in which such a proxy names the account; null for none
  /// @param makeAccounts whether somebody unknown whom a proxy or an OpenID provider vouches for
  ///   gets an account
  /// @param https whether browsers reach it by https
  public record Rules(
      boolean loopback,
      TrustedAddresses proxies,
      @Nullable String header,
      boolean makeAccounts,
      boolean https) {
    public static final Rules MACHINE = new Rules(true, TrustedAddresses.NONE, null, false, false);
  }

  public Entrance(Store store, Rules rules, InstantSource clock) {
    this(store, rules, null, clock);
  }

  /// @param openId null if no provider is set
  public Entrance(Store store, Rules rules, @Nullable OpenId openId, InstantSource clock) {
    this.store = store;
    this.rules = rules;
    this.openId = openId;
    this.clock = clock;
  }

  /// The provider that can say who one is; null if none is set.
  public @Nullable OpenId openId() {
    return openId;
  }

  /// The account of somebody whom the provider knows: the one that is linked, or the one that was
  /// logged in, which is linked now, or a new one where the settings allow it. Never one that
  /// merely has the same name. The first who comes takes over what the person on this machine has.
  public Optional<Account> known(OpenId.Outcome.Known who) {
    Optional<Account> linked = store.accounts().linked(who.subject());
    if (linked.isEmpty() && who.account() != null) {
      boolean _ = store.accounts().link(who.account(), who.subject());
      linked = store.accounts().find(who.account());
    }
    if (linked.isEmpty() && rules.makeAccounts) linked = made(who);
    linked.ifPresent(this::seen);
    return linked;
  }

  private Optional<Account> made(OpenId.Outcome.Known who) {
    String name = AccountName.like(who.name());
    Account first = store.accounts().find(freshet.store.Accounts.FIRST).orElseThrow();
    Optional<Account> account = Optional.empty();
    if (store.accounts().all().size() == 1 && !first.hasPassword() && first.outside() == null) {
      boolean _ = store.accounts().rename(first.id(), name);
      account = Optional.of(first);
    }
    for (int i = 1; account.isEmpty() && i < 100; i++) {
      account = store.accounts().add(i == 1 ? name : name + i, null, clock.instant());
    }
    if (account.isEmpty()) return Optional.empty();
    boolean _ = store.accounts().link(account.get().id(), who.subject());
    return store.accounts().find(account.get().id());
  }

  /// What a try to log in came to.
  public sealed interface Outcome {
    record In(Account account) implements Outcome {}

    record Wrong() implements Outcome {}

    record Wait(Duration span) implements Outcome {}
  }

  /// Whether nobody has to log in.
  public boolean isOpen() {
    return rules.loopback
        && rules.header == null
        && openId == null
        && !store.accounts().anyPassword();
  }

  /// For whom the request acts; empty if it says nothing, or nothing that is true.
  public Optional<Visitor> visitor(Context ctx) {
    Optional<Visitor> found = find(ctx);
    found.ifPresent(v -> v.bring(ctx));
    return found;
  }

  private Optional<Visitor> find(Context ctx) {
    String authorization = ctx.header("Authorization");
    if (authorization != null) return byToken(authorization);
    Optional<Visitor> vouched = byProxy(ctx);
    if (vouched.isPresent()) return vouched;
    String session = ctx.cookie(COOKIE);
    if (session != null && session.length() < 100) {
      Instant now = clock.instant();
      Optional<Visitor> known =
          store
              .keys()
              .session(Secrets.hash(session), now, now.plus(SESSION))
              .flatMap(store.accounts()::find)
              .map(a -> new Visitor(a, Visitor.Via.SESSION, session));
      if (known.isPresent()) return known;
    }
    return isOpen() ? machine() : Optional.empty();
  }

  private Optional<Visitor> machine() {
    Instant now = clock.instant();
    if (machineSeen.isBefore(now.minus(Duration.ofHours(1)))) {
      machineSeen = now;
      boolean _ = store.accounts().seen(freshet.store.Accounts.FIRST, now);
    }
    return store
        .accounts()
        .find(freshet.store.Accounts.FIRST)
        .map(a -> new Visitor(a, Visitor.Via.MACHINE, null));
  }

  private Optional<Visitor> byToken(String authorization) {
    int space = authorization.indexOf(' ');
    if (space < 0 || authorization.length() > 1000) return Optional.empty();
    String value = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "bearer" -> ofToken(value).map(a -> new Visitor(a, Visitor.Via.TOKEN, null));
      case "basic" -> {
        String pair = decoded(value);
        int colon = pair.indexOf(':');
        yield colon < 0
            ? Optional.empty()
            : token(pair.substring(0, colon), pair.substring(colon + 1))
                .map(a -> new Visitor(a, Visitor.Via.TOKEN, null));
      }
      default -> Optional.empty();
    };
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private Optional<Account> ofToken(String token) {
    return store
        .keys()
        .token(Secrets.hash(Secrets.typed(token)), clock.instant())
        .flatMap(store.accounts()::find);
  }

  /// Whose token it is, if it is that of the account of this name.
  public Optional<Account> token(String name, String token) {
    return ofToken(token).filter(a -> a.name().equalsIgnoreCase(name.strip()));
  }

  /// Whose key it is that the Fever protocol made of a name and a token.
  public Optional<Account> feverKey(String key) {
    return store
        .keys()
        .feverKey(Secrets.hash(key.toLowerCase(Locale.ROOT)), clock.instant())
        .flatMap(store.accounts()::find);
  }

  private Optional<Visitor> byProxy(Context ctx) {
    if (rules.header == null || !rules.proxies.contains(ctx.req().getRemoteAddr())) {
      return Optional.empty();
    }
    String name = ctx.header(rules.header);
    if (name == null || name.isBlank()) return Optional.empty();
    Optional<Account> account = store.accounts().named(name.strip());
    if (account.isEmpty() && rules.makeAccounts && AccountName.isOne(name.strip())) {
      account = store.accounts().add(name.strip(), null, clock.instant());
    }
    account.ifPresent(this::seen);
    return account.map(a -> new Visitor(a, Visitor.Via.PROXY, null));
  }

  private void seen(Account account) {
    Instant now = clock.instant();
    Instant last = account.seenAt();
    if (last == null || last.isBefore(now.minus(Duration.ofHours(1)))) {
      boolean _ = store.accounts().seen(account.id(), now);
    }
  }

  /// Tries a name and a password.
  public Outcome logIn(Context ctx, String name, String password) {
    return guarded(
        ctx,
        name,
        () -> {
          Optional<Account> account = store.accounts().named(name.strip());
          String hash = account.flatMap(a -> store.accounts().password(a.id())).orElse(null);
          return passwords.matches(password, hash) ? account : Optional.empty();
        });
  }

  /// Tries a name and a token, as clients of the reader protocols do.
  public Outcome logInByToken(Context ctx, String name, String token) {
    return guarded(ctx, name, () -> token(name, token));
  }

  /// Tries a key of the Fever protocol.
  public Outcome logInByFeverKey(Context ctx, String key) {
    return guarded(ctx, "", () -> feverKey(key));
  }

  private interface Try {
    Optional<Account> make();
  }

  private Outcome guarded(Context ctx, String name, Try attempt) {
    String address = address(ctx);
    Optional<Duration> wait = attempts.wait(address, name, clock.instant());
    if (wait.isPresent()) return new Outcome.Wait(wait.get());
    Optional<Account> account = attempt.make();
    if (account.isEmpty()) {
      attempts.failed(address, name, clock.instant());
      return new Outcome.Wrong();
    }
    attempts.succeeded(address);
    seen(account.get());
    return new Outcome.In(account.get());
  }

  /// Where a request comes from; a trusted proxy is believed about it.
  public String address(Context ctx) {
    String from = ctx.req().getRemoteAddr();
    String forwarded = ctx.header("X-Forwarded-For");
    if (forwarded == null || !rules.proxies.contains(from)) return from;
    String[] hops = forwarded.split(",");
    for (int i = hops.length - 1; i >= 0; i--) {
      if (!rules.proxies.contains(hops[i].strip())) return hops[i].strip();
    }
    return from;
  }

  /// Begins a session for this browser.
  public void begin(Context ctx, Account account) {
    String secret = Secrets.random();
    Instant now = clock.instant();
    String agent = ctx.header("User-Agent");
    store
        .keys()
        .startSession(
            Secrets.hash(secret),
            account.id(),
            agent == null ? null : agent.substring(0, Math.min(200, agent.length())),
            now,
            now.plus(SESSION));
    ctx.cookie(cookie(ctx, secret, (int) SESSION.toSeconds()));
  }

  /// Ends the session of this browser.
  public void end(Context ctx) {
    String secret = ctx.cookie(COOKIE);
    if (secret != null) store.keys().endSession(Secrets.hash(secret));
    ctx.cookie(cookie(ctx, "", 0));
  }

  private Cookie cookie(Context ctx, String value, int seconds) {
    return new Cookie(COOKIE, value, "/", seconds, isSecure(ctx), true, null, SameSite.LAX);
  }

  /// Remembers in this browser which log-in through the provider it began; empty to forget it.
  public void remember(Context ctx, String state) {
    int seconds = state.isEmpty() ? 0 : (int) OpenId.PATIENCE.toSeconds();
    ctx.cookie(
        new Cookie(
            OpenId.COOKIE, state, "/login", seconds, isSecure(ctx), true, null, SameSite.LAX));
  }

  /// Which one it began.
  public @Nullable String remembered(Context ctx) {
    return ctx.cookie(OpenId.COOKIE);
  }

  /// Whether the browser came by https, be it to a proxy before us.
  public boolean isSecure(Context ctx) {
    if (rules.https || ctx.req().isSecure()) return true;
    return rules.proxies.contains(ctx.req().getRemoteAddr())
        && "https".equalsIgnoreCase(ctx.header("X-Forwarded-Proto"));
  }

  /// A new password; all sessions of the account end.
  ///
  /// @throws IllegalArgumentException with a sentence if it is not good enough
  public void setPassword(long account, String password) {
    Passwords.check(password);
    boolean _ = store.accounts().setPassword(account, passwords.hash(password));
  }

  /// Whether this is the account's password; true if it has none.
  public boolean knows(long account, String password) {
    Optional<String> hash = store.accounts().password(account);
    return hash.isEmpty() || passwords.matches(password, hash.get());
  }

  /// Adds an account. The first to be added takes over what the person on this machine has.
  ///
  /// @throws IllegalArgumentException with a sentence if the name or the password cannot be
  public Account add(String name, String password) {
    AccountName.check(name);
    Passwords.check(password);
    Account first = store.accounts().find(freshet.store.Accounts.FIRST).orElseThrow();
    if (store.accounts().all().size() == 1 && !first.hasPassword() && first.outside() == null) {
      boolean _ = store.accounts().rename(first.id(), name);
      boolean _ = store.accounts().setPassword(first.id(), passwords.hash(password));
      return store.accounts().find(first.id()).orElseThrow();
    }
    return store
        .accounts()
        .add(name, passwords.hash(password), clock.instant())
        .orElseThrow(() -> new IllegalArgumentException("There is an account '" + name + "'"));
  }

  /// A new token.
  ///
  /// @param id what names it in lists
  public record Made(String id, String token) {}

  /// A new token for a program. Only its hash is kept: this is the one time to see it.
  ///
  /// @param label what the account calls it
  public String newToken(Account account, String label) {
    return make(account, label).token;
  }

  /// The same, with what names it.
  public Made make(Account account, String label) {
    String token = Secrets.token();
    store
        .keys()
        .addToken(
            account.id(),
            label,
            Secrets.hash(token),
            Secrets.hash(Secrets.feverKey(account.name(), token)),
            clock.instant());
    return new Made(freshet.store.Keys.shown(Secrets.hash(token)), token);
  }
}
