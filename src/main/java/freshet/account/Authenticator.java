package freshet.account;

import freshet.model.Account;
import freshet.store.Store;
import freshet.text.Cut;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The door: tells for which account a request acts, and begins and ends sessions.
///
/// In this order: a token (`Authorization: Bearer`, or `Basic` with the account's name), the header
/// of a trusted proxy, the session's cookie. Where Freshet listens on loopback and nobody has set a
/// password, everybody is the first account whom no proxy brings.
public final class Authenticator {
  static final String COOKIE = "freshet-session";

  /// How a command on this machine shows that it can read the data folder, and the header in which
  /// it says for whom it acts: an account's name, percent-encoded.
  public static final String FOLDER = "Freshet-Folder";

  public static final String FOR_ACCOUNT = "Freshet-Account";

  private static final Duration SESSION = Duration.ofDays(30);
  private static final Duration CROWDED = Duration.ofSeconds(5);

  /// What proxies add when they hand a request on.
  private static final List<String> FORWARDING =
      List.of(
          "X-Forwarded-For",
          "X-Forwarded-Host",
          "X-Forwarded-Proto",
          "X-Forwarded-Server",
          "X-Original-Forwarded-For",
          "X-Real-IP",
          "X-Client-IP",
          "True-Client-IP",
          "CF-Connecting-IP",
          "Forwarded",
          "Via");

  private static final Logger log = LoggerFactory.getLogger(Authenticator.class);

  private final Store store;
  private final Rules rules;
  private final @Nullable OpenId openId;
  private final InstantSource clock;
  private final Passwords passwords = new Passwords();
  private final Attempts attempts = new Attempts();

  /// Each takes 19 MiB and a good part of a second: who comes when so many wait is sent away.
  private final Semaphore waiting = new Semaphore(32);

  private volatile Instant machineSeen = Instant.MIN;
  private volatile boolean warned;

  /// The hash of what is in the data folder while this runs; null for nothing.
  private volatile @Nullable String folderKey;

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

  public Authenticator(Store store, Rules rules, InstantSource clock) {
    this(store, rules, null, clock);
  }

  /// @param openId null if no provider is set
  public Authenticator(Store store, Rules rules, @Nullable OpenId openId, InstantSource clock) {
    this.store = store;
    this.rules = rules;
    this.openId = openId;
    this.clock = clock;
  }

  /// Lets commands in that can read this in the data folder.
  public void letIn(String key) {
    folderKey = Secrets.hash(key);
  }

  /// The provider that can say who one is; null if none is set.
  public @Nullable OpenId openId() {
    return openId;
  }

