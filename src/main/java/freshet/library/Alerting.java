package freshet.library;

import freshet.alert.MailServer;
import freshet.catalog.Catalog;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Alert;
import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.model.Mark;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.model.SavedSearch;
import freshet.model.Secret;
import freshet.model.UnderstoodQuery;
import freshet.model.Visibility;
import freshet.notify.Rulebook;
import freshet.search.IndexUnavailable;
import freshet.store.Store;
import freshet.text.Cut;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules of an account and the alerts that they raise.
public final class Alerting {
  private static final int MOST_RULES = 500;

  /// A rule is tried on so many entries before it is saved.
  private static final int TRIED_ON = 1000;

  private static final int SHOWN = 10;
  private static final int LONGEST_SECRET = 300;

  private final Store store;
  private final @Nullable Catalog catalog;
  private final @Nullable Rulebook rulebook;
  private final InstantSource clock;

  /// @param catalog and `rulebook`: null if the search, which rules need, is switched off
  public Alerting(
      Store store, @Nullable Catalog catalog, @Nullable Rulebook rulebook, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.rulebook = rulebook;
    this.clock = clock;
  }

  /// Whether rules do anything here.
  public boolean isOn() {
    return rulebook != null;
  }

  /// Rules that look at one feed.
  public FeedFilters filters(FollowedFeeds feeds) {
    return new FeedFilters(this, feeds);
  }

  public List<Rule> rules(Account who) {
    return store.rules().all(who.id());
  }

  public Rule rule(Account who, long id) {
    return store.rules().find(who.id(), id).orElseThrow(() -> noRule(id));
  }

  private static Refusal noRule(long id) {
    return new Refusal(Reason.NO_RULE, "There is no rule " + id);
  }

  /// Keeps a rule: a new one if its number is 0.
  ///
  /// @throws Refusal `WRONG` with the part of it that cannot be
  public Rule save(Account who, Rule given) {
    Rulebook rulebook = rulebook();
    Rule rule = checked(who, given, rulebook.canMail());
    if (rule.id() == 0) {
      if (rules(who).size() >= MOST_RULES) {
        throw Refusal.wrong(
            "name", "there are " + MOST_RULES + " rules already, which is the most");
      }
      return store.rules().add(who.id(), rule);
    }
    if (!store.rules().change(who.id(), rule)) throw noRule(rule.id());
    rulebook.wake();
    return rule(who, rule.id());
  }

  private Rule checked(Account who, Rule r, boolean canMail) {
    String name = Checked.name("name", r.name(), SavedSearch.LONGEST_NAME);
    String query = meant(r.query());
    if (r.actions().isEmpty()) {
      throw Refusal.wrong("actions", "must name at least one of alert, star, read, hide, tag");
    }
    if (r.frequency() != Frequency.AT_ONCE && r.way() != Way.EMAIL) {
      throw Refusal.wrong(r.daily() ? "daily" : "weekly", "is for e-mail only");
    }
    String tag =
        r.actions().contains(Action.TAG) ? Checked.name("tag", r.tag(), Mark.LONGEST_TAG) : null;
    String secret = r.secret() == null || r.secret().isBlank() ? null : r.secret().strip();
    if (secret != null
        && (secret.length() > LONGEST_SECRET
            || !secret.chars().allMatch(c -> c > ' ' && c < 0x7f))) {
      throw Refusal.wrong(
          "secret", "must be plain characters without blanks, at most " + LONGEST_SECRET);
    }
    String target = target(r, canMail);
    return new Rule(
        r.id(),
        name,
        query,
        r.actions(),
        r.way(),
        target,
        secret(who, r, target, secret),
        r.frequency(),
        r.enabled(),
        clock.instant(),
        tag);
  }

  /// A query that can be kept.
  static String query(String typed) {
    String query = typed.strip();
    if (!query.isEmpty() && query.length() <= UnderstoodQuery.LONGEST) return query;
    throw Refusal.wrong(
        "query", "must be a query of at most " + UnderstoodQuery.LONGEST + " characters");
  }

  /// A query that a rule can go by: nothing of it is left out, which would be a rule for more than
  /// was meant.
  String meant(String typed) {
    String query = query(typed);
    String leftOut = understood(query).leftOut();
    if (leftOut == null) return query;
    throw Refusal.wrong("query", notUnderstood(leftOut));
  }

  private static String notUnderstood(String part) {
    return "Not understood: '"
        + Cut.to(part, 60)
        + "'. Dates are written like 2026-11-15 or yesterday, ages like 3d or 2w, languages like et"
        + " or Estonian";
  }

