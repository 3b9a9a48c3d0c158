package freshet.library;

import freshet.model.Account;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.text.Cut;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
  /// @param notUnderstood the part of them for which it does nothing, mostly null
  public record Filter(long rule, Kind kind, String words, @Nullable String notUnderstood) {}

  /// Those of a feed, the first first.
  public List<Filter> of(Account who, long feed) {
    String start = start(feeds.find(who, feed).id());
    return alerting.rules(who).stream()
        .filter(r -> r.query().startsWith(start))
        // "feed:7 a OR b" is about other feeds, too
        .filter(r -> alerting.understood(r.query()).understood().startsWith(start))
        .flatMap(r -> filter(r, r.query().substring(start.length())).stream())
        .toList();
  }

  private List<Filter> filter(Rule rule, String rest) {
    boolean only = rest.startsWith("-(") && isOneGroup(rest, 1);
    Kind kind =
        rule.actions().equals(Set.of(Action.HIDE))
            ? only ? Kind.ONLY : Kind.HIDE
            : rule.actions().equals(Set.of(Action.READ))
                ? Kind.READ
                : rule.actions().equals(Set.of(Action.STAR)) ? Kind.STAR : null;
    if (kind == null) return List.of();
    boolean wrapped = kind == Kind.ONLY || (rest.startsWith("(") && isOneGroup(rest, 0));
    String words = wrapped ? rest.substring(kind == Kind.ONLY ? 2 : 1, rest.length() - 1) : rest;
    return List.of(new Filter(rule.id(), kind, words, alerting.notUnderstood(rule)));
  }

  private static String start(long feed) {
    return "feed:" + feed + " ";
  }

  /// Whether the parenthesis that opens here closes with the last character.
  private static boolean isOneGroup(String text, int from) {
    int open = 0;
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') quoted = !quoted;
      else if (!quoted && c == '(') open++;
      else if (!quoted && c == ')' && --open == 0) return i == text.length() - 1;
    }
    return false;
  }

  /// Words that would mean something else in parentheses, as `a) OR b` does, stand there as they
  /// are understood alone.
  private String query(long feed, Kind kind, String words) {
    if (words.isBlank()) throw Refusal.wrong("query", "must not be empty");
    String alone = alerting.meant(words);
    String understood = alerting.understood(alone).understood();
    String group = "(" + alone + ")";
    boolean same =
        isOneGroup(group, 0) && alerting.understood(group).understood().equals(understood);
    return start(feed) + (kind == Kind.ONLY ? "-(" : "(") + (same ? alone : understood) + ")";
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
            Cut.to(name, LONGEST_NAME),
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
