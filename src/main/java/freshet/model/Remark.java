package freshet.model;

import java.util.Locale;

/// What was odd about a query, and what was done about it.
///
/// @param about the part of the query that it is about
public record Remark(Kind kind, String about) {
  public enum Kind {
    CUT("The query was too long; only its beginning was used."),
    TOO_MANY("Only the first words were used; the rest, from '%s' on, was left out."),
    UNCLOSED_QUOTE("A quotation mark is missing; the phrase was taken to end with the query."),
    UNCLOSED_PARENTHESIS("A closing parenthesis is missing; it was added at the end."),
    STRAY_PARENTHESIS("A closing parenthesis had no opening one; it was left out."),
    TOO_DEEP("Too many parentheses within each other; the inner ones were left out."),
    STRAY_OR("OR stands between two things to look for; here it was left out."),
    STRAY_NOT("A minus stands before what must not be there; here it was left out."),
    NO_WORDS("There is nothing to look for in '%s'; it was left out."),
    NO_SUCH_FIELD("There is no '%s'; it was looked for as words."),
    NO_VALUE("Something is missing after '%s'; it was left out."),
    BAD_DATE("'%s' is no date like 2026-11-15, 2026-11 or yesterday; it was left out."),
    BAD_AGE("'%s' is no time like 12h, 3d, 2w, 6m or 1y; it was left out."),
    BAD_LANGUAGE("'%s' is no language like et or Estonian; it was left out."),
    OPEN_PATTERN("'%s' must begin with a letter and have two at least; the rest was left out."),
    TOO_MANY_PATTERNS("Too many words with * or ?; from '%s' on they were taken as they stand."),
    SOME_WORDS("No entry has all of these words; these have some of them."),
    FEW_WITH_ALL_WORDS("Entries with all of these words come first (%s), then those with some."),
    BEST_OF_ALL_AND_MOST(
        "What fits best comes first, whether it has all of these words (%s) or most of them."),
    NO_FEED("No feed is called '%s'."),
    NO_CRAWL("No crawl is called '%s'."),
    NO_TOPIC("No topic is called '%s'.");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }

    /// `no-such-field`, for the texts of the pages.
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// Whether the query was read otherwise than it was written: then people want to see how.
  public boolean isAboutReading() {
    return switch (kind) {
      case SOME_WORDS, FEW_WITH_ALL_WORDS, BEST_OF_ALL_AND_MOST -> false;
      default -> true;
    };
  }

  /// Whether something of the query means nothing, so that it finds more than was meant.
  public boolean isLeftOut() {
    return switch (kind) {
      case NO_VALUE, BAD_DATE, BAD_AGE, BAD_LANGUAGE -> true;
      case NO_WORDS -> !about.codePoints().allMatch(Remark::isPunctuation);
      default -> false;
    };
  }

  /// Between words it says nothing: `rock & roll`.
  private static boolean isPunctuation(int c) {
    return (c > ' ' && c < 0x7f)
        || switch (Character.getType(c)) {
          case Character.DASH_PUNCTUATION,
              Character.OTHER_PUNCTUATION,
              Character.INITIAL_QUOTE_PUNCTUATION,
              Character.FINAL_QUOTE_PUNCTUATION ->
              true;
          default -> false;
        };
  }

  public String sentence() {
    return kind.sentence.replace("%s", about);
  }
}
