package freshet.poll;

import freshet.bound.Stop;
import freshet.fetch.ConditionalTrust;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.ListRule;
import freshet.model.NewEntry;
import freshet.model.ParseOutcome;
import freshet.model.ParseOutcome.Broken;
import freshet.model.ParseOutcome.NotAFeed;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParseOutcome.Stopped;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.PollRecord.Outcome;
import freshet.model.Rewriting;
import freshet.model.Validators;
import freshet.parse.ReadElsewhere;
import freshet.parse.Rewriter;
import freshet.schedule.PollReport;
import freshet.schedule.PollReport.Hints;
import freshet.schedule.PollReport.Result;
import freshet.schedule.PollReport.Sighting;
import freshet.store.Entries;
import freshet.store.Entries.Known;
import freshet.understand.Enricher;
import freshet.understand.Understanding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The middle of one poll: what to ask, and what is new in the answer. Asks nobody and writes
/// nothing.
final class Poller {
  /// A permanent redirect moves the feed only when it was seen this many polls in a row: servers
  /// under repair redirect everything to one page for an hour.
  private static final int MOVES_TO_BELIEVE = 3;

  private final Enricher enricher;
  private final Entries entries;
  private final boolean elsewhere;
  private final LongFunction<Rewriting> rewritings;

  /// @param understanding null to believe what feeds declare
  Poller(@Nullable Understanding understanding, Entries entries) {
    this(understanding, entries, false, _ -> Rewriting.NONE);
  }

  /// @param elsewhere whether feeds are read by machines that need not be believed
  /// @param rewritings what is changed in the texts of a feed, by its number
  Poller(
      @Nullable Understanding understanding,
      Entries entries,
      boolean elsewhere,
      LongFunction<Rewriting> rewritings) {
    this.elsewhere = elsewhere;
    this.rewritings = rewritings;
    this.enricher = new Enricher(understanding, entries);
    this.entries = entries;
  }

  /// What one poll brought, before the schedule has learned from it.
  ///
  /// @param parsed null unless a changed body was read
  /// @param message a sentence for the user, null if all is well
  /// @param topic what the feed calls itself at its hub, null if that was not said this time
  record Harvest(
      Outcome outcome,
      int status,
      @Nullable String message,
      long bytes,
      Duration took,
      FeedUrl address,
      Feed.Asking asking,
      @Nullable ParsedFeed parsed,
      List<NewEntry> entries,
      PollReport report,
      @Nullable String topic) {

    @Nullable String hub() {
      return asking.hub();
    }

    Harvest trusting(ConditionalTrust trust) {
      Feed.Asking a = asking;
      return new Harvest(
          outcome,
          status,
          message,
          bytes,
          took,
          address,
          new Feed.Asking(
              a.validators(),
              a.bodyHash(),
              trust.packed(),
              a.movedTo(),
              a.movedSeen(),
              a.hub(),
              a.headers(),
              a.list()),
          parsed,
          entries,
          report,
          topic);
    }
  }

  /// What to ask for this feed.
  FeedReader.Request request(Feed feed) {
    Feed.Asking asking = feed.asking();
    return new FeedReader.Request(
        feed.id(),
        new FetchRequest(feed.url(), sent(asking), asking.bodyHash(), asking.headers()),
        feed.siteKey(),
        asking.list() == null ? null : asking.list().selector());
  }

  private static Validators sent(Feed.Asking asking) {
    return ConditionalTrust.unpacked(asking.conditionalTrust()).toSend(asking.validators());
  }

  /// What the answer to [#request] brought.
  Harvest harvest(Feed feed, FeedReader.Answer answer) {
    Feed.Asking asking = feed.asking();
    Harvest harvest = brought(feed, answer);
    ConditionalTrust trust =
        ConditionalTrust.unpacked(asking.conditionalTrust())
            .after(
                answer.outcome(), asking.validators(), sent(asking), !harvest.entries().isEmpty());
    return harvest.trusting(trust);
  }

