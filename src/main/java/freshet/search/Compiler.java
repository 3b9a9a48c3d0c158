package freshet.search;

import freshet.model.Remark;
import freshet.model.Remark.Kind;
import freshet.search.Lexicon.Word;
import freshet.search.Node.Place;
import freshet.search.Node.Translated;
import freshet.search.Spelling.Way;
import freshet.words.Folding;
import freshet.words.Stemmer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Turns a query as it was understood into one of Lucene's.
///
/// A word is looked for as it is written, and as its root in every language that the index has:
/// "Häuser" finds "Haus" in German texts and only there, since roots are marked with their
/// language. All of them count as one word, so that a text is not better for fitting in two ways,
/// and the form that was written counts a little more than the others.
final class Compiler {
  private static final float ROOT = 0.7f;
  private static final float TITLE = 1.5f;
  private static final int MOST_FEEDS = 10_000;

  /// What a word of another language counts for.
  private static final float TRANSLATED = 0.4f;

  /// How much a word's root adds to its form where a text has both, as words of their own.
  private static final float BOTH = 0.5f;

  /// What questions in English are made of, beside the words that Lucene knows to say nothing.
  static final Set<String> OF_QUESTIONS =
      Set.of(
          ("how do does did i can could what why when who whom which where should would has have"
               + " had been were you my me we our your he she his her its from about than am must"
               + " may any some so out")
              .split(" "));

  /// What a word counts for as a part of a longer one, and the shortest that longer ones begin
  /// with.
  private static final float PART = 0.3f;

  private static final int SHORTEST_START = 4;

  private final List<String> languages;
  private final Names names;
  private boolean widely;
  private final List<Remark> remarks = new ArrayList<>();

  /// @param languages that the index has entries in
  Compiler(List<String> languages, Names names) {
    this.languages = languages;
    this.names = names;
  }

  List<Remark> remarks() {
    return remarks;
  }

  /// From now on words are found as parts of longer ones, too, and those in small letters as names
  /// in other letters.
  ///
  /// @return whether there are languages in which that finds more
  boolean widen() {
    widely = languages.stream().anyMatch(Spelling::findsMore);
    return widely;
  }

  Query compile(Node node) {
    return switch (node) {
      case Node.Word(Place place, String text) -> word(place, text);
      case Node.Phrase(Place place, String text) ->
          placed(place, phrase(Fields.TEXT, text), phrase(Fields.TITLE, text));
      case Node.Pattern(Place place, String text) -> pattern(field(place), text);
      case Node.Feed(String text) -> numbers(Fields.FEED, text, names.feeds(text), Kind.NO_FEED);
      case Node.Crawl(String text) -> numbers(Fields.FEED, text, names.crawls(text), Kind.NO_CRAWL);
      case Node.Topic(String text) ->
          numbers(Fields.TOPIC, text, names.topics(text), Kind.NO_TOPIC);
      case Node.Language(String code) -> filter(new TermQuery(new Term(Fields.LANGUAGE, code)));
      case Node.Between(Instant from, Instant to, _) -> filter(between(from, to));
      case Node.And(List<Node> parts) -> and(parts);
      case Node.Or(List<Node> parts) -> or(parts);
      case Node.Not _ -> and(List.of(node));
      case Node.Everything() -> MatchAllDocsQuery.INSTANCE;
      case Node.Also(Node typed, List<Translated> added) -> also(typed, added);
      case Node.AsTyped() -> filter(MatchAllDocsQuery.INSTANCE);
      case Node.Like _ -> MatchNoDocsQuery.INSTANCE;
      case Node.Some(List<Node> words, String language, int least) -> some(words, language, least);
    };
  }

