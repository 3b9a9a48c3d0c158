package freshet.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was made of a query.
///
/// @param source as it was written
/// @param understood what was made of it, written as a query
/// @param remarks on what was odd about it
/// @param withAnyWord the same query with any of its words instead of all; empty if that is no
///   other
/// @param added words of other languages that were looked for as well
/// @param translated whether words may be translated: false if the query says that they may not
public record UnderstoodQuery(
    String source,
    String understood,
    List<Remark> remarks,
    String withAnyWord,
    List<Added> added,
    boolean translated) {
  /// @param language of the word
  public record Added(String language, String word) {}

  /// The part of a query that finds what is like a text, or like its beginning.
  public static String like(String text) {
    String plain = text.strip().replaceAll("[\"“”„«»＂\\s]+", " ");
    return "like:\"" + (plain.length() > 900 ? plain.substring(0, 900) : plain).strip() + '"';
  }

  /// The part of it that means nothing, so that a rule with it would go for more than was meant;
  /// null if there is none.
  public @Nullable String leftOut() {
    for (Remark r : remarks) {
      if (r.isLeftOut()) return r.about().isEmpty() ? source.strip() : r.about();
    }
    return understood.isEmpty() || understood.equals("translate:no") ? source.strip() : null;
  }

  /// Characters of a query: what is longer is cut, and cannot be kept.
  public static final int LONGEST = 1000;
}
