package freshet.model;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which entries: null means all. What an account may see of them is not said here; what it made of
/// them is that of the account that asks.
///
/// @param filed the feeds whose first folder it is, and none inside it; empty for those that are in
///   no folder
/// @param label a folder or a tag of this name, for programs that know no difference
/// @param notFeed and `notLabel`: left out, for such programs too
/// @param since and `until`: by when they arrived
/// @param changed those that have arrived, been edited or been marked after it
public record Selection(
    @Nullable Long feed,
    @Nullable String folder,
    @Nullable String filed,
    @Nullable String topic,
    @Nullable String language,
    @Nullable Long event,
    @Nullable String tag,
    @Nullable String label,
    @Nullable Long notFeed,
    @Nullable String notLabel,
    Tristate unread,
    Tristate starred,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Instant changed) {
  public static final Selection ALL =
      new Selection(
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          Tristate.ANY,
          Tristate.ANY,
          null,
          null,
          null);

  public static Selection ofFeed(long feed) {
    return ALL.withFeed(feed);
  }

  /// What the parameters of an address or a form ask for, by the names that pages use.
  ///
  /// @throws IllegalArgumentException if a number is none
  public static Selection of(Function<String, @Nullable String> parameters) {
    return ALL.withFeed(number(parameters.apply("feed")))
        .withFolder(given(parameters.apply("folder")))
        .withTopic(given(parameters.apply("topic")))
        .withLanguage(given(parameters.apply("lang")))
        .withEvent(number(parameters.apply("event")))
        .withTag(given(parameters.apply("tag")));
  }

  private static @Nullable String given(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private static @Nullable Long number(@Nullable String text) {
    return text == null || text.isEmpty() ? null : Long.valueOf(text);
  }

  /// The address of the page that shows it, by which a view that is shared is known.
  public String view() {
    StringBuilder query = new StringBuilder();
    add(query, "feed", feed);
    add(query, "folder", folder);
    add(query, "lang", language);
    add(query, "topic", topic);
    add(query, "event", event);
    add(query, "tag", tag);
    return (starred == Tristate.ONLY ? "/starred" : "/") + query;
  }

  private static void add(StringBuilder query, String name, @Nullable Object value) {
    if (value == null) return;
    query
        .append(query.isEmpty() ? '?' : '&')
        .append(name)
        .append('=')
        .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
  }

  /// What a page shows, by its address; empty if it is not one that shows entries.
  public static Optional<Selection> ofView(String address) {
    if (!address.matches("/(starred)?(\\?.*)?")) return Optional.empty();
    int query = address.indexOf('?');
    Map<String, String> parameters = new HashMap<>();
    try {
      for (String part : query < 0 ? new String[0] : address.substring(query + 1).split("&", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) continue;
        parameters.put(
            part.substring(0, equals),
            URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
      }
      return Optional.of(
          of(parameters::get)
              .withStarred(address.startsWith("/starred") ? Tristate.ONLY : Tristate.ANY));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Whether nothing is left out, but for what an account has made of entries and their times.
  public boolean isWhole() {
    return feed == null
        && folder == null
        && filed == null
        && topic == null
        && language == null
        && event == null
        && tag == null
        && label == null
        && notFeed == null
        && notLabel == null;
  }

  public Selection withFeed(@Nullable Long other) {
    return new Selection(
        other, folder, filed, topic, language, event, tag, label, notFeed, notLabel, unread,
        starred, since, until, changed);
  }

  public Selection withFolder(@Nullable String other) {
    return new Selection(
        feed, other, filed, topic, language, event, tag, label, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withFiled(@Nullable String other) {
    return new Selection(
        feed, folder, other, topic, language, event, tag, label, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withTopic(@Nullable String other) {
    return new Selection(
        feed, folder, filed, other, language, event, tag, label, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withLanguage(@Nullable String other) {
    return new Selection(
        feed, folder, filed, topic, other, event, tag, label, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withEvent(@Nullable Long other) {
    return new Selection(
        feed, folder, filed, topic, language, other, tag, label, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withTag(@Nullable String other) {
    return new Selection(
        feed, folder, filed, topic, language, event, other, label, notFeed, notLabel, unread,
        starred, since, until, changed);
  }

  public Selection withLabel(@Nullable String other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, other, notFeed, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withNotFeed(@Nullable Long other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, other, notLabel, unread, starred,
        since, until, changed);
  }

  public Selection withNotLabel(@Nullable String other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, other, unread, starred,
        since, until, changed);
  }

  public Selection withUnread(Tristate other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, notLabel, other, starred,
        since, until, changed);
  }

  public Selection withStarred(Tristate other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, notLabel, unread, other,
        since, until, changed);
  }

  public Selection withSince(@Nullable Instant other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, notLabel, unread, starred,
        other, until, changed);
  }

  public Selection withUntil(@Nullable Instant other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, notLabel, unread, starred,
        since, other, changed);
  }

  public Selection withChanged(@Nullable Instant other) {
    return new Selection(
        feed, folder, filed, topic, language, event, tag, label, notFeed, notLabel, unread, starred,
        since, until, other);
  }
}
