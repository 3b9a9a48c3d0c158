package freshet.library;

import freshet.account.AccountName;
import freshet.account.Authenticator;
import freshet.account.Passwords;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.DemoCrew;
import freshet.model.DemoProcess;
import freshet.model.FeedUrl;
import freshet.model.InForce;
import freshet.model.Kept;
import freshet.model.Machine;
import freshet.model.Session;
import freshet.model.Token;
import freshet.store.Store;
import freshet.text.Spans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Accounts, their passwords, sessions, tokens and settings: everybody looks after their own, the
/// administrator after those of others and after the installation.
public final class Administering {
  /// How an account wants the pages.
  public static final List<String> LOOK =
      List.of(
          "view",
          "theme",
          "by",
          "shown",
          "order",
          "reads",
          "font",
          "size",
          "width",
          "density",
          "pictures",
          "hours",
          "week",
          "zone",
          "language");

  /// The lines for the first visit of a page that the account has closed, one per line.
  public static final String CLOSED_HINTS = "closed-hints";

  private static final int MOST_TOKENS = 100;
  private static final int MOST_HINTS = 50;
  private static final int LONGEST_LABEL = 60;

  private final Store store;
  private final Following following;
  private final Authenticator authenticator;
  private final Installation installation;
  private final InstantSource clock;
  private final Supplier<List<Machine>> machines;
  private final DemoCrew crew;
  private final Remembered<List<Duration>, List<Kept>> kept;

  public Administering(
      Store store,
      Following following,
      Authenticator authenticator,
      Installation installation,
      InstantSource clock) {
    this(store, following, authenticator, installation, List::of, DemoCrew.NONE, clock);
  }

  /// @param machines those that work together with this one, as they were last heard of
  /// @param crew of the demo of many machines
  public Administering(
      Store store,
      Following following,
      Authenticator authenticator,
      Installation installation,
      Supplier<List<Machine>> machines,
      DemoCrew crew,
      InstantSource clock) {
    this.machines = machines;
    this.crew = crew;
    this.store = store;
    this.following = following;
    this.authenticator = authenticator;
    this.installation = installation;
    this.clock = clock;
    this.kept = new Remembered<>(clock, 5);
  }

  /// The programs that work together, by their names; none where one does it all.
  public List<Machine> machines(Account who) {
    Refusal.unlessAdministrator(who);
    return machines.get().stream().sorted(Comparator.comparing(Machine::name)).toList();
  }

  /// The processes of the demo of many machines; none elsewhere.
  public List<DemoProcess> processes(Account who) {
    Refusal.unlessAdministrator(who);
    return crew.processes();
  }

  /// Has something done to a process of the demo, or one of its role added.
  public void act(Account who, DemoProcess.Act act, String name) {
    Refusal.unlessAdministrator(who);
    boolean known =
        crew.processes().stream()
            .anyMatch(p -> act == DemoProcess.Act.ADD ? p.isAddable(name) : p.name().equals(name));
    if (known) crew.ask(act, name);
  }

  /// A feed that terminals began to read and never finished.
  ///
  /// @param address without a password
  /// @param terminals those that began it
  public record Unfinished(
      long feed, String address, int attempts, List<String> terminals, Instant at) {}

  /// The newest first.
  public List<Unfinished> unfinished(Account who) {
    Refusal.unlessAdministrator(who);
    return store.leases().deadLetters().stream()
        .map(d ->
            new Unfinished(
                d.feed(), FeedUrl.stored(d.url()).shown(), d.attempts(), d.terminals(), d.at()))
        .toList();
  }

  /// All accounts.
  public List<Account> accounts(Account who) {
    Refusal.unlessAdministrator(who);
    return store.accounts().all();
  }

  /// One's own, or anybody's for the administrator: others do not exist for the rest.
  public Account account(Account who, long id) {
    Optional<Account> found =
        id == who.id() || who.isAdministrator() ? store.accounts().find(id) : Optional.empty();
    return found.orElseThrow(() -> new Refusal(Reason.NO_ACCOUNT, "There is no user " + id));
  }

  /// Adds an account. Who adds others must have a password: from then on everybody has to log in.
  public Account add(Account who, String name, String password) {
    Refusal.unlessAdministrator(who);
    if (!who.hasPassword()) {
      throw new Refusal(Reason.PASSWORD_FIRST, "With a second account everybody has to log in");
    }
    return added(checkedName(name, 0), password);
  }

  /// The same for whoever can run commands on the data folder, and so looks after all who read
  /// there. The first account that is added takes over what there is.
  ///
  /// @param password asked for once the name is known to be free
  public Account addAtMachine(String name, Supplier<String> password) {
    Account first = store.accounts().find(Account.FIRST).orElseThrow();
    return added(checkedName(name, first.hasPassword() ? 0 : first.id()), password.get());
  }

  private Account added(String name, String password) {
    checking("password", () -> Passwords.check(password));
    return authenticator.add(name, password);
  }

  /// Sets a password without the old one, for whoever can run commands on the data folder. The
  /// account is logged out everywhere.
  public void setPasswordAtMachine(Account account, String password) {
    checking("password", () -> authenticator.setPassword(account.id(), password));
  }

  /// Where a proxy says who somebody is, a name is a key: the administrator alone gives it.
  public Account rename(Account who, long id, String name) {
    if (authenticator.isNamedByProxy()) Refusal.unlessAdministrator(who);
    Account account = account(who, id);
    boolean _ = store.accounts().rename(account.id(), checkedName(name, account.id()));
    return account(who, id);
  }

