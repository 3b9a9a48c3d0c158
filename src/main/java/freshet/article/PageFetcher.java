package freshet.article;

import freshet.article.PageReader.Page;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks for a page of an article and reads it: the part of an article's way that can be done on
/// another machine (`cluster`). Both records are plain values that can be sent as they are; whoever
/// reads knows neither the store nor the entry.
public interface PageFetcher {

  /// Whatever the server does comes back as a value. Blocks, so call it on a virtual thread.
  Answer fetch(Request request) throws InterruptedException;

  /// Until when an address is not asked for, or null: its site rests, or its host is closed.
  @Nullable Instant restsUntil(FeedUrl url);

  /// @param feed the number of the entry's feed
  /// @param recipe what to take of the page
  /// @param first the address of the article's first page; null if this is the first
  /// @param number of the page that is looked for after this one
  record Request(
      long feed, FetchRequest fetch, Recipe recipe, @Nullable String first, int number) {}

  /// @param outcome of the request; of a body that was fetched all but the bytes
  /// @param read what the body came to; null if there was none
  record Answer(FetchOutcome outcome, @Nullable Reading read) {
    public Answer {
      if ((outcome instanceof Fetched) != (read != null)) {
        throw new IllegalArgumentException("What was fetched was read, and nothing else");
      }
    }
  }

  /// What a body came to.
  sealed interface Reading {
    record Text(Page page) implements Reading {}

    /// Something else than a page.
    record NoPage() implements Reading {}

    /// @param reason the middle of a sentence: "took longer than 10 s"
    record Stopped(String reason) implements Reading {}
  }
}
