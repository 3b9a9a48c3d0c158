package freshet.dictionary;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A dictionary as FreeDict gives it out, not read yet.
public sealed interface Source permits DictdSource, TeiSource {
  /// The file that names it.
  Path path();

  /// FreeDict's name of it: `eng-tur`.
  String name();

  /// Reads all of it.
  ///
  /// @return what it says about itself
  /// @throws IOException if it cannot be read, or is none
  About read(Entries to) throws IOException;

  /// Takes what a dictionary has.
  interface Entries {
    /// @param translations the commonest first
    void take(String headword, List<String> translations);
  }

  /// @param licence the paragraph about it
  record About(String title, String licence) {}
}
