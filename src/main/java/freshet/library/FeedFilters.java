package freshet.library;

import freshet.model.Account;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Filters of one feed: rules ([Alerting]) that look at its entries only. What they do is the
/// account's own; others who follow the feed do not notice.
public final class FeedFilters {
  private static final int LONGEST_NAME = 150;

  private final Alerting alerting;
  private final FollowedFeeds feeds;

  FeedFilters(Alerting alerting, FollowedFeeds feeds) {
    this.alerting = alerting;
    this.feeds = feeds;
  }

  public enum Kind {
    /// Entries with these words are hidden.
    HIDE,
    /// All others are hidden.
    ONLY,
    /// Entries with these words count as read.
    READ,
    /// Entries with these words are starred.
    STAR;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// @param words as in a search, without the feed
  public record Filter(long rule, Kind kind, String words) {}

  /// Those of a feed, the first first.
  public List<Filter> of(Account who, long feed) {
    String start = start(feeds.find(who, feed).id());
    return alerting.rules(who).stream()
        .filter(r -> r.query().startsWith(start))
        .flatMap(r -> filter(r, r.query().substring(start.length())).stream())
        .toList();
  }

  private static List<Filter> filter(Rule rule, String rest) {
    boolean only = rest.startsWith("-(") && rest.endsWith(")");
    Kind kind =
        rule.actions().equals(Set.of(Action.HIDE))
            ? only ? Kind.ONLY : Kind.HIDE
            : rule.actions().equals(Set.of(Action.READ))
                ? Kind.READ
                : rule.actions().equals(Set.of(Action.STAR)) ? Kind.STAR : null;
    if (kind == null) return List.of();
    boolean wrapped = kind == Kind.ONLY || (rest.startsWith("(") && rest.endsWith(")"));
    String words = wrapped ? rest.substring(kind == Kind.ONLY ? 2 : 1, rest.length() - 1) : rest;
    return List.of(new Filter(rule.id(), kind, words));
  }

  private static String start(long feed) {
    return "feed:" + feed + " ";
  }

  private static String query(long feed, Kind kind, String words) {
    if (words.isBlank()) throw Refusal.wrong("query", "must not be empty");
    return start(feed) + (kind == Kind.ONLY ? "-(" : "(") + words.strip() + ")";
  }

  /// @throws Refusal `WRONG` if the words are no search
  public Rule add(Account who, long feed, Kind kind, String words) {
    var followed = feeds.find(who, feed);
    String query = query(followed.id(), kind, words);
    String name = followed.name() + ": " + words.strip();
    Action action =
        switch (kind) {
          case HIDE, ONLY -> Action.HIDE;
          case READ -> Action.READ;
          case STAR -> Action.STAR;
        };
    return alerting.save(
        who,
        new Rule(
            0,
            name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name,
            query,
            Set.of(action),
            Way.LIST,
            null,
            null,
            Frequency.AT_ONCE,
            true,
            Instant.EPOCH,
            null));
  }

  /// What it would have done to the newest entries.
  public Alerting.Trial tryOut(Account who, long feed, Kind kind, String words) {
    return alerting.tryOut(who, query(feeds.find(who, feed).id(), kind, words));
  }
}