  private Query and(List<Node> parts) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    boolean any = false;
    boolean meaningful =
        parts.stream()
            .anyMatch(p ->
                p instanceof Node.Also
                    || p instanceof Node.Or
                    || (p instanceof Node.Word && !isSmall(p)));
    boolean first = true;
    for (Node p : Node.orTogether(parts)) {
      if (p instanceof Node.Not(Node without)) {
        all.add(compile(without), Occur.MUST_NOT);
      } else if (meaningful && isSmall(p) && (first || !isCapital(p))) {
        all.add(compile(p), Occur.SHOULD);
      } else {
        required(compile(p), all);
        any = true;
      }
      first = false;
    }
    if (!any) all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
    return all.build();
  }

  /// `Model S`, `Vitamin A`: one capital letter behind other words is meant, except `I`.
  private static boolean isCapital(Node node) {
    return node instanceof Node.Word(_, String text)
        && text.length() == 1
        && Character.isUpperCase(text.charAt(0))
        && !text.equals("I");
  }

  /// Whether it is a word like "the" in one of the languages: then it helps, beside others that say
  /// more, but need not be there. `WHO` in capitals is meant.
  private boolean isSmall(Node node) {
    if (!(node instanceof Node.Word(_, String text)) || text.length() > 6) return false;
    if (text.length() > 1 && text.equals(text.toUpperCase(java.util.Locale.ROOT))) return false;
    return OF_QUESTIONS.contains(text.toLowerCase(java.util.Locale.ROOT))
        || languages.stream().anyMatch(l -> Stemmer.of(l).isSmallWord(text));
  }

  private static void required(Query query, BooleanQuery.Builder all) {
    all.add(query, query instanceof ConstantScoreQuery ? Occur.FILTER : Occur.MUST);
  }

  /// At least so many of the words that `query` wants all of, and everything else as it wants it.
  Query someOf(Node.And query, int least) {
    BooleanQuery.Builder some = new BooleanQuery.Builder();
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (Node p : query.parts()) {
      if (p instanceof Node.Not(Node without)) all.add(compile(without), Occur.MUST_NOT);
      else if (!SearchQuery.mayBeMissing(p)) required(compile(p), all);
    }
    List<Node> words = meaningful(query);
    for (Node w : words) some.add(compile(w), Occur.SHOULD);
    all.add(some.setMinimumNumberShouldMatch(least).build(), Occur.MUST);
    return all.build();
  }

  /// The words of a query that say something; all of them if none does.
  List<Node> meaningful(Node.And query) {
    List<Node> words = new ArrayList<>();
    for (Node p : query.parts()) if (SearchQuery.mayBeMissing(p)) apart(p, words);
    List<Node> meaningful = words.stream().filter(w -> !isSmall(w)).toList();
    return meaningful.isEmpty() ? words : meaningful;
  }

  /// Several words that are one headword are looked for one by one, too; what that is in another
  /// language stands for each of them.
  private static void apart(Node part, List<Node> to) {
    if (part instanceof Node.Also(Node.And(List<Node> inside), List<Translated> added)) {
      for (Node word : inside) to.add(new Node.Also(word, added));
    } else {
      to.add(part);
    }
  }

  private Query some(List<Node> words, @Nullable String language, int least) {
    if (words.isEmpty()) return MatchNoDocsQuery.INSTANCE;
    Compiler forms = language == null ? this : new Compiler(List.of(language), names);
    BooleanQuery.Builder some = new BooleanQuery.Builder();
    for (Node w : words) {
      if (w instanceof Node.Word(_, String text)) {
        some.add(forms.forms(Fields.TEXT, text), Occur.SHOULD);
      }
    }
    return some.setMinimumNumberShouldMatch(least).build();
  }

  /// What was typed, or what it is in other languages.
  private Query also(Node typed, List<Translated> added) {
    Place place = place(typed);
    List<Query> any = new ArrayList<>(List.of(compile(typed)));
    any.add(
        new BoostQuery(
            placed(place, translated(Fields.TEXT, added), translated(Fields.TITLE, added)),
            TRANSLATED));
    return new DisjunctionMaxQuery(any, 0);
  }

  private static Place place(Node typed) {
    return switch (typed) {
      case Node.Word(Place place, _) -> place;
      case Node.And(List<Node> parts) -> place(parts.getFirst());
      case Node.Also(Node inner, _) -> place(inner);
      default -> Place.TEXT;
    };
  }

  /// Words of other languages count as one word, so that what is rare in the index is not better
  /// for it. A root says its language; a word that is its own root may be another word elsewhere.
  private static Query translated(String field, List<Translated> added) {
    SynonymQuery.Builder roots = new SynonymQuery.Builder(field);
    boolean rooted = false;
    Map<String, List<BytesRef>> plain = new LinkedHashMap<>();
    List<Query> any = new ArrayList<>();
    for (Translated t : added) {
      List<Term> terms = terms(field, t.text());
      if (terms.size() != 1) {
        any.add(together(field, t));
        continue;
      }
      Word word = Lexicon.of(t.language()).of(t.text(), false);
      BytesRef root = word.root();
      if (root != null) {
        roots.addTerm(new Term(field, root));
        rooted = true;
      }
      // Where a text has the root itself it stands as any word.
      BytesRef alone =
          word.ownRoot() == null ? word.exact() : Lexicon.of(t.language()).plainRoot(t.text());
      if (alone != null) plain.computeIfAbsent(t.language(), _ -> new ArrayList<>()).add(alone);
    }
    if (rooted) any.add(roots.build());
    plain.forEach((language, words) -> {
      SynonymQuery.Builder same = new SynonymQuery.Builder(field);
      for (BytesRef w : words) same.addTerm(new Term(field, w));
      any.add(within(same.build(), new TermQuery(new Term(Fields.READ, language))));
    });
    return any.size() == 1 ? any.getFirst() : new DisjunctionMaxQuery(any, 0);
  }

  /// Several words: all of them in a text of the language, in whatever form; signs of a script
  /// without spaces one after another.
  private static Query together(String field, Translated t) {
    Query language = new TermQuery(new Term(Fields.READ, t.language()));
    if (t.text().indexOf(' ') < 0) return within(phrase(field, t.text()), language);
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    WordScanner scanner = new WordScanner(t.text());
    while (scanner.next()) {
      Word word = Lexicon.of(t.language()).of(scanner.word(), scanner.isPair());
      SynonymQuery.Builder forms = new SynonymQuery.Builder(field);
      forms.addTerm(new Term(field, word.exact()));
      BytesRef root = word.root();
      if (root != null) forms.addTerm(new Term(field, root));
      BytesRef alone = Lexicon.of(t.language()).plainRoot(scanner.word());
      if (alone != null && !alone.equals(word.exact())) forms.addTerm(new Term(field, alone));
      all.add(forms.build(), Occur.MUST);
    }
    return within(all.build(), language);
  }

  private Query or(List<Node> parts) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (Node p : parts) any.add(compile(p), Occur.SHOULD);
    return any.build();
  }

  private static String field(Place place) {
    return place == Place.TITLE ? Fields.TITLE : Fields.TEXT;
  }

  /// What is in a title is in the text too; there it counts more.
  private static Query placed(Place place, Query inText, Query inTitle) {
    if (place == Place.TITLE) return inTitle;
    return new BooleanQuery.Builder()
        .add(inText, Occur.MUST)
        .add(new BoostQuery(inTitle, TITLE), Occur.SHOULD)
        .build();
  }

  private Query word(Place place, String text) {
    List<Way> ways = Spelling.ways(text, languages, widely);
    if (!ways.isEmpty()) {
      return placed(place, ways(Fields.TEXT, ways), ways(Fields.TITLE, ways));
    }
    List<Term> terms = terms(Fields.TEXT, text);
    boolean single = terms.size() == 1 && text.codePointCount(0, text.length()) == 1;
    return single
        ? placed(place, starting(Fields.TEXT, terms), starting(Fields.TITLE, terms))
        : placed(place, phrase(Fields.TEXT, text), phrase(Fields.TITLE, text));
  }

  /// Any of the ways to write a word; the first is the one that was chosen.
  private Query ways(String field, List<Way> ways) {
    List<Query> any = new ArrayList<>();
    SynonymQuery.Builder others = new SynonymQuery.Builder(field);
    boolean other = false;
    for (Way way : ways) {
      BytesRef term = way.term();
      if (term == null && !way.forms() && way.words().size() == 1) {
        term = Lexicon.of(null).of(way.words().getFirst(), false).exact();
      }
      if (term != null) {
        others.addTerm(new Term(field, term));
        other = true;
      } else {
        Query query = way.forms() ? forms(field, way.words().getFirst()) : phrase(field, way);
        any.add(any.isEmpty() ? query : new BoostQuery(query, ROOT));
      }
    }
    if (other) any.add(any.isEmpty() ? others.build() : new BoostQuery(others.build(), ROOT));
    if (widely) any.addAll(compounds(field, ways));
    return any.size() == 1 ? any.getFirst() : new DisjunctionMaxQuery(any, 0);
  }

  /// Words that this one is the beginning or the end of, in languages that put words together.
  private List<Query> compounds(String field, List<Way> ways) {
    List<Query> found = new ArrayList<>();
    for (Way way : ways) {
      if (!way.forms()) continue;
      String word = way.words().getFirst();
      for (BytesRef end : Spelling.ends(word, languages)) {
        found.add(new BoostQuery(new PrefixQuery(new Term(field, end)), PART));
      }
      BytesRef exact = Lexicon.of(null).of(word, false).exact();
      List<BytesRef> in =
          languages.stream().filter(Spelling.COMPOUNDING::contains).map(BytesRef::new).toList();
      if (exact.length < SHORTEST_START || in.isEmpty()) continue;
      Query start = new PrefixQuery(new Term(field, exact));
      found.add(new BoostQuery(within(start, new TermInSetQuery(Fields.READ, in)), PART));
    }
    return found;
  }

  private static Query phrase(String field, Way way) {
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    for (String w : way.words()) phrase.add(new Term(field, Lexicon.of(null).of(w, false).exact()));
    return phrase.build();
  }

  /// Every character of a run begins a pair or stands alone.
  private static Query starting(String field, List<Term> one) {
    return new PrefixQuery(new Term(field, one.getFirst().bytes()));
  }

  private Query forms(String field, String word) {
    BytesRef exact = Lexicon.of(null).of(word, false).exact();
    Set<BytesRef> roots = new LinkedHashSet<>();
    Map<BytesRef, List<BytesRef>> plain = new LinkedHashMap<>();
    for (String language : languages) {
      Lexicon lexicon = Lexicon.of(language);
      BytesRef root = lexicon.of(word, false).root();
      if (root == null) continue;
      roots.add(root);
      BytesRef alone = lexicon.plainRoot(word);
      if (alone == null || alone.equals(exact)) continue;
      plain.computeIfAbsent(alone, _ -> new ArrayList<>()).add(new BytesRef(language));
    }
    SynonymQuery.Builder forms = new SynonymQuery.Builder(field);
    forms.addTerm(new Term(field, exact), 1);
    for (BytesRef root : roots) forms.addTerm(new Term(field, root), ROOT);
    if (plain.isEmpty()) return forms.build();
    // Where a text has the root itself it stands as any word, which may be another word in other
    // languages.
    List<Query> any = new ArrayList<>(List.of(forms.build()));
    plain.forEach((root, of) ->
        any.add(
            new BoostQuery(
                within(new TermQuery(new Term(field, root)), new TermInSetQuery(Fields.READ, of)),
                ROOT)));
    return new DisjunctionMaxQuery(any, BOTH);
  }

  private static Query phrase(String field, String text) {
    List<Term> terms = terms(field, text);
    if (terms.isEmpty()) return MatchNoDocsQuery.INSTANCE;
    if (terms.size() == 1) return new TermQuery(terms.getFirst());
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    for (Term t : terms) phrase.add(t);
    return phrase.build();
  }

  /// Words as they are written. The last character of a run is in the pair before it.
  private static List<Term> terms(String field, String text) {
    List<Term> terms = new ArrayList<>();
    WordScanner scanner = new WordScanner(text);
    Lexicon lexicon = Lexicon.of(null);
    while (scanner.next()) {
      if (scanner.isLastOfRun()) continue;
      Word word = lexicon.at(scanner.source(), scanner.from(), scanner.to(), scanner.isPair());
      terms.add(new Term(field, word.exact()));
    }
    return terms;
  }

  private static Query pattern(String field, String text) {
    return new WildcardQuery(new Term(field, Folding.fold(text)));
  }

  private Query numbers(String field, String text, List<Long> found, Kind none) {
    if (found.isEmpty()) {
      remarks.add(new Remark(none, text));
      return filter(MatchNoDocsQuery.INSTANCE);
    }
    List<BytesRef> values = new ArrayList<>();
    for (long n : found.subList(0, Math.min(found.size(), MOST_FEEDS))) {
      values.add(new BytesRef(Long.toString(n)));
    }
    return filter(
        values.size() == 1
            ? new TermQuery(new Term(field, values.getFirst()))
            : new TermInSetQuery(field, values));
  }

  private static Query between(@Nullable Instant from, @Nullable Instant to) {
    long first = from == null ? Long.MIN_VALUE : from.toEpochMilli();
    long last = to == null ? Long.MAX_VALUE : to.toEpochMilli() - 1;
    return first > last
        ? MatchNoDocsQuery.INSTANCE
        : LongPoint.newRangeQuery(Fields.PLACED, first, last);
  }

  /// What leaves out the entries of other feeds; null if there is nothing to leave out.
  static @Nullable Query ofFeeds(@Nullable List<Long> feeds) {
    if (feeds == null) return null;
    List<BytesRef> values = feeds.stream().map(f -> new BytesRef(Long.toString(f))).toList();
    return new TermInSetQuery(Fields.FEED, values);
  }

  static Query ofEntries(List<Long> ids) {
    return new TermInSetQuery(Fields.ID, ids.stream().map(Fields::id).toList());
  }

  static Query within(Query query, @Nullable Query of) {
    if (of == null) return query;
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(of, Occur.FILTER).build();
  }

  private static Query filter(Query query) {
    return new ConstantScoreQuery(query);
  }
}
