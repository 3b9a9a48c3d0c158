package freshet.search;

import freshet.dictionary.Translator;
import freshet.model.Remark;
import freshet.model.Remark.Kind;
import freshet.model.SearchOrder;
import freshet.search.Engine.Ranked;
import freshet.search.Results.Hit;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// Answers one query.
///
/// A person who types a question does not mean that every word of it must be there. So where the
/// best are wanted and few entries have all words, those that have most of them follow, and a
/// remark says so: always below where there are few words; among many the rarer ones say more than
/// whether all of them are there, so what fits best comes first. Likewise words are looked for
/// within longer ones (`Krankenhausfinanzierung`) only where few entries have them by themselves.
final class SearchRun {
  /// With so many that have all the words, nobody looks for others.
  private static final int ENOUGH = 10;

  /// So many words that say something are a question rather than a name.
  private static final int MANY = 4;

  /// With so many answers to a question nobody looks for others.
  private static final int PLENTY = 100;

  /// So many of the best answers are put into a better order.
  private static final int ORDERED_AGAIN = 200;

  private final Engine engine;
  private final Compiler compiler;
  private final SearchOptions options;
  private final @Nullable Query of;
  private final Speller speller;
  private final Feedback feedback;
  private final @Nullable Translations translations;

  SearchRun(Engine engine, Names names, SearchOptions options) throws IOException {
    List<String> languages = engine.languages();
    this.engine = engine;
    this.compiler = new Compiler(languages, names);
    this.options = options;
    this.of = Compiler.ofFeeds(options.feeds());
    this.speller = new Speller(engine, languages, of);
    this.feedback = new Feedback(engine, of, options.texts());
    Translator translator = options.translator();
    this.translations =
        translator == null
            ? null
            : new Translations(engine, languages, translator, options.language(), of);
  }

  /// Which of these entries fit a query, the newest first.
  static List<Long> matching(Engine engine, SearchQuery query, Names names, List<Long> ids)
      throws IOException {
    if (ids.isEmpty()) return List.of();
    SearchOptions options =
        new SearchOptions(Instant.EPOCH, ZoneOffset.UTC, SearchOrder.NEWEST, ids.size(), false);
    Node root = new Likeness(engine, null).read(query).root();
    Query fits = new Compiler(engine.languages(), names).compile(root);
    Query both = Compiler.within(new ConstantScoreQuery(fits), Compiler.ofEntries(ids));
    return engine.rank(both, Ranking.byTime(options)).hits().stream().map(Hit::id).toList();
  }

  Results to(SearchQuery typed) throws IOException {
    SearchQuery read = new Likeness(engine, of).read(typed);
    SearchQuery query = translations == null ? read : translations.widen(read);
    boolean byTime = options.order() == SearchOrder.NEWEST || !query.hasWords();
    Query whole = compiler.compile(query.root());
    List<Remark> remarks = new ArrayList<>(compiler.remarks());
    Ranked all = rank(query, whole, byTime);
    if (query.hasWords() && all.total() < ENOUGH && compiler.widen()) {
      whole = compiler.compile(query.root());
      all = rank(query, whole, byTime);
    }
    Ranked some = byTime ? null : some(query, whole, all.total());
    List<Hit> best = all.hits();
    Ranked counted = all;
    if (some != null) {
      boolean question = isQuestion(query);
      String withAll = Long.toString(all.total());
      remarks.add(
          all.total() == 0
              ? new Remark(Kind.SOME_WORDS, "")
              : new Remark(
                  question ? Kind.BEST_OF_ALL_AND_MOST : Kind.FEW_WITH_ALL_WORDS, withAll));
      if (all.total() == 0) counted = some;
      best = question ? some.hits() : below(best, some.hits());
    }
    return new Results(
        query.with(remarks), counted.total(), best, counted.facets(), speller.suggest(query));
  }

  private Ranked rank(SearchQuery query, Query whole, boolean byTime) throws IOException {
    return engine.rank(
        Compiler.within(whole, of),
        byTime ? Ranking.byTime(options) : Ranking.byFit(options, query.words().size()));
  }

  /// What has some of the words, without what has all; null if nobody needs it or there is nothing.
  private @Nullable Ranked some(SearchQuery query, Query whole, long withAll) throws IOException {
    Node.And words = query.severalWords();
    if (words == null && withAll == 0) words = query.pairsOfSigns();
    if (words == null) return null;
    boolean question = isQuestion(query);
    if (withAll >= (question ? PLENTY : ENOUGH)) return null;
    int many = compiler.meaningful(words).size();
    // Of two words one is hardly half of what was meant: better than nothing, and than nothing
    // only.
    if (many < 2 || (many == 2 && withAll > 0)) return null;
    Ranking ranking = Ranking.byFit(options, many);
    for (int least = Math.min(many - 1, 2); least > 0; least--) {
      BooleanQuery.Builder others =
          new BooleanQuery.Builder().add(compiler.someOf(words, least), Occur.MUST);
      if (!question) others.add(whole, Occur.MUST_NOT);
      Query found = Compiler.within(others.build(), of);
      Ranked some = engine.rank(found, ranking);
      if (some.total() > 0) return question ? orderedAgain(some, found, ranking) : some;
      if (withAll > 0) return null;
    }
    return null;
  }

  /// The first answers by what they share, too; the others follow as they were.
  private Ranked orderedAgain(Ranked answers, Query query, Ranking ranking) throws IOException {
    List<Hit> hits = answers.hits();
    Query shared = feedback.to(hits);
    if (shared == null) return answers;
    List<Hit> first = hits.subList(0, Math.min(ORDERED_AGAIN, hits.size()));
    Query both =
        new BooleanQuery.Builder()
            .add(query, Occur.MUST)
            .add(shared, Occur.SHOULD)
            .add(Compiler.ofEntries(first.stream().map(Hit::id).toList()), Occur.FILTER)
            .build();
    List<Hit> better = engine.rank(both, ranking.of(first.size())).hits();
    return new Ranked(
        below(better, hits.subList(first.size(), hits.size())), answers.total(), answers.facets());
  }

  private boolean isQuestion(SearchQuery query) {
    Node.And words = query.severalWords();
    return words != null && compiler.meaningful(words).size() >= MANY;
  }

  /// Scores go down along the list: those of the second part are scaled to be below the first.
  private List<Hit> below(List<Hit> first, List<Hit> then) {
    List<Hit> both = new ArrayList<>(first);
    float least = first.isEmpty() ? Float.MAX_VALUE : first.getLast().score();
    float most = then.isEmpty() ? 0 : then.getFirst().score();
    float scale = most < least ? 1 : least / most;
    for (Hit h : then) {
      if (both.size() >= options.hits()) break;
      both.add(new Hit(h.id(), h.score() * scale, h.story(), h.topic()));
    }
    return both;
  }
}