  private Harvest brought(Feed feed, FeedReader.Answer answer) {
    return switch (answer.outcome()) {
      case Fetched f -> read(feed, f, Objects.requireNonNull(answer.parsed()));
      case Unchanged u ->
          answered(
              feed,
              Outcome.UNCHANGED,
              u.answer(),
              feed.asking().bodyHash(),
              null,
              List.of(),
              List.of());
      case Gone g ->
          failed(
              feed,
              Outcome.GONE,
              g.answer(),
              "The publisher has taken this feed away for good (410).",
              Result.GONE,
              null);
      case Refused r ->
          failed(feed, Outcome.REFUSED, r.answer(), refusal(r), Result.REFUSED, r.retryAfter());
      case Unreachable u ->
          failed(feed, Outcome.UNREACHABLE, null, u.reason(), Result.FAILED, null);
      case Forbidden f -> failed(feed, Outcome.FORBIDDEN, null, f.reason(), Result.FORBIDDEN, null);
    };
  }

  private Harvest read(Feed feed, Fetched f, ParseOutcome outcome) {
    return switch (outcome) {
      case NotAFeed n ->
          failed(feed, Outcome.NOT_A_FEED, f.answer(), n.reason(), Result.FAILED, null);
      case Stopped s -> stopped(feed, f.answer(), s.reason());
      case Broken b -> failed(feed, Outcome.MISTAKE, f.answer(), b.reason(), Result.FAILED, null);
      case Parsed(ParsedFeed read) -> {
        ParsedFeed parsed = rewritten(feed, read);
        List<Known> known = known(feed, parsed);
        ListRule list = feed.asking().list();
        if (list != null && RebuiltPage.maybe(parsed.entries(), known) && feed.hasHadEntries()) {
          RebuiltPage.Judged judged =
              RebuiltPage.judge(
                  parsed.entries(),
                  known,
                  entries.recent(feed.id(), RebuiltPage.REMEMBERED),
                  list,
                  feed.plan(),
                  f.answer().at());
          if (judged.doubt() != null) {
            yield failed(feed, Outcome.NOT_A_FEED, f.answer(), judged.doubt(), Result.FAILED, null);
          }
          known = judged.known();
        }
        var sifted = Sifter.sift(parsed.entries(), known);
        yield answered(
            feed,
            sifted.added().isEmpty() ? Outcome.NOTHING_NEW : Outcome.NEW,
            f.answer(),
            f.bodyHash(),
            parsed,
            enrich(feed, sifted, parsed),
            sifted.added());
      }
    };
  }

  /// A poll whose answer took too long to make sense of.
  ///
  /// @param reason a sentence for the user
  Harvest stopped(Feed feed, Answer answer, String reason) {
    return failed(feed, Outcome.STOPPED, answer, reason, Result.FAILED, null);
  }

  /// What a hub brought, as far as it is new.
  List<NewEntry> pushed(Feed feed, ParseOutcome outcome) {
    if (!(outcome instanceof Parsed(ParsedFeed read))) return List.of();
    ParsedFeed parsed = rewritten(feed, read);
    return enrich(feed, Sifter.sift(parsed.entries(), known(feed, parsed)), parsed);
  }

  private ParsedFeed rewritten(Feed feed, ParsedFeed read) {
    ParsedFeed safe = elsewhere ? new ReadElsewhere().feed(read) : read;
    return Rewriter.rewritten(safe, rewritings.apply(feed.id()));
  }

  private List<Known> known(Feed feed, ParsedFeed parsed) {
    if (!feed.hasHadEntries()) return List.of();
    List<ParsedEntry> read = parsed.entries();
    return entries.known(
        feed.id(),
        read.stream().map(ParsedEntry::key).toList(),
        read.stream().map(ParsedEntry::alias).toList());
  }

