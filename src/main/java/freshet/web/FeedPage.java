package freshet.web;

import freshet.library.Reporting.Explained;
import freshet.model.ChannelFacts;
import freshet.model.Feed;
import freshet.model.FeedTopic;
import freshet.model.Poll;
import freshet.model.PollRecord.Outcome;
import freshet.model.Selection;
import freshet.schedule.Week;
import freshet.schedule.Why;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One feed: what it is, how it does, when and why it is polled, and its newest entries.
///
/// @param noRhythm what is missing until a rhythm can be shown
/// @param lastWhy why it was polled last
/// @param wrongLanguage how many entries are not in the language that the feed declares, in words
/// @param topics that a person may give to it
/// @param settings what its reader may change of it
/// @param folders there are to choose from
/// @param changeable whether the account may change it for all who follow it
/// @param expected how many entries are probably waiting, in words
public record FeedPage(
    PageFrame frame,
    FeedRow row,
    @Nullable String description,
    @Nullable String lastWhy,
    @Nullable String expected,
    @Nullable String heldBy,
    Map<String, String> numbers,
    Map<String, String> details,
    @Nullable RhythmChart rhythm,
    String noRhythm,
    List<Line> log,
    List<EntryRow.Day> days,
    @Nullable String older,
    FeedTopic facts,
    @Nullable String wrongLanguage,
    List<String> topics,
    ArticleForm articles,
    FeedSettings settings,
    List<String> folders,
    @Nullable ListForm list,
    boolean changeable,
    @Nullable String done) {

  static final int LOG = 50;
  static final int ENTRIES = 20;

  /// From so many entries on, a rhythm is the feed's own in every hour.
  private static final int SURE = 200;

  /// A line of the poll log.
  public record Line(
      Poll poll, String when, String exact, String outcome, boolean failed, @Nullable String why) {}

  static FeedPage of(
      FeedRow row,
      ChannelFacts channel,
      @Nullable String ownId,
      Optional<Explained> why,
      List<Poll> polls,
      List<EntryRow.Day> days,
      FeedTopic facts,
      List<String> topics,
      ArticleForm articles,
      FeedSettings settings,
      List<String> folders,
      @Nullable ListForm list,
      boolean changeable,
      @Nullable String done,
      PageFrame frame) {
    Feed feed = row.feed();
    String last = why.map(w -> w.why().lastReason()).orElse(feed.plan().why());
    String held = why.map(w -> w.why().heldBy()).orElse(feed.plan().heldBy());
    double expected = why.map(w -> w.why().expectedEntries()).orElse(0.0);
    Week week = why.map(Explained::week).orElse(Week.UNKNOWN);
    return new FeedPage(
        frame,
        row,
        feed.description() == null ? null : SafeText.line(feed.description(), 400),
        last == null ? null : frame.said(last),
        expected > 0 && feed.plan().lastPoll() != null
            ? frame.say("feed.expected", expected)
            : null,
        held == null ? null : frame.said(held),
        numbers(feed, channel, ownId, why, frame),
        feed.plan().lastPoll() == null ? Map.of() : details(why, frame),
        week.isLearned()
            ? RhythmChart.of(
                week.hours(),
                frame.texts().locale(),
                frame.look().week().days(),
                frame.say(
                    week.entries() < SURE ? "rhythm.early" : "rhythm.basis", floor(week.entries())))
            : null,
        missing(week, frame),
        log(polls, frame),
        days,
        feed.entries() > ENTRIES ? Selection.ofFeed(feed.id()).view() : null,
        facts,
        wrong(feed, facts, frame),
        topics,
        articles,
        settings,
        folders,
        list,
        changeable,
        done);
  }

  /// What a rhythm can be learned from, and how much of that is there.
  private static String missing(Week week, PageFrame frame) {
    return frame.say(
        "feed.no-rhythm",
        Week.ENOUGH_ENTRIES,
        Week.ENOUGH_DAYS,
        Math.min(floor(week.entries()), Week.ENOUGH_ENTRIES),
        Math.min(floor(week.days()), Week.ENOUGH_DAYS));
  }

  private static long floor(double n) {
    return (long) Math.floor(n);
  }

  private static @Nullable String wrong(Feed feed, FeedTopic facts, PageFrame frame) {
    String found = facts.foundLanguage();
    String declared = feed.language();
    if (facts.wrongLanguage() == 0 || found == null || declared == null) return null;
    return frame.say(
        "feed.wrong-language",
        facts.wrongLanguage(),
        SafeText.line(frame.texts().languageName(declared), 60),
        SafeText.line(frame.texts().languageName(found), 60));
  }

  private static Map<String, String> numbers(
      Feed feed,
      ChannelFacts channel,
      @Nullable String ownId,
      Optional<Explained> explained,
      PageFrame frame) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(frame.say("number.entries"), frame.say("number", feed.entries()));
    all.put(frame.say("number.last-new"), frame.times().when(feed.plan().lastNew()));
    all.put(frame.say("number.added"), frame.times().exact(feed.added()));
    if (feed.format() != null)
      all.put(frame.say("number.format"), SafeText.line(format(feed.format()), 40));
    if (feed.language() != null) {
      all.put(
          frame.say("number.language"),
          SafeText.line(frame.texts().languageName(feed.language()), 60));
    }
    put(all, "number.own-id", ownId, frame);
    put(all, "number.copyright", channel.copyright(), frame);
    put(all, "number.managing-editor", channel.managingEditor(), frame);
    put(all, "number.web-master", channel.webMaster(), frame);
    put(all, "number.category", String.join(", ", channel.categories()), frame);
    put(all, "number.generator", channel.generator(), frame);
    put(all, "number.rating", channel.rating(), frame);
    if (channel.pubDate() != null) {
      all.put(frame.say("number.pub-date"), frame.times().exact(channel.pubDate()));
    }
    if (channel.lastBuildDate() != null) {
      all.put(frame.say("number.last-build-date"), frame.times().exact(channel.lastBuildDate()));
    }
    explained.ifPresent(e -> {
      all.put(frame.say("number.per-day"), number(e.why().entriesPerDay(), frame));
      if (e.hint() != null) all.put(frame.say("number.hint"), hint(e.hint(), frame));
    });
    return all;
  }

  /// What feed and server ask for, one thing after the other.
  private static String hint(String words, PageFrame frame) {
    return Arrays.stream(words.split("; ")).map(frame::said).collect(Collectors.joining("; "));
  }

  /// What the schedule goes by, for who wants to know.
  private static Map<String, String> details(Optional<Explained> explained, PageFrame frame) {
    Map<String, String> all = new LinkedHashMap<>();
    explained.ifPresent(e -> {
      Why why = e.why();
      all.put(frame.say("number.expected"), number(why.expectedEntries(), frame));
      Duration delay = Duration.ofSeconds((long) Math.min(why.expectedDelaySeconds(), 1e12));
      all.put(frame.say("number.waiting"), frame.times().span(delay));
      all.put(frame.say("number.worth"), number(why.value(), frame));
      all.put(frame.say("number.price"), number(why.price(), frame));
    });
    return all;
  }

  /// `rss 2.0` as people write it: RSS 2.0.
  private static String format(String stored) {
    return stored.startsWith("rss") || stored.startsWith("rdf") || stored.startsWith("json")
        ? stored.replaceFirst("rss", "RSS").replaceFirst("rdf", "RDF").replaceFirst("json", "JSON")
        : Character.toUpperCase(stored.charAt(0)) + stored.substring(1);
  }

  private static void put(
      Map<String, String> all, String name, @Nullable String value, PageFrame frame) {
    if (value != null && !value.isBlank()) {
      all.put(frame.say(name), SafeText.line(value, 300));
    }
  }

  private static String number(double n, PageFrame frame) {
    String form = n >= 100 ? "%,.0f" : n >= 1 ? "%.1f" : "%.3f";
    return String.format(frame.texts().locale(), form, n);
  }

  private static List<Line> log(List<Poll> polls, PageFrame frame) {
    return polls.stream()
        .map(p ->
            new Line(
                p,
                frame.times().when(p.at()),
                frame.times().exact(p.at()),
                said(p, frame),
                Outcome.failed(p.outcome()),
                p.why() == null ? null : frame.said(p.why())))
        .toList();
  }

  private static String said(Poll p, PageFrame frame) {
    if (p.newEntries() > 0) return frame.say("outcome.new-entries", p.newEntries());
    if (p.message() != null && !p.message().isBlank()) return frame.said(p.message());
    return FeedRow.outcome(p.outcome(), frame);
  }
}
