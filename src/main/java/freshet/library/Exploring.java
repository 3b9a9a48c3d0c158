package freshet.library;

import freshet.crawl.CrawlPlan;
import freshet.crawl.EarlierCrawl;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.exchange.SiteList;
import freshet.jobs.Crawl;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Discovery;
import freshet.jobs.Job;
import freshet.jobs.Laboratory;
import freshet.jobs.SearchHours;
import freshet.jobs.Trial;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.simulate.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Long jobs. Searches for feeds are everybody's own; crawls, which cost many servers' time, trials
/// in the laboratory, which replay the feeds of everybody, and what Freshet does by itself are the
/// administrator's.
public final class Exploring {
  private static final int MOST_SITES = 1_000_000;

  private final Discoveries discoveries;
  private final Crawls crawls;
  private final Laboratory laboratory;
  private final Following following;
  private final List<Job> standing;

  /// @param standing jobs that Freshet gives itself
  public Exploring(
      Discoveries discoveries,
      Crawls crawls,
      Laboratory laboratory,
      Following following,
      List<Job> standing) {
    this.discoveries = discoveries;
    this.crawls = crawls;
    this.laboratory = laboratory;
    this.following = following;
    this.standing = standing;
  }

  /// What can be done to a job under way.
  public enum Act {
    PAUSE,
    RESUME,
    STOP
  }

  /// All jobs that an account may see: those that Freshet gives itself, then others, newest first.
  public List<Job> jobs(Account who) {
    List<Job> all = new ArrayList<>();
    if (who.isAdministrator()) {
      all.addAll(standing);
      laboratory.trial().ifPresent(all::add);
      all.addAll(crawls.all());
    }
    all.addAll(discoveries.all(who.id()));
    return all;
  }

  /// Pauses, resumes or stops one of them.
  ///
  /// @param name as the job has it
  public Job act(Account who, String name, Act act) {
    return jobs(who).stream()
        .filter(j -> j.name().equals(name))
        .findFirst()
        .map(j -> acted(j, act))
        .orElseThrow(() -> new Refusal(Reason.NO_JOB, "There is no job " + name));
  }

  /// The searches of an account, newest first.
  public List<Discovery> discoveries(Account who) {
    return discoveries.all(who.id());
  }

  public Discovery discovery(Account who, long id) {
    return number(id)
        .flatMap(n -> discoveries.find(who.id(), n))
        .orElseThrow(() -> new Refusal(Reason.NO_DISCOVERY, "There is no discovery " + id));
  }

  private static Optional<Integer> number(long id) {
    return id > 0 && id <= Integer.MAX_VALUE ? Optional.of((int) id) : Optional.empty();
  }

  /// Begins a search for the feeds of these sites.
  ///
  /// @param again whether pages are visited that earlier searches have visited
  /// @param hours in which they are searched: `learned`, `always`, or hours of a site's own day
  ///   such as `04-08`; null as the installation has it
  public Discovery discover(
      Account who, SiteList list, FinderLimits limits, boolean again, @Nullable String hours) {
    if (hours != null) {
      try {
        SearchHours.check(hours);
      } catch (IllegalArgumentException e) {
        throw Refusal.wrong("hours", String.valueOf(e.getMessage()));
      }
    }
    if (list.sites().isEmpty()) {
      throw Refusal.wrong(
          "sites",
          list.leftOut().isEmpty()
              ? "there is no site to search in it"
              : list.leftOut().getFirst());
    }
    if (list.sites().size() > MOST_SITES) {
      throw new Refusal(Reason.TOO_LARGE, "At most " + MOST_SITES + " sites at once");
    }
    return discoveries
        .begin(who.id(), list.sites(), list.leftOut(), limits, again, hours)
        .orElseThrow(() ->
            new Refusal(
                Reason.TOO_MANY, "Remove one first; there are " + Discoveries.MOST_UNDER_WAY));
  }

  public Discovery act(Account who, long id, Act act) {
    return acted(discovery(who, id), act);
  }

  private static <J extends Job> J acted(J job, Act act) {
    switch (act) {
      case PAUSE -> job.pause();
      case RESUME -> job.resume();
      case STOP -> job.stop();
    }
    return job;
  }

  /// Forgets a search; feeds that were followed from it stay.
  public void remove(Account who, long id) {
    boolean _ = discoveries.remove(discovery(who, id).id());
  }

