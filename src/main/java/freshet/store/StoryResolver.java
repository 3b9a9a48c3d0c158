package freshet.store;

import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Tells, for entries that are about to be written, which stored ones they belong with. Called on
/// the writer's thread, in the order of writing, so that of two copies that come at the same moment
/// the second is seen to be one.
public interface StoryResolver {

  /// Where an entry belongs.
  ///
  /// @param sameStory stored entries that are the same story; those of different stories show that
  ///   the stories are one
  /// @param sameEvent the first entry of the event it tells of, null if it is the first to do so
  record Place(List<Long> sameStory, @Nullable Long sameEvent) {
    public static final Place ALONE = new Place(List.of(), null);
  }

  /// Nobody knows anything.
  StoryResolver NONE =
      new StoryResolver() {
        @Override
        public Place find(int index, long id, LongFunction<byte @Nullable []> signatures) {
          return Place.ALONE;
        }

        @Override
        public void keep(int index, long id) {}

        @Override
        public void drop(long id) {}
      };

  /// Looks for the entry of this number in the poll.
  ///
  /// @param id 0 if it is new, else the stored entry that was edited
  /// @param signatures reads those of stored entries
  Place find(int index, long id, LongFunction<byte @Nullable []> signatures);

  /// The entry was written, under this id: it is to be remembered.
  void keep(int index, long id);

  /// It was not written after all: the transaction failed.
  void drop(long id);
}
