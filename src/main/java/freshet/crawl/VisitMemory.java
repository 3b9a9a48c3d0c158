package freshet.crawl;

import freshet.model.Validators;
import org.jspecify.annotations.Nullable;

/// What a robot's user remembers of each address for the next visit.
public interface VisitMemory {
  /// With what an address is asked for that was visited before; null to have it whole, whatever
  /// came then.
  default @Nullable Validators validators(String url) {
    return Validators.NONE;
  }

  /// An address was visited, and the robot has seen what came.
  default void seen(Visit visit) {}
}