  private String checkedName(String typed, long own) {
    String name = typed.strip();
    checking("name", () -> AccountName.check(name));
    if (store.accounts().named(name).filter(a -> a.id() != own).isPresent()) {
      throw Refusal.wrong("name", "There is an account of this name");
    }
    return name;
  }

  private static void checking(String field, Runnable work) {
    try {
      work.run();
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong(field, String.valueOf(e.getMessage()));
    }
  }

  /// Sets a password; the account is logged out everywhere. Whoever found an open page or a token
  /// must not be able to lock its owner out, so for one's own the old one is needed, and guesses
  /// are counted with those at the log-in.
  ///
  /// @param from the network address that the request comes from
  public void setPassword(Account who, long id, String old, String password, String from) {
    Account account = account(who, id);
    if (account.id() == who.id()) confirm(account, old, from);
    checking("password", () -> authenticator.setPassword(account.id(), password));
  }

  /// Makes sure that it is the account's owner who acts: by the password, where there is one.
  ///
  /// @param from the network address that the request comes from
  public void confirm(Account who, String password, String from) {
    if (!who.hasPassword()) return;
    switch (authenticator.logIn(from, who.name(), password)) {
      case Authenticator.Outcome.In _ -> {}
      case Authenticator.Outcome.Wrong() -> throw Refusal.wrong("old", "is not the password");
      case Authenticator.Outcome.Wait(var span) -> throw Refusal.wait(span);
    }
  }

  /// Removes an account with all it has, and the feeds that nobody else follows.
  public void remove(Account who, long id) {
    Refusal.unlessAdministrator(who);
    Account account = account(who, id);
    if (account.isAdministrator()) {
      throw new Refusal(
          Reason.FIRST_ACCOUNT_STAYS,
          "The first account cannot be removed: feeds must be somebody's");
    }
    boolean _ = following.removeAccount(account.id());
  }

  public List<Token> tokens(Account who) {
    return store.credentials().tokens(who.id());
  }

  /// Makes a token for a program. Only its hash is kept: this is the one time to see it.
  ///
  /// @param label what the account calls it
  /// @param readOnly whether nothing can be changed with it
  public Authenticator.Made newToken(Account who, String label, boolean readOnly) {
    String name = Checked.name("name", label, LONGEST_LABEL);
    if (tokens(who).size() >= MOST_TOKENS) {
      throw new Refusal(Reason.TOO_MANY, "Revoke a token first; you have " + MOST_TOKENS);
    }
    return authenticator.make(who, name, readOnly);
  }

  public void revoke(Account who, String token) {
    if (store.credentials().revoke(who.id(), token)) return;
    throw new Refusal(Reason.NO_TOKEN, "You have no token '" + token + "'");
  }

  public List<Session> sessions(Account who) {
    return store.credentials().sessions(who.id());
  }

  public void logOutEverywhere(Account who) {
    int _ = store.credentials().endSessions(who.id());
  }

  /// What the account has set for itself, by name.
  public Map<String, String> settings(Account who) {
    return store.settings().of(who.id());
  }

  /// Sets how the account wants the pages.
  ///
  /// @param look by the names of [#LOOK]
  public void setLook(Account who, Map<String, String> look) {
    look.forEach((name, word) -> {
      if (!LOOK.contains(name)) throw Refusal.wrong(name, "is no setting of the pages");
      store.settings().put(who.id(), name, word, clock.instant());
    });
  }

  /// A line for the first visit of a page is not shown again.
  public void closeHint(Account who, String hint) {
    if (!hint.matches("[a-z]{1,20}")) throw Refusal.wrong("hint", "is none");
    var _ =
        store
            .settings()
            .change(
                who.id(),
                CLOSED_HINTS,
                before -> {
                  Set<String> closed = new TreeSet<>(before);
                  if (closed.size() < MOST_HINTS) closed.add(hint);
                  return List.copyOf(closed);
                },
                clock.instant());
  }

  /// The settings of the installation as they are written down.
  public List<InForce> installation(Account who) {
    Refusal.unlessAdministrator(who);
    return installation.all();
  }

  /// Those that hold now.
  public List<InForce> inForce(Account who) {
    Refusal.unlessAdministrator(who);
    return installation.inForce();
  }

  /// Writes one of them down; it is in force at once if it can be, else from the next start on.
  public void setUp(Account who, String name, String value) {
    Refusal.unlessAdministrator(who);
    checking(
        name,
        () -> {
          try {
            installation.change(name, value);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// What is kept, what it costs on the disk, and what of it some limits would take away.
  public List<Kept> kept(Account who, List<Duration> limits) {
    Refusal.unlessAdministrator(who);
    return kept.get(limits, () -> store.keeping().all(clock.instant(), limits));
  }

  /// What another value of a setting would take away for good; empty if that is nothing.
  public Optional<Kept> wouldGo(Account who, String name, String value) {
    Refusal.unlessAdministrator(who);
    Kept.Kind kind = Kept.Kind.of(name).orElse(null);
    if (kind == null || value.equals("0")) return Optional.empty();
    Duration keep;
    try {
      keep = Spans.parse(value);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // setUp says what is wrong with it
    }
    return Optional.of(store.keeping().kept(kind, clock.instant(), List.of(keep)))
        .filter(k -> k.older().getFirst().count() > 0);
  }
}
