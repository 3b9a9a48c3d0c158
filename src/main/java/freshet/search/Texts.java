package freshet.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The texts of entries, which the index does not keep.
public interface Texts {
  Texts NONE = _ -> List.of();

  /// Of those of these entries that are there.
  List<Text> of(List<Long> entries);

  /// @param text plain, with its title
  record Text(long entry, @Nullable String language, String text) {}
}
