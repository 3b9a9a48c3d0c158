package freshet.cli;

import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.fetch.HttpFetcher;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.net.URI;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A feed that a command names by a file or by an address.
final class FeedInput {
  private static final FeedParser PARSER = new FeedParser(ParseLimits.DEFAULT);

  private FeedInput() {}

  /// @param settings loaded only if a server is to be asked
  /// @throws NamedInputs.Unreadable with a sentence, if it cannot be had
  static ParseOutcome read(String name, HtmlHandling reading, Supplier<Settings> settings)
      throws NamedInputs.Unreadable {
    boolean address = name.startsWith("http://") || name.startsWith("https://");
    if (address) return fetched(name, reading, settings.get());
    byte[] body = NamedInputs.file(name, ParseLimits.DEFAULT.bytes());
    try {
      return parse(body, null, URI.create(""), reading);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static ParseOutcome parse(
      byte[] body, @Nullable String contentType, URI address, HtmlHandling reading)
      throws InterruptedException {
    return switch (ReadingPool.shared()
        .read(body.length, () -> PARSER.parse(body, contentType, address, reading))) {
      case Result.Done<ParseOutcome> done -> done.value();
      case Result.Stopped<ParseOutcome> stopped ->
          new ParseOutcome.Stopped("Reading it " + stopped.reason());
    };
  }

  private static NamedInputs.Unreadable interrupted() {
    Thread.currentThread().interrupt();
    return new NamedInputs.Unreadable("Interrupted");
  }

  private static ParseOutcome fetched(String address, HtmlHandling reading, Settings settings)
      throws NamedInputs.Unreadable {
    try (HttpFetcher fetcher = Factories.fetcher(settings, InstantSource.system())) {
      return switch (fetcher.fetch(FetchRequest.of(FeedUrl.of(address)))) {
        case FetchOutcome.Fetched f ->
            parse(f.body(), f.contentType(), f.answer().finalUrl().uri(), reading);
        case FetchOutcome.Unchanged _ ->
            throw new NamedInputs.Unreadable("The server says that nothing changed");
        case FetchOutcome.Gone _ ->
            throw new NamedInputs.Unreadable("It was taken away for good (410)");
        case FetchOutcome.Refused r ->
            throw new NamedInputs.Unreadable("The server answered " + r.status());
        case FetchOutcome.Unreachable u -> throw new NamedInputs.Unreadable(u.reason());
        case FetchOutcome.Forbidden f -> throw new NamedInputs.Unreadable(f.reason());
      };
    } catch (IllegalArgumentException e) {
      throw new NamedInputs.Unreadable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }
}
