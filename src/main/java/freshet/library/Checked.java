package freshet.library;

import freshet.model.FolderPath;
import freshet.model.Subscription;
import freshet.text.Cut;
import org.jspecify.annotations.Nullable;

/// What people call things: the same rules wherever it was typed.
final class Checked {
  private Checked() {}

  /// A name of one line.
  ///
  /// @throws Refusal `WRONG` if it is empty, too long or has control characters
  static String name(String field, @Nullable String typed, int longest) {
    String name = nameOrNone(field, typed, longest);
    if (name != null) return name;
    throw Refusal.wrong(field, "must be a text of at most " + longest + " characters");
  }

  /// The same of a name that may be left out: blank is none.
  static @Nullable String nameOrNone(String field, @Nullable String typed, int longest) {
    if (typed == null || typed.isBlank()) return null;
    String name = typed.strip();
    if (name.codePointCount(0, name.length()) > longest) {
      throw Refusal.wrong(field, "must be a text of at most " + longest + " characters");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw Refusal.wrong(field, "must be one line of plain characters");
    }
    return name;
  }

  /// A folder, which may be inside others: `News/Science`. Blank is none.
  static @Nullable String folder(String field, @Nullable String typed) {
    String tidy = typed == null ? null : FolderPath.tidy(typed);
    return nameOrNone(field, tidy, Subscription.LONGEST_FOLDER);
  }

  /// The same out of a list that somebody brings from elsewhere.
  static @Nullable String fittedFolder(@Nullable String brought) {
    String fitted = fitted(brought, Subscription.LONGEST_FOLDER);
    if (fitted == null) return null;
    String tidy = FolderPath.tidy(fitted);
    return tidy.isEmpty() ? null : tidy;
  }

  /// One out of a list that somebody brings from elsewhere: made to fit, so that the rest of the
  /// list goes on.
  static @Nullable String fitted(@Nullable String brought, int longest) {
    if (brought == null) return null;
    String line = brought.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.isEmpty() ? null : Cut.to(line, longest);
  }
}
