package freshet.web;

import freshet.library.Reporting.Explained;
import freshet.model.Feed;
import freshet.model.PollRecord.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A feed as it stands in a list: its health and plan in words.
///
/// @param level `good`, `bad`, `still` (paused or gone) or `new`
/// @param health the last outcome in a sentence
/// @param next when it is polled next, in words
/// @param why it is polled then
/// @param often how much it publishes, in words
public record FeedRow(
    long id,
    String name,
    String address,
    @Nullable String site,
    @Nullable String folder,
    Feed feed,
    String level,
    String health,
    String next,
    @Nullable String why,
    String often) {

  /// @param folders that it is in; it stands under the first
  static FeedRow of(Feed feed, List<String> folders, Optional<Explained> why, PageFrame frame) {
    return of(feed, SafeText.feedName(feed.name()), folders, why, frame);
  }

  /// @param name what it is called here
  static FeedRow of(
      Feed feed, String name, List<String> folders, Optional<Explained> why, PageFrame frame) {
    double perDay = why.map(w -> RhythmChart.perDay(w.week().hours())).orElse(0.0);
    return new FeedRow(
        feed.id(),
        name,
        SafeText.line(feed.url().shown().replaceFirst("^https?://", ""), 200),
        SafeText.link(feed.link()),
        folders.isEmpty() ? null : folders.getFirst(),
        feed,
        level(feed),
        health(feed, frame),
        next(feed, why, frame),
        whyNext(feed, why, frame),
        often(perDay, frame));
  }

  /// Entries a day, a week or a month, whatever is easiest to imagine.
  static String often(double perDay, PageFrame frame) {
    if (!(perDay > 0)) return frame.say("often.unknown");
    if (perDay >= 0.95) return frame.say("often.per-day", about(perDay));
    if (perDay >= 0.13) return frame.say("often.per-week", about(perDay * 7));
    return frame.say("often.per-month", about(perDay * 30));
  }

  /// From ten on, a part of one says nothing.
  private static double about(double times) {
    return times < 10 ? times : Math.rint(times);
  }

  private static String level(Feed feed) {
    if (feed.state() != Feed.State.ACTIVE) return "still";
    String outcome = feed.health().outcome();
    if (feed.health().failures() > 0 || "mistake".equals(outcome) || isLeftOut(feed)) return "bad";
    return outcome == null ? "new" : "good";
  }

  private static boolean isLeftOut(Feed feed) {
    return Outcome.LEFT_OUT.word().equals(feed.health().outcome());
  }

  private static String health(Feed feed, PageFrame frame) {
    String outcome = feed.health().outcome();
    String when = frame.times().when(feed.plan().lastPoll());
    return switch (feed.state()) {
      case PAUSED -> frame.say("health.paused");
      case RETIRED -> frame.say("health.retired");
      case ACTIVE -> {
        if (outcome == null) yield frame.say("health.not-yet");
        String message = feed.health().message();
        if (feed.health().failures() == 0) {
          yield say("health." + key(outcome), outcome, frame, when);
        }
        String trouble =
            message == null || message.isBlank()
                ? say("health." + key(outcome), outcome, frame, when)
                : frame.said(message);
        int times = feed.health().failures();
        yield times < 2 ? trouble : trouble + " " + frame.say("health.times", times);
      }
    };
  }

  /// The outcome of a poll in words; one that has no text yet is shown as it is stored.
  static String outcome(String word, PageFrame frame) {
    return say("outcome." + key(word), word, frame);
  }

  private static String say(String key, String otherwise, PageFrame frame, Object... values) {
    return frame.texts().has(key) ? frame.say(key, values) : SafeText.line(otherwise, 60);
  }

  private static String key(String outcome) {
    return outcome.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String next(Feed feed, Optional<Explained> why, PageFrame frame) {
    if (feed.state() == Feed.State.PAUSED) return frame.say("next.paused");
    if (isLeftOut(feed)) return frame.say("next.left-out");
    var planned = why.map(w -> w.why().nextPoll()).orElse(null);
    if (planned == null) planned = feed.plan().nextPoll();
    return planned == null ? frame.say("next.soon") : frame.times().until(planned);
  }

  private static @Nullable String whyNext(Feed feed, Optional<Explained> why, PageFrame frame) {
    if (feed.state() == Feed.State.PAUSED) return null;
    String held = why.map(w -> w.why().heldBy()).orElse(feed.plan().heldBy());
    if (held != null) return null; // the page says so by itself
    return why.map(w -> frame.say("why.worth", w.why().expectedEntries())).orElse(null);
  }

  public boolean isPaused() {
    return feed.state() == Feed.State.PAUSED;
  }
}
