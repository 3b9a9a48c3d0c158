package freshet.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Tells whoever listens what has just been stored. Listeners must be quick: they are called by the
/// thread that polled.
public final class Announcer {
  private final List<Consumer<News>> listeners = new CopyOnWriteArrayList<>();

  /// @param feedId the feed that was polled
  /// @param newEntries ids of entries that are now in the store for the first time
  /// @param newStories those of them that are no copies of what was there: each story once
  /// @param editedEntries ids of entries that their publisher changed
  /// @param removed whether the feed was removed, with all its entries
  public record News(
      long feedId,
      List<Long> newEntries,
      List<Long> newStories,
      List<Long> editedEntries,
      boolean removed) {

    public News(long feedId, List<Long> newEntries, List<Long> newStories) {
      this(feedId, newEntries, newStories, List.of(), false);
    }
  }

  /// Listens until the result is closed.
  public Subscription listen(Consumer<News> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void tell(News news) {
    for (Consumer<News> listener : listeners) listener.accept(news);
  }

  /// Ends the listening.
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
