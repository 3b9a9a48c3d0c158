package freshet.web;

import freshet.library.Browsing;
import freshet.library.Filing;
import freshet.library.Library;
import freshet.library.Reporting;
import freshet.library.Spread;
import freshet.model.Account;
import freshet.model.Selection;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pages that show how stories spread between feeds.
final class SpreadPages {
  private static final int MOST_STORIES = 200;

  private final Reporting reporting;
  private final Filing filing;
  private final Browsing browsing;
  private final Renderer renderer;

  SpreadPages(Library library, Renderer renderer) {
    this.reporting = library.reporting();
    this.filing = library.filing();
    this.browsing = library.browsing();
    this.renderer = renderer;
  }

  private record Wanted(SpreadPage.Asked asked, Selection which, Instant from, Instant to) {}

  void show(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "statistics");
    Wanted wanted = wanted(ctx, frame.times().zone());
    Spread spread = reporting.spread(who, wanted.which, wanted.from, wanted.to);
    List<SpreadPage.Choice> folders =
        filing.all(who).stream().map(n -> new SpreadPage.Choice(n, FolderPage.words(n))).toList();
    List<SpreadPage.Choice> topics =
        browsing.topicNames(who).stream()
            .map(t -> new SpreadPage.Choice(t, frame.topic(t)))
            .toList();
    renderer.show(ctx, "spread", SpreadPage.of(spread, wanted.asked, folders, topics, frame));
  }

  void stories(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "statistics");
    Wanted wanted = wanted(ctx, frame.times().zone());
    Long first = number(ctx.queryParam("first"));
    Long by = number(ctx.queryParam("by"));
    List<Spread.Case> cases =
        reporting.spreadStories(
            who, wanted.which, wanted.from, wanted.to, first, by, MOST_STORIES + 1);
    List<SpreadStories.Row> rows = new ArrayList<>();
    for (Spread.Case c : cases.subList(0, Math.min(MOST_STORIES, cases.size()))) {
      String title = c.first().title();
      rows.add(
          new SpreadStories.Row(
              c,
              title == null || title.isBlank()
                  ? frame.say("spread.untitled")
                  : SafeText.line(title, 200),
              frame.times().when(c.taken().placed()),
              frame.times().exact(c.taken().placed()),
              frame.times().exactSpan(c.late())));
    }
    String title = frame.say("spread.stories-of");
    if (!cases.isEmpty()) {
      Spread.Case one = cases.getFirst();
      String origin = SafeText.line(one.first().feedName(), 80);
      String taker = SafeText.line(one.taken().feedName(), 80);
      if (first != null && by != null) title = frame.say("spread.stories-pair", taker, origin);
      else if (first != null) title = frame.say("spread.stories-first", origin);
      else if (by != null) title = frame.say("spread.stories-by", taker);
    }
    String back = "/spread?" + wanted.asked.query().replaceFirst("^&", "");
    renderer.show(
        ctx,
        "spreadstories",
        new SpreadStories(frame, title, back, rows, cases.size() > MOST_STORIES));
  }

  /// What cannot be read is left aside: a page is shown all the same.
  ///
  /// @param zone in which its days begin: the reader's
  private Wanted wanted(Context ctx, ZoneId zone) {
    Instant now = reporting.now();
    String given = ctx.queryParam("days");
    int days = given != null && given.matches("[1-9]\\d{0,3}") ? Integer.parseInt(given) : 30;
    LocalDate first = date(ctx.queryParam("from"));
    LocalDate last = date(ctx.queryParam("to"));
    Instant to = last == null ? now : last.plusDays(1).atStartOfDay(zone).toInstant();
    Instant from =
        first == null ? to.minus(Duration.ofDays(days)) : first.atStartOfDay(zone).toInstant();
    if (from.isAfter(to)) from = to;
    Long feed = number(ctx.queryParam("feed"));
    String folder = text(ctx.queryParam("folder"));
    String topic = text(ctx.queryParam("topic"));
    String language = text(ctx.queryParam("language"));
    StringBuilder query = new StringBuilder();
    if (first == null) query.append("&days=").append(days);
    if (first != null) query.append("&from=").append(first);
    if (last != null) query.append("&to=").append(last);
    StringBuilder api = new StringBuilder();
    api.append("&from=").append(from.truncatedTo(ChronoUnit.SECONDS));
    api.append("&to=").append(to.truncatedTo(ChronoUnit.SECONDS));
    if (feed != null) api.append("&feed=").append(feed);
    int common = query.length();
    add(query, "folder", folder);
    add(query, "topic", topic);
    add(query, "language", language);
    api.append(query.substring(common));
    Selection which =
        Selection.ALL.withFeed(feed).withFolder(folder).withTopic(topic).withLanguage(language);
    SpreadPage.Asked asked =
        new SpreadPage.Asked(
            first == null && last == null ? days : 0,
            first == null ? "" : first.toString(),
            last == null ? "" : last.toString(),
            folder,
            topic,
            language,
            feed,
            query.toString(),
            api.toString());
    return new Wanted(asked, which, from, to);
  }

  private static void add(StringBuilder query, String name, @Nullable String value) {
    if (value == null) return;
    query.append('&').append(name).append('=');
    query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  private static @Nullable String text(@Nullable String given) {
    return given == null || given.isBlank() || given.length() > 200 ? null : given.strip();
  }

  private static @Nullable Long number(@Nullable String given) {
    return given != null && given.matches("\\d{1,18}") ? Long.valueOf(given) : null;
  }

  private static @Nullable LocalDate date(@Nullable String given) {
    if (given == null || given.isEmpty()) return null;
    try {
      LocalDate date = LocalDate.parse(given);
      return date.getYear() < 1900 || date.getYear() > 9000 ? null : date;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
