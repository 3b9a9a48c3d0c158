package freshet.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import freshet.fetch.Hop;
import freshet.fetch.Leg;
import freshet.model.ParseOutcome;
import freshet.poll.FeedReader;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What controllers and terminals tell each other. Names of kinds and components are fixed: other
/// versions read them (see [Messages]). New components may be added if they may be missing.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.Poll.class, name = "poll"),
  @JsonSubTypes.Type(value = Message.Begun.class, name = "begun"),
  @JsonSubTypes.Type(value = Message.Answered.class, name = "answer"),
  @JsonSubTypes.Type(value = Message.Here.class, name = "here")
})
public sealed interface Message {

  /// Work: ask one host for a feed.
  ///
  /// @param request names this piece of work; whoever repeats it gives it another name
  /// @param startBy by the broker's clock, in ms: whoever has it later leaves it
  /// @param endBy the same: no request is under way any more
  /// @param feed what to ask, and what is known of the last answer
  /// @param hops redirects that were followed so far
  /// @param spent on the network so far
  record Poll(
      String request,
      long startBy,
      long endBy,
      FeedReader.Request feed,
      List<Hop> hops,
      Duration spent)
      implements Message {
    public Poll {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(feed, "feed");
      Objects.requireNonNull(feed.fetch(), "fetch");
      Objects.requireNonNull(feed.fetch().url(), "url");
      hops = List.copyOf(hops);
    }
  }

  /// A terminal begins a piece of work.
  record Begun(String request, String terminal) implements Message {
    public Begun {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(terminal, "terminal");
    }
  }

  /// What came of it.
  ///
  /// @param leg of a body that was fetched all but the bytes
  /// @param parsed what the body came to; null if there was none
  record Answered(String request, String terminal, Leg leg, @Nullable ParseOutcome parsed)
      implements Message {
    public Answered {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(terminal, "terminal");
      Objects.requireNonNull(leg, "leg");
    }
  }

  /// Somebody is there.
  ///
  /// @param underWay pieces of work at this moment
  /// @param most that it takes at once
  /// @param done since its start
  record Here(String name, @Nullable Role role, String version, int underWay, int most, long done)
      implements Message {
    public Here {
      Objects.requireNonNull(name, "name");
      role = role == null ? Role.OTHER : role;
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
