package freshet.web;

import freshet.model.Feed;
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
/// @param rhythm when it publishes, null if that is not known yet
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
    String often,
    Heat.@Nullable Glance rhythm) {

  static FeedRow of(
      Feed feed, @Nullable String folder, Optional<Actions.FeedWhy> why, Frame frame) {
    float[] rhythm = why.map(Actions.FeedWhy::rhythm).orElse(null);
    double perDay = rhythm == null ? 0 : Heat.perDay(rhythm);
    return new FeedRow(
        feed.id(),
        Plain.feedName(feed.name()),
        Plain.line(feed.url().shown().replaceFirst("^https?://", ""), 200),
        Plain.link(feed.link()),
        folder == null ? null : Plain.line(folder, 80),
        feed,
        level(feed),
        health(feed, frame),
        next(feed, why, frame),
        whyNext(feed, why),
        often(perDay, frame),
        rhythm == null || perDay == 0 ? null : Heat.Glance.of(rhythm));
  }

  /// Entries a day, a week or a month, whatever is easiest to imagine.
  static String often(double perDay, Frame frame) {
    if (!(perDay > 0)) return frame.say("often.unknown");
    if (perDay >= 0.95) return frame.say("often.per-day", perDay);
    if (perDay >= 0.13) return frame.say("often.per-week", perDay * 7);
    return frame.say("often.per-month", perDay * 30);
  }

  private static String level(Feed feed) {
    if (feed.state() != Feed.State.ACTIVE) return "still";
    if (feed.health().failures() > 0) return "bad";
    return feed.health().outcome() == null ? "new" : "good";
  }

  private static String health(Feed feed, Frame frame) {
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
                : Plain.line(message, 300);
        int times = feed.health().failures();
        yield times < 2 ? trouble : trouble + " " + frame.say("health.times", times);
      }
    };
  }

  /// The outcome of a poll in words; one that has no text yet is shown as it is stored.
  static String outcome(String word, Frame frame) {
    return say("outcome." + key(word), word, frame);
  }

  private static String say(String key, String otherwise, Frame frame, Object... values) {
    return frame.texts().has(key) ? frame.say(key, values) : Plain.line(otherwise, 60);
  }

  private static String key(String outcome) {
    return outcome.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String next(Feed feed, Optional<Actions.FeedWhy> why, Frame frame) {
    if (feed.state() == Feed.State.PAUSED) return frame.say("next.paused");
    var planned = why.map(Actions.FeedWhy::nextPoll).orElse(null);
    if (planned == null) planned = feed.plan().nextPoll();
    return planned == null ? frame.say("next.soon") : frame.times().until(planned);
  }

  private static @Nullable String whyNext(Feed feed, Optional<Actions.FeedWhy> why) {
    if (feed.state() == Feed.State.PAUSED) return null;
    String held = why.map(Actions.FeedWhy::heldBy).orElse(feed.plan().heldBy());
    String sentence = why.map(Actions.FeedWhy::nextSentence).orElse(null);
    String shown = sentence != null ? sentence : held;
    return shown == null ? null : Plain.line(shown, 300);
  }

  public boolean isPaused() {
    return feed.state() == Feed.State.PAUSED;
  }
}
