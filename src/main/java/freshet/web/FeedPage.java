package freshet.web;

import freshet.model.Feed;
import freshet.model.Poll;
import freshet.store.Topics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One feed: what it is, how it does, when and why it is polled, and its newest entries.
///
/// @param lastWhy why it was polled last
/// @param wrongLanguage how many entries are not in the language that the feed declares, in words
/// @param topics that a person may give to it
/// @param expected how many entries are probably waiting, in words
public record FeedPage(
    Frame frame,
    FeedRow row,
    @Nullable String description,
    @Nullable String lastWhy,
    @Nullable String expected,
    @Nullable String heldBy,
    Map<String, String> numbers,
    @Nullable Heat heat,
    List<Line> log,
    List<Item.Day> days,
    @Nullable String older,
    Topics.FeedFacts facts,
    @Nullable String wrongLanguage,
    List<String> topics,
    @Nullable String done) {

  static final int LOG = 50;
  static final int ENTRIES = 20;

  /// A line of the poll log.
  public record Line(
      Poll poll, String when, String exact, String outcome, boolean failed, @Nullable String why) {}

  static FeedPage of(
      FeedRow row,
      Optional<Actions.FeedWhy> why,
      List<Poll> polls,
      List<Item.Day> days,
      Topics.FeedFacts facts,
      List<String> topics,
      @Nullable String done,
      Frame frame) {
    Feed feed = row.feed();
    String last = why.map(Actions.FeedWhy::lastSentence).orElse(feed.plan().why());
    String held = why.map(Actions.FeedWhy::heldBy).orElse(feed.plan().heldBy());
    double expected = why.map(Actions.FeedWhy::expectedNew).orElse(0.0);
    float[] rhythm = why.map(Actions.FeedWhy::rhythm).orElse(null);
    return new FeedPage(
        frame,
        row,
        feed.description() == null ? null : Plain.line(feed.description(), 400),
        last == null ? null : Plain.line(last, 300),
        expected > 0 ? frame.say("feed.expected", expected) : null,
        held == null ? null : Plain.line(held, 300),
        numbers(feed, why.map(w -> (Map<String, String>) w.numbers()).orElse(Map.of()), frame),
        rhythm == null ? null : Heat.of(rhythm, frame.texts().locale()),
        log(polls, frame),
        days,
        feed.entries() > ENTRIES ? River.Choice.ofFeed(feed.id()).address() : null,
        facts,
        wrong(feed, facts, frame),
        topics,
        done);
  }

  private static @Nullable String wrong(Feed feed, Topics.FeedFacts facts, Frame frame) {
    String found = facts.foundLanguage();
    String declared = feed.language();
    if (facts.wrongLanguage() == 0 || found == null || declared == null) return null;
    return frame.say(
        "feed.wrong-language",
        facts.wrongLanguage(),
        Plain.line(frame.texts().languageName(declared), 60),
        Plain.line(frame.texts().languageName(found), 60));
  }

  private static Map<String, String> numbers(Feed feed, Map<String, String> more, Frame frame) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(frame.say("number.entries"), frame.say("number", feed.entries()));
    all.put(frame.say("number.last-new"), frame.times().when(feed.plan().lastNew()));
    all.put(frame.say("number.added"), frame.times().when(feed.added()));
    if (feed.format() != null) all.put(frame.say("number.format"), Plain.line(feed.format(), 40));
    if (feed.language() != null) {
      all.put(
          frame.say("number.language"),
          Plain.line(frame.texts().languageName(feed.language()), 60));
    }
    more.forEach((name, value) -> all.put(Plain.line(name, 60), Plain.line(value, 120)));
    return all;
  }

  private static List<Line> log(List<Poll> polls, Frame frame) {
    return polls.stream()
        .map(p ->
            new Line(
                p,
                frame.times().when(p.at()),
                frame.times().exact(p.at()),
                said(p, frame),
                isFailed(p.outcome()),
                p.why() == null ? null : Plain.line(p.why(), 300)))
        .toList();
  }

  private static String said(Poll p, Frame frame) {
    if (p.newEntries() > 0) return frame.say("outcome.new-entries", p.newEntries());
    if (p.message() != null && !p.message().isBlank()) return Plain.line(p.message(), 300);
    return FeedRow.outcome(p.outcome(), frame);
  }

  private static boolean isFailed(String outcome) {
    return switch (outcome) {
      case "new", "nothing new", "unchanged" -> false;
      default -> true;
    };
  }
}
