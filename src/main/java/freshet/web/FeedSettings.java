package freshet.web;

import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedEdit.To;
import freshet.text.Spans;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The form with which a person changes a feed.
///
/// Headers may hold secrets, so their values are not shown: only what they are called.
///
/// @param interval as people write it; empty if it is learned
/// @param headers a line each, typed anew; empty for those that there are
/// @param known the names of the headers that are sent now
/// @param error why it was refused
public record FeedSettings(
    String title,
    String address,
    String folder,
    String ownId,
    String interval,
    String quotaGroup,
    String headers,
    String userAgent,
    String user,
    String password,
    boolean forget,
    List<String> known,
    @Nullable String error) {

  static FeedSettings of(Feed feed, List<String> folders, @Nullable String ownId) {
    Duration fixed = feed.plan().fixedInterval();
    String group = feed.plan().quotaGroup();
    return new FeedSettings(
        feed.name(),
        feed.url().shown(),
        folders.isEmpty() ? "" : folders.getFirst(),
        ownId == null ? "" : ownId,
        fixed == null ? "" : Spans.brief(fixed),
        group == null ? "" : group,
        "",
        "",
        "",
        "",
        false,
        List.copyOf(new TreeMap<>(feed.asking().headers()).keySet()),
        null);
  }

  static FeedSettings typed(Context ctx, Feed feed) {
    return new FeedSettings(
        line(ctx, "title"),
        ctx.formParam("address") == null ? feed.url().shown() : address(ctx.formParam("address")),
        line(ctx, "folder"),
        line(ctx, "own-id"),
        line(ctx, "interval"),
        line(ctx, "group"),
        Optional.ofNullable(ctx.formParam("headers")).orElse(""),
        line(ctx, "agent"),
        line(ctx, "user"),
        line(ctx, "password"),
        "on".equals(ctx.formParam("forget")),
        List.copyOf(new TreeMap<>(feed.asking().headers()).keySet()),
        null);
  }

  private static String line(Context ctx, String name) {
    return SafeText.line(ctx.formParam(name), 1000).strip();
  }

  /// Whole: a part of an address is that of something else.
  private static String address(@Nullable String typed) {
    return SafeText.line(typed, 100_000).strip();
  }

  /// Whether the address is another than the form was filled with.
  boolean isMoved(Feed feed) {
    return !address.equals(address(feed.url().shown()));
  }

  FeedSettings refused(String sentence) {
    return new FeedSettings(
        title,
        address,
        folder,
        ownId,
        interval,
        quotaGroup,
        headers,
        userAgent,
        user,
        "",
        forget,
        known,
        sentence);
  }

  /// What is to be changed.
  ///
  /// @param forAll whether the person may change the feed for all who follow it
  /// @throws IllegalArgumentException if something cannot be read
  FeedEdit edit(Feed feed, boolean forAll, PageFrame frame) {
    To<Duration> wait = null;
    Map<String, String> sent = null;
    if (forAll) {
      try {
        wait = new To<>(interval.isEmpty() ? null : Spans.parse(interval));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(frame.say("feed.interval-wrong"), e);
      }
      sent = sent(frame);
    }
    return new FeedEdit(
        isRenamed(feed) ? new To<>(title.isEmpty() ? null : title) : null,
        new To<>(folder.isEmpty() ? null : folder),
        new To<>(ownId.isEmpty() ? null : ownId),
        wait,
        forAll ? new To<>(quotaGroup.isEmpty() ? null : quotaGroup) : null,
        sent,
        null);
  }

  /// A name that was left as the form had it goes on following what the feed calls itself.
  private boolean isRenamed(Feed feed) {
    return !title.equals(SafeText.line(feed.name(), 1000).strip());
  }

  /// The headers anew, or null if nobody typed any.
  private @Nullable Map<String, String> sent(PageFrame frame) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : headers.lines().filter(l -> !l.isBlank()).toList()) {
      int colon = line.indexOf(':');
      if (colon < 1) throw new IllegalArgumentException(frame.say("feed.headers-wrong"));
      all.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    if (!userAgent.isEmpty()) all.put("User-Agent", userAgent);
    if (!user.isEmpty() || !password.isEmpty()) {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      all.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
    }
    return all.isEmpty() && !forget ? null : all;
  }
}