  UnderstoodQuery understood(String query) {
    if (catalog == null) throw searchOff();
    return catalog.finder().understood(query);
  }

  /// The part of a rule's search that is not understood: such a rule does nothing. Null if all is,
  /// and where rules are off.
  public @Nullable String notUnderstood(Rule rule) {
    return catalog == null ? null : understood(rule.query()).leftOut();
  }

  private static @Nullable String target(Rule r, boolean canMail) {
    String target = r.target() == null ? "" : r.target().strip();
    return switch (r.way()) {
      case LIST -> null;
      case EMAIL -> {
        if (!MailServer.isMailAddress(target)) {
          throw Refusal.wrong("target", "must be an e-mail address");
        }
        if (!canMail) {
          throw Refusal.wrong(
              "way", "cannot be 'email': no mail server is set (settings 'smtp' and 'mail.from')");
        }
        yield target;
      }
      case WEBHOOK, NTFY, GOTIFY -> {
        try {
          yield FeedUrl.of(target).toString();
        } catch (IllegalArgumentException e) {
          throw Refusal.wrong("target", "must be a web address: " + e.getMessage());
        }
      }
    };
  }

  /// What is not given anew stays, as long as it is for the same receiver.
  private @Nullable String secret(
      Account who, Rule r, @Nullable String target, @Nullable String given) {
    if (r.way() == Way.LIST || r.way() == Way.EMAIL) return null;
    if (given != null) return given;
    Optional<Rule> known = r.id() == 0 ? Optional.empty() : store.rules().find(who.id(), r.id());
    if (known.isPresent()
        && known.get().way() == r.way()
        && Objects.equals(known.get().target(), target)) {
      return known.get().secret();
    }
    if (r.way() == Way.GOTIFY) {
      throw Refusal.wrong("secret", "must be the token of the application in Gotify");
    }
    return r.way() == Way.NTFY ? null : Secret.random();
  }

  /// What a rule would have done.
  ///
  /// @param of how many of the newest entries it was tried on
  /// @param newest some of those that fit, the newest first
  public record Trial(UnderstoodQuery query, int matched, int of, List<Entry> newest) {}

  /// What a rule with this query would have done to the newest entries.
  public Trial tryOut(Account who, String typed) {
    Rulebook _ = rulebook();
    String query = meant(typed);
    Catalog catalog = Objects.requireNonNull(this.catalog, "rules are off without it");
    Visibility visibility = Browsing.visibility(store, who);
    try {
      List<Long> last =
          store.rules().lastEntries(visibility, catalog.keeper().findable(), TRIED_ON);
      List<Long> fit =
          last.isEmpty() ? List.of() : catalog.finder().matching(query, visibility, last);
      return new Trial(
          catalog.finder().understood(query),
          fit.size(),
          last.size(),
          fit.stream()
              .sorted((a, b) -> Long.compare(b, a))
              .limit(SHOWN)
              .map(id -> store.entries().find(id))
              .flatMap(Optional::stream)
              .toList());
    } catch (IndexUnavailable e) {
      throw Refusal.of(e);
    }
  }

  /// Removes a rule with its alerts.
  public void remove(Account who, long id) {
    if (!store.rules().remove(who.id(), id)) throw noRule(id);
  }

  /// Newest first.
  ///
  /// @param state null for all
  /// @param before the last of the page before; null for the first page
  public List<Alert> alerts(
      Account who, Alert.@Nullable State state, @Nullable Long before, int limit) {
    return store.alerts().page(who.id(), state, before, limit);
  }

  /// Tries an alert again that was given up or waits.
  public void retry(Account who, long alert) {
    Rulebook rulebook = rulebook();
    if (!store.alerts().retry(who.id(), alert, clock.instant())) {
      throw new Refusal(Reason.NO_ALERT, "There is no alert " + alert + " that was not sent");
    }
    rulebook.sendSoon();
  }

  /// Tries all alerts again that were given up.
  ///
  /// @return how many
  public int retryDead(Account who) {
    Rulebook rulebook = rulebook();
    int n = store.alerts().retryDead(who.id(), clock.instant());
    if (n > 0) rulebook.sendSoon();
    return n;
  }

  private Rulebook rulebook() {
    if (rulebook != null) return rulebook;
    throw searchOff();
  }

  private static Refusal searchOff() {
    return new Refusal(Reason.SEARCH_OFF, "Rules need it: set 'search = true'");
  }
}
