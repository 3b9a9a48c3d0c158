package freshet.model;

import org.jspecify.annotations.Nullable;

/// Something that Freshet needs is away for a moment: the database, room on the disk. What was
/// asked for was not done, and can be asked for again. The message is a sentence for people.
public class Unavailable extends RuntimeException {
  public Unavailable(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
