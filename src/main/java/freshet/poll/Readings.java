package freshet.poll;

import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.bound.ReadingPool.Watch;
import freshet.bound.UnderWay;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Work on the bytes of feeds, each piece bounded (see [ReadingPool]) and known by the feed that it
/// is for, so that a feed that makes the program end is found out (see [UnderWay]).
public final class Readings implements AutoCloseable {
  private final ReadingPool pool;
  private final @Nullable UnderWay underWay;

  /// @param underWay null if nobody needs to know after a sudden end
  public Readings(ReadingPool pool, @Nullable UnderWay underWay) {
    this.pool = pool;
    this.underWay = underWay;
  }

  /// Of which nobody will know after a sudden end.
  public static Readings unrecorded() {
    return new Readings(ReadingPool.shared(), null);
  }

  /// @param bytes how many there are to read
  <T> Result<T> of(long feed, int bytes, Supplier<T> work) throws InterruptedException {
    return pool.read(bytes, underWay == null ? Watch.NONE : underWay.of(feed), work);
  }

  /// A sentence for the user about a reading that was stopped.
  static String sentence(String reason) {
    return "Reading this feed " + reason + ", so Freshet stopped.";
  }

  /// Feeds that made the program end, as far as can be told.
  List<Long> leftOut() {
    return underWay == null ? List.of() : underWay.leftOut();
  }

  @Override
  public void close() {
    if (underWay != null) underWay.close();
  }
}
