package freshet.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import freshet.article.PageFetcher;
import freshet.article.PageFetcher.Reading;
import freshet.fetch.Hop;
import freshet.fetch.Leg;
import freshet.model.FeedUrl;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import freshet.poll.FeedReader;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What controllers and terminals tell each other. Names of kinds and components are fixed: other
/// versions read them (see [Messages]). New components may be added if they may be missing.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = Message.Unknown.class)
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.Poll.class, name = "poll"),
  @JsonSubTypes.Type(value = Message.ArticlePage.class, name = "page"),
  @JsonSubTypes.Type(value = Message.Fetch.class, name = "fetch"),
  @JsonSubTypes.Type(value = Message.RobotsFile.class, name = "robots"),
  @JsonSubTypes.Type(value = Message.HandedBack.class, name = "back"),
  @JsonSubTypes.Type(value = Message.Begun.class, name = "begun"),
  @JsonSubTypes.Type(value = Message.Answered.class, name = "answer"),
  @JsonSubTypes.Type(value = Message.Here.class, name = "here")
})
public sealed interface Message {

  /// What a terminal can be asked to do.
  enum Kind {
    POLL,
    PAGE,
    FETCH,
    ROBOTS;

    /// By which terminals say what they know, and the store what was given away.
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A piece of work: ask one host for something.
  sealed interface Work extends Message {
    /// Names this piece of work; whoever repeats it gives it another name.
    String request();

    /// By the broker's clock, in ms: whoever has it later leaves it.
    long startBy();

    /// The same: no request is under way any more.
    long endBy();

    /// Redirects that were followed so far.
    List<Hop> hops();

    /// On the network so far.
    Duration spent();

    /// What to ask.
    FetchRequest asked();

    Kind sort();

    /// Whether a robots.txt that leads to another host is left to whoever gave this, who has that
    /// one's turn awaited. Older controllers do not know how.
    boolean leads();
  }

  /// Ask for a feed and read it.
  ///
  /// @param feed what to ask, and what is known of the last answer
  record Poll(
      String request,
      long startBy,
      long endBy,
      FeedReader.Request feed,
      List<Hop> hops,
      Duration spent,
      boolean leads)
      implements Work {
    public Poll {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(feed, "feed");
      requireUrl(feed.fetch());
      hops = List.copyOf(hops);
    }

    @Override
    public FetchRequest asked() {
      return feed.fetch();
    }

    @Override
    public Kind sort() {
      return Kind.POLL;
    }
  }

  /// Ask for a page of an article and find its text.
  ///
  /// @param page what to ask, and what to take of it
  record ArticlePage(
      String request,
      long startBy,
      long endBy,
      PageFetcher.Request page,
      List<Hop> hops,
      Duration spent,
      boolean leads)
      implements Work {
    public ArticlePage {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(page, "page");
      Objects.requireNonNull(page.recipe(), "recipe");
      requireUrl(page.fetch());
      hops = List.copyOf(hops);
    }

    @Override
    public FetchRequest asked() {
      return page.fetch();
    }

    @Override
    public Kind sort() {
      return Kind.PAGE;
    }
  }

  /// Ask for something and send it as it is: for searches for feeds and crawls.
  ///
  /// @param mostBytes a larger body is not read
  record Fetch(
      String request,
      long startBy,
      long endBy,
      FetchRequest fetch,
      int mostBytes,
      List<Hop> hops,
      Duration spent,
      boolean leads)
      implements Work {
    public Fetch {
      Objects.requireNonNull(request, "request");
      requireUrl(fetch);
      hops = List.copyOf(hops);
    }

    @Override
    public FetchRequest asked() {
      return fetch;
    }

    @Override
    public Kind sort() {
      return Kind.FETCH;
    }
  }

  /// Ask one host for the robots.txt of another, which leads to it, and know it from then on.
  ///
  /// @param page at the host whose file it is
  /// @param hops from its file to here
  record RobotsFile(
      String request, long startBy, long endBy, FeedUrl page, List<Hop> hops, Duration spent)
      implements Work {
    public RobotsFile {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(page, "page");
      hops = List.copyOf(hops);
      if (hops.isEmpty()) throw new IllegalArgumentException("a robots.txt that leads nowhere");
    }

    @Override
    public FetchRequest asked() {
      return FetchRequest.of(page);
    }

    @Override
    public Kind sort() {
      return Kind.ROBOTS;
    }

    @Override
    public boolean leads() {
      return true;
    }
  }

  private static void requireUrl(FetchRequest fetch) {
    Objects.requireNonNull(fetch, "fetch");
    Objects.requireNonNull(fetch.url(), "url");
  }

  /// A terminal begins a piece of work.
  record Begun(String request, String terminal) implements Message {
    public Begun {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(terminal, "terminal");
    }
  }

  /// A terminal does not know how to do a piece of work, and has not begun it.
  record HandedBack(String request, String terminal) implements Message {
    public HandedBack {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(terminal, "terminal");
    }
  }

  /// A kind of message that only a later version knows.
  ///
  /// @param request empty if it is no work
  record Unknown(@Nullable String request) implements Message {}

  /// What came of it.
  ///
  /// @param leg of a body that was read all but the bytes
  /// @param parsed what the body of a feed came to; null if there was none
  /// @param read what the body of a page came to; null if there was none
  /// @param sitemaps that the host's robots.txt names, for those who look for them
  record Answered(
      String request,
      String terminal,
      Leg leg,
      @Nullable ParseOutcome parsed,
      @Nullable Reading read,
      List<String> sitemaps)
      implements Message {
    public Answered {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(terminal, "terminal");
      Objects.requireNonNull(leg, "leg");
      sitemaps = List.copyOf(sitemaps);
    }

    Answered(String request, String terminal, Leg leg, @Nullable ParseOutcome parsed) {
      this(request, terminal, leg, parsed, null, List.of());
    }
  }

  /// Somebody is there.
  ///
  /// @param underWay pieces of work at this moment
  /// @param most that it takes at once
  /// @param done since its start
  /// @param takes kinds of work that it knows beside polls, which all do
  record Here(
      String name,
      @Nullable Role role,
      String version,
      int underWay,
      int most,
      long done,
      List<String> takes)
      implements Message {
    public Here {
      Objects.requireNonNull(name, "name");
      role = role == null ? Role.OTHER : role;
      takes = List.copyOf(takes);
    }

    Here(String name, @Nullable Role role, String version, int underWay, int most, long done) {
      this(name, role, version, underWay, most, done, List.of());
    }
  }

  /// What a program is for.
  enum Role {
    CONTROLLER,
    TERMINAL,
    /// what only a later version knows
    OTHER
  }
}