  /// Whether nothing more happens to it, be it that Freshet is being stopped.
  public boolean isOver(Discovery search) {
    return search.state().isOver() || discoveries.isClosed();
  }

  /// @param known how many of them the account followed already
  public record Followed(int added, int known) {}

  /// Follows some of the feeds that a search found.
  ///
  /// @param feeds null for the smallest set that has all entries
  public Followed follow(
      Account who, long id, @Nullable List<FeedUrl> feeds, @Nullable String folder) {
    Discovery search = discovery(who, id);
    List<FeedUrl> wanted =
        feeds == null ? search.smallest().stream().map(FoundFeed::feed).toList() : feeds;
    int added = 0;
    for (FeedUrl feed : wanted) if (following.follow(who, feed, null, folder).wasNew()) added++;
    return new Followed(added, wanted.size() - added);
  }

  /// Newest first.
  public List<Crawl> crawls(Account who) {
    return ofAdministrator(who, crawls).all();
  }

  public Crawl crawl(Account who, long id) {
    Crawls all = ofAdministrator(who, crawls);
    return number(id)
        .flatMap(all::find)
        .orElseThrow(() -> new Refusal(Reason.NO_CRAWL, "There is no crawl " + id));
  }

  public Crawl crawl(Account who, CrawlPlan plan) {
    return ofAdministrator(who, crawls).begin(plan, who.id());
  }

  /// What an earlier crawl found, for another one to begin with: its pages, best first, and the
  /// words it looked for, else those that more than a threshold of its pages have in their titles.
  public EarlierCrawl earlier(Account who, long id, int threshold) {
    try {
      return crawl(who, id).asEarlier(threshold);
    } catch (IOException e) {
      throw new UncheckedIOException("The pages of crawl " + id + " cannot be read", e);
    }
  }

  public Crawl actOnCrawl(Account who, long id, Act act) {
    return acted(crawl(who, id), act);
  }

  /// Changes what becomes of the pages of a crawl; null leaves a thing as it is.
  ///
  /// @param findable true to have the pages of a crawl among all entries that were kept with it
  ///   alone; they stay there
  /// @param everyPage whether those that are no articles are too, from now on
  /// @param again whether they are visited again by themselves
  public Crawl keepCrawl(
      Account who,
      long id,
      @Nullable Boolean findable,
      @Nullable Boolean everyPage,
      @Nullable Boolean again) {
    Crawl crawl = crawl(who, id);
    CrawlPlan.Upkeep now = crawl.plan().upkeep();
    if (Boolean.FALSE.equals(findable) && now.findable()) {
      throw Refusal.wrong("findable", "cannot be taken back: delete the crawl instead");
    }
    crawl.keep(
        new CrawlPlan.Upkeep(
            findable == null ? now.findable() : findable,
            everyPage == null ? now.everyPage() : everyPage,
            again == null ? now.again() : again));
    return crawl;
  }

  /// Visits all pages of a crawl once more, now.
  public Crawl visitCrawlAgain(Account who, long id) {
    Crawl crawl = crawl(who, id);
    crawl.visitAgain();
    return crawl;
  }

  /// Deletes a crawl whole, with all its pages.
  public void removeCrawl(Account who, long id) {
    boolean _ = crawls.remove(crawl(who, id).id());
  }

  public boolean isOver(Crawl crawl) {
    return crawl.state().isOver() || crawls.isClosed();
  }

  /// How the trial of policies on the feeds' own history goes, or went.
  public Optional<Trial> trial(Account who) {
    return ofAdministrator(who, laboratory).trial();
  }

  /// Begins a trial.
  ///
  /// @param budget calls and their window, such as 600/10m
  /// @param interval the least time between two calls to a feed
  public void tryPolicies(Account who, String budget, String interval, List<String> policies) {
    try {
      Trial _ = ofAdministrator(who, laboratory).begin(new Trial.Setup(budget, interval, policies));
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("trial", String.valueOf(e.getMessage()));
    }
  }

  /// The report of the last trial.
  public Optional<Report> report(Account who) {
    return ofAdministrator(who, laboratory).report();
  }

  private static <T> T ofAdministrator(Account who, T theirs) {
    Refusal.unlessAdministrator(who);
    return theirs;
  }
}