  private List<NewEntry> enrich(Feed feed, Sifter.Sifted sifted, ParsedFeed parsed) {
    List<NewEntry> fresh = new ArrayList<>(sifted.added().size() + sifted.edits().size());
    // Only of what is kept, which is little of what a feed shows.
    UnaryOperator<ParsedEntry> safe =
        elsewhere ? new ReadElsewhere()::entry : UnaryOperator.identity();
    // A feed lists the newest first; stored oldest first, ids follow the order of publication.
    for (ParsedEntry e : sifted.added().reversed()) {
      Stop.check();
      fresh.add(enricher.enrich(feed.id(), safe.apply(e), 0, parsed.channel().language()));
    }
    sifted
        .edits()
        .forEach((e, id) -> {
          Stop.check();
          fresh.add(enricher.enrich(feed.id(), safe.apply(e), id, parsed.channel().language()));
        });
    return fresh;
  }

  private Harvest answered(
      Feed feed,
      Outcome outcome,
      Answer answer,
      long bodyHash,
      @Nullable ParsedFeed parsed,
      List<NewEntry> fresh,
      List<ParsedEntry> added) {
    Feed.Asking before = feed.asking();
    FeedUrl movedTo = answer.movedTo();
    String to = movedTo == null ? null : movedTo.toString();
    int seen = to == null ? 0 : to.equals(before.movedTo()) ? before.movedSeen() + 1 : 1;
    boolean moves = movedTo != null && seen >= MOVES_TO_BELIEVE;
    String hub = answer.hub();
    if (hub == null && parsed != null) hub = parsed.channel().hub();
    if (hub == null && parsed == null) hub = before.hub();
    var asking =
        new Feed.Asking(
            answer.validators(),
            bodyHash,
            before.conditionalTrust(),
            moves ? null : to,
            moves ? 0 : seen,
            hub,
            before.headers(),
            before.list());
    List<Sighting> sightings = new ArrayList<>(added.size());
    Integer offset = null;
    for (ParsedEntry e : added) {
      sightings.add(new Sighting(e.published(), e.dateOnly()));
      if (e.offsetSeconds() != null) offset = e.offsetSeconds();
    }
    FeedUrl address = movedTo != null && moves ? movedTo : feed.url();
    return new Harvest(
        outcome,
        answer.status(),
        null,
        answer.wireBytes(),
        answer.took(),
        address,
        asking,
        parsed,
        fresh,
        new PollReport(Result.ANSWERED, null, null, sightings, offset, hints(feed, answer, parsed)),
        topic(answer, parsed, address));
  }

  private static @Nullable String topic(
      Answer answer, @Nullable ParsedFeed parsed, FeedUrl address) {
    if (answer.hub() != null && answer.self() != null) return answer.self();
    if (parsed == null) return null;
    String self = parsed.channel().self();
    return self == null ? address.toString() : self;
  }

  private static Hints hints(Feed feed, Answer answer, @Nullable ParsedFeed parsed) {
    if (parsed == null) {
      Hints known = HintCodec.read(feed.plan().hint());
      return new Hints(
          answer.freshFor(),
          known.ttlMinutes(),
          known.skipHours(),
          known.skipDays(),
          known.updateEvery());
    }
    var c = parsed.channel();
    return new Hints(answer.freshFor(), c.ttl(), c.skipHours(), c.skipDays(), c.updateEvery());
  }

  private static Harvest failed(
      Feed feed,
      Outcome outcome,
      @Nullable Answer answer,
      String message,
      Result result,
      @Nullable Duration retryAfter) {
    return new Harvest(
        outcome,
        answer == null ? 0 : answer.status(),
        message,
        answer == null ? 0 : answer.wireBytes(),
        answer == null ? Duration.ZERO : answer.took(),
        feed.url(),
        feed.asking(),
        null,
        List.of(),
        PollReport.failed(result, retryAfter, message),
        null);
  }

  private static String refusal(Refused r) {
    if (r.said() != null) return r.said();
    return switch (r.status()) {
      case 401, 407 -> "The server wants a user name and password (" + r.status() + ").";
      case 402, 403, 451 -> "The server does not let us read this feed (" + r.status() + ").";
      case 404 -> "Not found (404) at this address.";
      case 429 -> "Too many requests (429); Freshet slows down.";
      default ->
          r.status() >= 500
              ? "Server error (" + r.status() + ")."
              : "The server refused the request (" + r.status() + ").";
    };
  }
}
