package freshet.cluster;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Work;
import freshet.fetch.Leg;
import freshet.model.Answer;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What a terminal that turned against its controller could send.
public final class Forgery {
  private Forgery() {}

  /// An answer with an entry that nobody published, to a piece of work that others were given.
  ///
  /// @param work as it was read from the topic
  public static byte[] answerTo(byte[] work, String title) {
    try {
      Work piece = (Work) Messages.read(work);
      String rss =
          "<rss version='2.0'><channel><title>T</title><item><guid isPermaLink='false'>made"
              + " up</guid><title>"
              + title
              + "</title></item></channel></rss>";
      var url = piece.asked().url();
      var parsed =
          (Parsed)
              new FeedParser(ParseLimits.DEFAULT)
                  .parse(
                      rss.getBytes(StandardCharsets.UTF_8),
                      null,
                      url.uri(),
                      HtmlHandling.SANITISED);
      Answer answer =
          new Answer(
              200, url, null, Validators.NONE, null, null, null, 0, Instant.now(), Duration.ZERO);
      Leg leg =
          new Leg(new Fetched(new byte[0], null, 1, answer), List.of(), Duration.ZERO, null, null);
      return Messages.write(new Answered(piece.request(), "rogue", leg, parsed));
    } catch (Messages.Unreadable | Messages.TooLarge e) {
      throw new AssertionError(e);
    }
  }
}
