package freshet.search;

import freshet.model.Remark;
import freshet.model.UnderstoodQuery;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A query as it was understood. Whatever is written becomes one; what was odd is remarked.
///
/// @param source as it was written
/// @param understood what was made of it, written as a query
public record SearchQuery(String source, Node root, String understood, List<Remark> remarks) {
  /// So many words in capitals are no names.
  private static final int SHOUTED = 5;

  /// Fewer pairs of signs are a name.
  private static final int SIGNS_OF_A_QUESTION = 4;

  private static final Pattern OPERATOR = Pattern.compile("\\b(OR|AND|NOT)\\b|[(|!]|(^| )-");

  /// @param now what "today" and "age" are counted from
  public static SearchQuery read(String text, Instant now, ZoneId zone) {
    SearchQuery read = new QueryReader(quiet(text), now, zone).read();
    return new SearchQuery(text, read.root, read.understood, read.remarks);
  }

  /// `WHAT DID THE U.S. SAY TO NATO`: where all is in capitals, they say nothing. Whoever writes
  /// `NATO OR EU OR UN` means the names and the operators.
  private static String quiet(String text) {
    if (OPERATOR.matcher(text).find()) return text;
    int words = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isLowerCase(c) || c == ':' || c == '"') return text;
      if (Character.isUpperCase(c) && (i == 0 || text.charAt(i - 1) == ' ')) words++;
    }
    return words < SHOUTED ? text : text.toLowerCase(java.util.Locale.ROOT);
  }

  /// What finds entries like a text.
  ///
  /// @param language of the text; null if it is not known
  public static SearchQuery like(String text, @Nullable String language) {
    Node root = new Node.Like(text, language == null || language.isEmpty() ? null : language);
    return new SearchQuery("", root, "", List.of());
  }

  /// What people are shown of it.
  public UnderstoodQuery explained() {
    return new UnderstoodQuery(source, understood, remarks, withAnyWord(), added(), isTranslated());
  }

  /// Whether it has words, and so an order of how well they fit.
  public boolean hasWords() {
    return !words().isEmpty();
  }

  /// What is looked for in texts, without what must not be there.
  public List<Node> words() {
    List<Node> words = new ArrayList<>();
    collect(root, words);
    return words;
  }

  private static void collect(Node node, List<Node> words) {
    switch (node) {
      case Node.Word _, Node.Phrase _, Node.Pattern _ -> words.add(node);
      case Node.And(List<Node> parts) -> parts.forEach(p -> collect(p, words));
      case Node.Or(List<Node> parts) -> parts.forEach(p -> collect(p, words));
      case Node.Also(Node typed, _) -> collect(typed, words);
      case Node.Some(List<Node> some, _, _) -> words.addAll(some);
      case Node.Not _,
          Node.Feed _,
          Node.Crawl _,
          Node.Topic _,
          Node.Language _,
          Node.Between _,
          Node.Everything _,
          Node.AsTyped _,
          Node.Like _ -> {}
    }
  }

  /// The same query with any of its words instead of all, for when nothing has all of them; empty
  /// if that is no other query.
  public String withAnyWord() {
    if (!(root instanceof Node.And(List<Node> parts))) return "";
    List<Node> words = new ArrayList<>();
    List<Node> rest = new ArrayList<>();
    for (Node p : parts) (isWord(p) ? words : rest).add(p);
    if (words.size() < 2) return "";
    rest.addFirst(new Node.Or(words));
    return new Node.And(rest).written();
  }

  /// The query if some of its words may be missing where few entries have all of them; null if it
  /// has not several such words.
  Node.@Nullable And severalWords() {
    return root instanceof Node.And and
            && and.parts().stream().filter(SearchQuery::mayBeMissing).count() > 1
        ? and
        : null;
  }

  /// The pairs of signs of a question that is written without blanks, as words of which some may be
  /// missing; null if it is none.
  Node.@Nullable And pairsOfSigns() {
    List<Node> pairs = new ArrayList<>();
    List<Node> parts = root instanceof Node.And(List<Node> all) ? all : List.of(root);
    for (Node p : parts) {
      if (!(p instanceof Node.Word(Node.Place place, String text)) || !mayBeMissing(p)) {
        pairs.add(p);
        continue;
      }
      WordScanner scanner = new WordScanner(text);
      while (scanner.next()) {
        if (!scanner.isLastOfRun()) pairs.add(new Node.Word(place, scanner.word()));
      }
    }
    return pairs.size() >= SIGNS_OF_A_QUESTION ? new Node.And(pairs) : null;
  }

  /// Phrases and what was to stand in the title are meant.
  static boolean mayBeMissing(Node n) {
    return switch (n) {
      case Node.Word(Node.Place place, _) -> place == Node.Place.TEXT;
      case Node.Also(Node typed, _) -> mayBeMissing(typed);
      case Node.And(List<Node> parts) -> parts.stream().allMatch(SearchQuery::mayBeMissing);
      default -> false;
    };
  }

  private static boolean isWord(Node n) {
    return n instanceof Node.Word || n instanceof Node.Phrase || n instanceof Node.Pattern;
  }

  /// The words of other languages that were looked for as well.
  public List<UnderstoodQuery.Added> added() {
    List<UnderstoodQuery.Added> added = new ArrayList<>();
    for (Node.Translated t : translated()) {
      added.add(new UnderstoodQuery.Added(t.language(), t.text()));
    }
    return List.copyOf(added);
  }

  List<Node.Translated> translated() {
    List<Node.Translated> added = new ArrayList<>();
    translated(root, added);
    return added;
  }

  private static void translated(Node node, List<Node.Translated> to) {
    switch (node) {
      case Node.Also(Node typed, List<Node.Translated> added) -> {
        to.addAll(added);
        translated(typed, to);
      }
      case Node.And(List<Node> parts) -> parts.forEach(p -> translated(p, to));
      case Node.Or(List<Node> parts) -> parts.forEach(p -> translated(p, to));
      default -> {}
    }
  }

  /// Whether words may be translated.
  boolean isTranslated() {
    return !hasAsTyped(root);
  }

  private static boolean hasAsTyped(Node node) {
    return switch (node) {
      case Node.AsTyped _ -> true;
      case Node.And(List<Node> parts) -> parts.stream().anyMatch(SearchQuery::hasAsTyped);
      case Node.Or(List<Node> parts) -> parts.stream().anyMatch(SearchQuery::hasAsTyped);
      case Node.Not(Node part) -> hasAsTyped(part);
      default -> false;
    };
  }

  /// The same query, understood otherwise.
  SearchQuery with(Node other) {
    return new SearchQuery(source, other, understood, remarks);
  }

  SearchQuery with(List<Remark> more) {
    if (more.isEmpty()) return this;
    List<Remark> all = new ArrayList<>(remarks);
    all.addAll(more);
    return new SearchQuery(source, root, understood, List.copyOf(all));
  }
}
