package freshet.cli;

import freshet.change.Changes;
import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.exchange.ReadingStateReader;
import freshet.fetch.FirstLooks;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Quotas;
import freshet.jobs.Discoveries;
import freshet.library.Following;
import freshet.library.Refusal;
import freshet.model.FeedUrl;
import freshet.model.LinkList;
import freshet.poll.Polling;
import freshet.source.SourceFetcher;
import freshet.store.Store;
import freshet.store.StoreInUse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// Takes a list of feeds, or one feed, into the store.
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Adds the feeds of an OPML file, a CSV file or a plain list with an address per line; or one"
          + " feed by its address, or by the address of its site.",
      "Of a list, no server is asked: addresses that look like those of sites are named and left"
          + " out. './freshet discover --csv FILE' finds their feeds."
    })
final class ImportCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 10;
  private static final long LARGEST = 200L * 1024 * 1024;

  @Mixin SettingsOptions options = new SettingsOptions();
  @Mixin AccountOption account = new AccountOption();

  @Parameters(
      paramLabel = "FILE|URL",
      description = "FILE.opml, FILE.csv or a plain list; or the address of a feed or a site")
  String what;

  @Option(names = "--dry-run", description = "Only tell what would be added and what left out")
  boolean dryRun;

  @Option(
      names = "--all-feeds",
      description = "Every address of the list is one of a feed, whatever it looks like")
  boolean allFeeds;

  @Option(
      names = "--list",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "SELECTOR",
      description =
          "Of a page without a feed, follow its list of links: the one that is found, or those that"
              + " the CSS selector names")
  @Nullable String list;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    if (what.matches("(?i)(https?|feed):.*")) return follow(settings);
    byte[] bytes = bytes(Path.of(what));
    if (ReadingStateReader.isOne(bytes)) return state(settings, bytes);
    FeedList list = FeedListReader.read(bytes);
    if (allFeeds) list = new FeedList(list.feeds(), list.leftOut(), true);
    PrintWriter err = spec.commandLine().getErr();
    for (String sentence : list.leftOut()) err.println("left out: " + sentence);
    if (dryRun) {
      err.flush();
      PrintWriter out = spec.commandLine().getOut();
      list.feeds().forEach(f -> out.println(f.url().shown()));
      say(
          list.feeds().size()
              + " addresses would be taken, "
              + list.leftOut().size()
              + " lines left out");
      return 0;
    }
    if (list.feeds().isEmpty()) {
      throw new UserError(
          "There is no feed in "
              + what
              + ": it must be OPML, CSV or a list with an address per line");
    }
    Following.Imported imported = take(settings, bytes, list);
    for (FeedUrl site : imported.sites()) err.println("no feed by its looks: " + site.shown());
    err.flush();
    say(
        imported.added()
            + " feeds added, "
            + imported.known()
            + " were there already, "
            + (list.leftOut().size() + imported.sites().size())
            + " left out");
    if (imported.discovery() != null) {
      say("The feeds of the sites are being looked for; the page 'Discover' shows them");
    } else if (!imported.sites().isEmpty()) {
      say(
          "Find the feeds of sites with './freshet discover --csv "
              + what
              + "', or take every address as a feed with --all-feeds");
    }
    return 0;
  }

  /// What was read and starred in another program.
  private int state(Settings settings, byte[] bytes) {
    if (dryRun) {
      say(ReadingStateReader.read(bytes).entries().size() + " entries would be looked for");
      return 0;
    }
    Following.Imported imported = take(settings, bytes, null);
    PrintWriter err = spec.commandLine().getErr();
    imported.leftOut().forEach(err::println);
    err.flush();
    if (imported.added() + imported.known() > 0) {
      say(imported.added() + " feeds added, " + imported.known() + " were there already");
    }
    say(
        imported.marked() == 1
            ? "1 entry marked as it was"
            : imported.marked() + " entries marked as they were");
    return 0;
  }

  /// Into the store, or by the Freshet that has it open.
  ///
  /// @param list what was read from the file, null if it is no list of feeds
  private Following.Imported take(Settings settings, byte[] bytes, @Nullable FeedList list) {
    AtomicInteger written = new AtomicInteger();
    try (Store store = Factories.openStore(settings);
        LiveLine _ =
            new LiveLine(
                () -> written + (list == null ? "" : " of " + list.feeds().size() + " feeds"))) {
      Following following = Factories.following(settings, store);
      return list == null
          ? following.importList(account.in(store), bytes, allFeeds)
          : following.importList(account.in(store), list, written::set);
    } catch (StoreInUse e) {
      RunningFreshet running = RunningFreshet.on(settings).orElseThrow(() -> e);
      JsonNode answer =
          running.call("POST", "/api/v1/opml?allFeeds=" + allFeeds, account.name, bytes);
      return imported(Objects.requireNonNull(answer));
    }
  }

  private static Following.Imported imported(JsonNode answer) {
    return new Following.Imported(
        answer.path("added").asInt(),
        answer.path("known").asInt(),
        answer.path("marked").asInt(),
        answer.path("leftOut").valueStream().map(JsonNode::asString).toList(),
        answer.path("sites").valueStream().map(s -> FeedUrl.of(s.asString())).toList(),
        answer.hasNonNull("discovery") ? answer.get("discovery").asInt() : null);
  }

  /// One address, looked at as everywhere.
  private Integer follow(Settings settings) {
    try {
      return followHere(settings);
    } catch (StoreInUse e) {
      RunningFreshet running = RunningFreshet.on(settings).orElseThrow(() -> e);
      JsonNode answer =
          running.call("POST", "/api/v1/feeds", account.name, Map.of("address", what));
      say("Followed: " + Objects.requireNonNull(answer).path("address").asString(what));
      return 0;
    }
  }

  private Integer followHere(Settings settings) {
    InstantSource clock = InstantSource.system();
    try (Store store = Factories.openStore(settings);
        HttpFetcher fetcher = Factories.fetcher(settings, clock);
        SourceFetcher sources = ExternalServices.sources(settings, fetcher, Quotas.FREE, clock);
        Discoveries discoveries =
            Factories.discoveries(
                settings, fetcher, new FirstLooks(clock), OptionalInt::empty, clock)) {
      Following following =
          new Following(
              store,
              sources.sources(),
              Polling.NONE,
              new Changes(),
              null,
              sources,
              discoveries,
              clock);
      if (list != null) {
        var followed = following.lists().follow(account.in(store), what, list, null, null);
        say(followed.wasNew() ? "The list of links is added" : "The page was there already");
        return 0;
      }
      switch (following.follow(account.in(store), what, null, null)) {
        case Following.Followed followed ->
            say(followed.wasNew() ? "The feed is added" : "The feed was there already");
        case Following.Choice choice -> {
          say("This is the address of a site. Import one of its feeds:");
          choice.all().forEach(f -> say("  " + f.feed()));
          return 1;
        }
        case Following.Lists lists -> {
          LinkList best = lists.lists().getFirst();
          say("This site has no feed, but a list of links that can be followed:");
          best.items().stream().limit(MOST_SHOWN).forEach(i -> say("  " + shown(i)));
          say("Follow it with --list, or other links with --list=SELECTOR");
          return 1;
        }
        case Following.Unreachable unreachable -> throw new UserError(unreachable.sentence());
      }
      return 0;
    } catch (Refusal e) {
      throw new UserError(e.sentence());
    }
  }

  private static String shown(LinkList.Item item) {
    String day = item.date() == null ? "" : item.date().toString().substring(0, 10) + " ";
    return day + item.title() + " " + item.url();
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.isDirectory(file)) throw new UserError(file + " is a folder, not a file");
      if (Files.size(file) > LARGEST) throw new UserError(file + " is larger than 200 MB");
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("The file " + file + " cannot be read");
    }
  }
}