  /// The account of somebody whom the provider knows: the one that is linked, or the one that was
  /// logged in, which is linked now, or a new one where the settings allow it. Never one that
  /// merely has the same name. The first who comes takes over what the person on this machine has.
  /// Nobody if it was to be linked, and is linked with another account.
  public Optional<Account> known(OpenId.Outcome.Known who) {
    Optional<Account> linked = store.accounts().linked(who.subject());
    if (who.account() != null && linked.isPresent() && linked.get().id() != who.account()) {
      return Optional.empty();
    }
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
    Account first = store.accounts().find(Account.FIRST).orElseThrow();
    Optional<Account> account = Optional.empty();
    if (store.accounts().all().size() == 1 && first.isFree()) {
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

  /// Whether a proxy says by a name who somebody is.
  public boolean isNamedByProxy() {
    return rules.header != null;
  }

  /// For whom the request acts; empty if it says nothing, or nothing that is true.
  public Optional<Caller> caller(Context ctx) {
    Optional<Caller> found = find(ctx);
    found.ifPresent(v -> v.bring(ctx));
    return found;
  }

  private Optional<Caller> find(Context ctx) {
    String authorization = ctx.header("Authorization");
    if (authorization != null) {
      return authorization.startsWith(FOLDER + " ")
          ? byFolder(ctx, authorization.substring(FOLDER.length() + 1))
          : byToken(authorization);
    }
    Optional<Caller> vouched = byProxy(ctx);
    if (vouched.isPresent()) return vouched;
    String session = ctx.cookie(COOKIE);
    if (session != null && session.length() < 100) {
      Instant now = clock.instant();
      Optional<Caller> known =
          store
              .credentials()
              .session(Secrets.hash(session), now, now.plus(SESSION))
              .flatMap(store.accounts()::find)
              .map(a -> new Caller(a, Caller.Via.SESSION, session));
      if (known.isPresent()) return known;
    }
    return isOpen() && !isForwarded(ctx) ? machine() : Optional.empty();
  }

  /// Whether a reverse proxy brought it: then it may be anybody's, though it comes from loopback.
  private boolean isForwarded(Context ctx) {
    boolean forwarded = FORWARDING.stream().anyMatch(h -> ctx.header(h) != null);
    if (forwarded && !warned) {
      warned = true;
      log.warn(
          "Requests come through a proxy, and nobody has a password yet: they are not let in. Set"
              + " one with ./freshet account add NAME");
    }
    return forwarded;
  }

  private Optional<Caller> machine() {
    Instant now = clock.instant();
    if (machineSeen.isBefore(now.minus(Duration.ofHours(1)))) {
      machineSeen = now;
      boolean _ = store.accounts().seen(Account.FIRST, now);
    }
    return store.accounts().find(Account.FIRST).map(a -> new Caller(a, Caller.Via.MACHINE, null));
  }

  /// A command on this machine, for the first account or the one it names.
  private Optional<Caller> byFolder(Context ctx, String key) {
    String expected = folderKey;
    String from = ctx.req().getRemoteAddr();
    boolean here = NetworkAddress.isLoopback(from) || from.equals(ctx.req().getLocalAddr());
    if (expected == null
        || !here
        || FORWARDING.stream().anyMatch(h -> ctx.header(h) != null)
        || !Secrets.same(Secrets.hash(key.strip()), expected)) {
      return Optional.empty();
    }
    String name = ctx.header(FOR_ACCOUNT);
    Optional<Account> account =
        name == null
            ? store.accounts().find(Account.FIRST)
            : store.accounts().named(URLDecoder.decode(name, StandardCharsets.UTF_8));
    return account.map(a -> new Caller(a, Caller.Via.FOLDER, null));
  }

  private Optional<Caller> byToken(String authorization) {
    int space = authorization.indexOf(' ');
    if (space < 0 || authorization.length() > 1000) return Optional.empty();
    String value = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "bearer" -> ofToken(value);
      case "basic" -> {
        String pair = decoded(value);
        int colon = pair.indexOf(':');
        yield colon < 0
            ? Optional.empty()
            : ofToken(pair.substring(colon + 1))
                .filter(c -> isNamed(c.account(), pair.substring(0, colon)));
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

  private Optional<Caller> ofToken(String token) {
    return store
        .credentials()
        .token(Secrets.hash(Secrets.typed(token)), clock.instant())
        .flatMap(holder ->
            store
                .accounts()
                .find(holder.account())
                .map(a ->
                    new Caller(
                        a, holder.readOnly() ? Caller.Via.READ_TOKEN : Caller.Via.TOKEN, null)));
  }

  private static boolean isNamed(Account account, String name) {
    return account.name().equalsIgnoreCase(name.strip());
  }

  /// Apps mark what was read by themselves, so a token that may only read is none for them.
  private Optional<Account> forApp(Optional<Caller> caller) {
    return caller.filter(Caller::mayWrite).map(Caller::account);
  }

  /// For whom a request of the reader protocols acts: by its header or, as Liferea before 1.15 has
  /// it, by what it was given at log-in as `T` in its form.
  public Optional<Account> reader(Context ctx) {
    String header = ctx.header("Authorization");
    if (header == null) {
      String given = ctx.req().getMethod().equals("POST") ? ctx.formParam("T") : null;
      return given == null ? Optional.empty() : given(given);
    }
    String auth = "GoogleLogin auth=";
    return header.regionMatches(true, 0, auth, 0, auth.length())
        ? given(header.substring(auth.length()).strip())
        : forApp(byToken(header));
  }

  /// What an app was given at log-in: a name and a token. The token says whose it is, so that the
  /// app goes on when its account is renamed.
  private Optional<Account> given(String auth) {
    int slash = auth.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : forApp(ofToken(auth.substring(slash + 1)));
  }

  /// For whom a request of Miniflux's API acts, by its headers alone.
  public Optional<Account> miniflux(Context ctx) {
    String token = ctx.header("X-Auth-Token");
    if (token != null) return forApp(ofToken(token));
    String header = ctx.header("Authorization");
    return header == null ? Optional.empty() : forApp(byToken(header));
  }

  /// For whom a request of the Fever protocol acts, by the key in its form, which is made of a name
  /// and a token.
  public Optional<Account> fever(Context ctx) {
    String key = ctx.formParam("api_key");
    if (key == null || !key.matches("[0-9a-fA-F]{32}")) return Optional.empty();
    String hash = Secrets.hash(key.toLowerCase(Locale.ROOT));
    Outcome outcome =
        byKey(
            address(ctx),
            hash,
            store.credentials().feverKey(hash, clock.instant()).flatMap(store.accounts()::find));
    return outcome instanceof Outcome.In(Account account) ? Optional.of(account) : Optional.empty();
  }

  private Optional<Caller> byProxy(Context ctx) {
    if (rules.header == null || !rules.proxies.contains(ctx.req().getRemoteAddr())) {
      return Optional.empty();
    }
    List<String> names = Collections.list(ctx.req().getHeaders(rules.header));
    if (names.size() != 1) return Optional.empty(); // of two, one would be the client's own
    String name = names.getFirst();
    if (name.isBlank()) return Optional.empty();
    // The account that is there from the start is nobody's before somebody has taken it: that the
    // proxy knows somebody by the name it happens to have makes nobody the administrator.
    Optional<Account> account = store.accounts().named(name.strip()).filter(a -> !a.isUntaken());
    if (account.isEmpty() && rules.makeAccounts && AccountName.isOne(name.strip())) {
      account = store.accounts().add(name.strip(), null, clock.instant());
    }
    account.ifPresent(this::seen);
    return account.map(a -> new Caller(a, Caller.Via.PROXY, null));
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
    return logIn(address(ctx), name, password);
  }

  /// @param from the network address that the try comes from
  public Outcome logIn(String from, String name, String password) {
    Instant begun = clock.instant();
    Optional<Duration> wait = attempts.begin(from, name, begun);
    if (wait.isPresent()) return new Outcome.Wait(wait.get());
    if (!waiting.tryAcquire()) {
      attempts.takeBack(from, name, begun);
      return new Outcome.Wait(CROWDED);
    }
    Optional<Account> account;
    try {
      account = store.accounts().named(name.strip());
      String hash = account.flatMap(a -> store.accounts().password(a.id())).orElse(null);
      if (!passwords.matches(password, hash)) return new Outcome.Wrong();
    } finally {
      waiting.release();
    }
    attempts.takeBack(from, name, begun);
    seen(account.orElseThrow());
    return new Outcome.In(account.orElseThrow());
  }

  /// Tries a name and a token, as clients of the reader protocols do.
  public Outcome logInByToken(Context ctx, String name, String token) {
    String hash = Secrets.hash(name.strip() + ":" + Secrets.typed(token));
    Optional<Account> account = forApp(ofToken(token)).filter(a -> isNamed(a, name));
    return byKey(address(ctx), hash, account);
  }

  /// A right one passes however many were wrong: none can be guessed.
  private Outcome byKey(String from, String hash, Optional<Account> account) {
    if (account.isPresent()) {
      seen(account.get());
      return new Outcome.In(account.get());
    }
    return attempts
        .wrongKey(from, hash, clock.instant())
        .<Outcome>map(Outcome.Wait::new)
        .orElseGet(Outcome.Wrong::new);
  }

  /// The same for all addresses of a home.
  public String household(Context ctx) {
    String from = address(ctx);
    return NetworkAddress.of(from).map(NetworkAddress::household).orElse(from);
  }

  /// Where a request comes from; a trusted proxy is believed about it.
  public String address(Context ctx) {
    String from = ctx.req().getRemoteAddr();
    if (!rules.proxies.contains(from)) return from;
    for (String written : forwarded(ctx, "X-Forwarded-For").reversed()) {
      Optional<NetworkAddress> hop = NetworkAddress.of(written);
      if (hop.isEmpty()) return from;
      if (!rules.proxies.contains(hop.get().text())) return hop.get().text();
    }
    return from;
  }

  /// What a header says, the proxy's own word last: some write it behind what a client sent, others
  /// (HAProxy) in a line of its own.
  private static List<String> forwarded(Context ctx, String header) {
    List<String> lines = Collections.list(ctx.req().getHeaders(header));
    return List.of(String.join(",", lines).split(",", -1));
  }

  /// Begins a session for this browser.
  public void begin(Context ctx, Account account) {
    String secret = Secrets.random();
    Instant now = clock.instant();
    String agent = ctx.header("User-Agent");
    store
        .credentials()
        .startSession(
            Secrets.hash(secret),
            account.id(),
            agent == null ? null : Cut.start(agent, 200),
            now,
            now.plus(SESSION));
    ctx.cookie(cookie(ctx, secret, (int) SESSION.toSeconds()));
  }

  /// Ends the session of this browser.
  public void end(Context ctx) {
    String secret = ctx.cookie(COOKIE);
    if (secret != null) store.credentials().endSession(Secrets.hash(secret));
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
        && forwarded(ctx, "X-Forwarded-Proto").getLast().strip().equalsIgnoreCase("https");
  }

  /// A new password; all sessions of the account end.
  ///
  /// @throws IllegalArgumentException with a sentence if it is not good enough
  public void setPassword(long account, String password) {
    Passwords.check(password);
    boolean _ = store.accounts().setPassword(account, passwords.hash(password));
  }

  /// Adds an account. The first to be added takes over what the person on this machine has.
  ///
  /// @throws IllegalArgumentException with a sentence if the name or the password cannot be
  public Account add(String name, String password) {
    AccountName.check(name);
    Passwords.check(password);
    Account first = store.accounts().find(Account.FIRST).orElseThrow();
    if (store.accounts().all().size() == 1 && first.isFree()) {
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
    return make(account, label, false).token;
  }

  /// The same, with what names it.
  ///
  /// @param readOnly whether nothing can be changed with it
  public Made make(Account account, String label, boolean readOnly) {
    String token = Secrets.token();
    store
        .credentials()
        .addToken(
            account.id(),
            label,
            Secrets.hash(token),
            readOnly
                ? List.of()
                : Secrets.feverKeys(account.name(), token).stream().map(Secrets::hash).toList(),
            readOnly,
            clock.instant());
    return new Made(freshet.store.Credentials.shown(Secrets.hash(token)), token);
  }
}
