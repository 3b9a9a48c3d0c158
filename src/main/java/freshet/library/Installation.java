package freshet.library;

import freshet.model.InForce;
import java.io.IOException;
import java.util.List;

/// Where the settings of the installation are.
public interface Installation {
  /// As they are written down: of those that were changed since the start some are in force from
  /// the next on only.
  List<InForce> all();

  /// Those that hold now.
  List<InForce> inForce();

  /// Writes one down; it is in force at once if it can be, else from the next start on.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  void change(String name, String value) throws IOException;
}
