package freshet.search;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a query as it was understood.
public sealed interface Node {
  /// A word in any of its forms; several if it was written with punctuation inside.
  record Word(Place place, String text) implements Node {}

  /// Words as they stand, one after another.
  record Phrase(Place place, String text) implements Node {}

  /// A word with `*` (any letters) or `?` (one letter), beginning with a letter and with two at
  /// least.
  record Pattern(Place place, String text) implements Node {}

  /// A feed by its number, or by a part of its name or address.
  record Feed(String text) implements Node {}

  /// A crawl by its number or a part of its name, or `all` of them.
  record Crawl(String text) implements Node {}

  /// A topic by its number or name.
  record Topic(String text) implements Node {}

  /// @param code ISO 639
  record Language(String code) implements Node {}

  /// From a time, up to and without another.
  record Between(@Nullable Instant from, @Nullable Instant to, String written) implements Node {}

  record And(List<Node> parts) implements Node {}

  record Or(List<Node> parts) implements Node {}

  record Not(Node part) implements Node {}

  record Everything() implements Node {}

  /// Words that were typed, and what texts of other languages have instead of them.
  ///
  /// @param typed a word, or several that are one headword of a dictionary
  record Also(Node typed, List<Translated> added) implements Node {}

  /// @param text a word or two
  record Translated(String language, String text) {}

  /// What is like a text.
  ///
  /// @param language of the text; null if it is not known
  record Like(String text, @Nullable String language) implements Node {}

  /// At least so many of these words, in their forms.
  ///
  /// @param language whose forms are meant; null for all
  record Some(List<Node> words, @Nullable String language, int least) implements Node {}

  /// The words that were typed are meant, and no translations of them.
  record AsTyped() implements Node {}

  /// So many words may also be written together, whatever they are.
  int FEW = 3;

  /// Neighbours that may be one word in a text count as found by that, too: `covid 19` by
  /// `covid19`. Three digits after a blank are the thousands of a number.
  static List<Node> orTogether(List<Node> parts) {
    List<Node> out = new ArrayList<>();
    boolean few = parts.stream().filter(p -> p instanceof Word).count() <= FEW;
    for (Node p : parts) {
      if (p instanceof Word(Place place, String second)
          && !out.isEmpty()
          && out.getLast() instanceof Word(Place before, String first)
          && place == before) {
        String one = Spelling.oneOf(first, second);
        if (one != null && (few || Spelling.hasNumber(one))) {
          Node apart =
              Spelling.isNumber(first, second)
                  ? new Phrase(place, first + " " + second)
                  : new And(List.of(out.getLast(), new Or(List.of(p))));
          // Exactly: the root of "ModelS" is "model".
          Node joined = Spelling.hasNumber(one) ? new Word(place, one) : new Phrase(place, one);
          out.set(out.size() - 1, new Or(List.of(apart, joined)));
          continue;
        }
      }
      out.add(p);
    }
    return out;
  }

  /// Where words are looked for.
  enum Place {
    TEXT,
    TITLE
  }

  /// The query that means this, with all that was left to be guessed written out.
  default String written() {
    return switch (this) {
      case Word(Place place, String text) -> prefix(place) + text;
      case Phrase(Place place, String text) -> prefix(place) + '"' + text + '"';
      case Pattern(Place place, String text) -> prefix(place) + text;
      case Feed(String text) -> "feed:" + quoted(text);
      case Crawl(String text) -> "crawl:" + quoted(text);
      case Topic(String text) -> "topic:" + quoted(text);
      case Language(String code) -> "lang:" + code;
      case Between b -> b.written;
      case And(List<Node> parts) -> joined(parts, " ");
      case Or(List<Node> parts) -> joined(parts, " OR ");
      case Not(Node part) -> "-" + grouped(part);
      case Everything() -> "";
      case Also(Node typed, _) -> typed.written();
      case AsTyped() -> "translate:no";
      case Like(String text, _) -> "like:\"" + text + '"';
      case Some(List<Node> words, _, _) -> joined(words, " OR ");
    };
  }

  private static String joined(List<Node> parts, String with) {
    return String.join(with, parts.stream().map(Node::grouped).toList());
  }

  private static String grouped(Node part) {
    return part instanceof And || part instanceof Or ? "(" + part.written() + ")" : part.written();
  }

  private static String prefix(Place place) {
    return place == Place.TITLE ? "title:" : "";
  }

  private static String quoted(String text) {
    return text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '.')
        ? text
        : '"' + text + '"';
  }
}
