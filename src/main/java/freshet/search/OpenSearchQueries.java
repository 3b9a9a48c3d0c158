package freshet.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PointRangeQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;

/// Writes queries of Lucene as OpenSearch's JSON: every kind that [Compiler] makes.
///
/// One thing is lost: forms of a word have weights of their own in Lucene, and none here. The form
/// that was written is named twice instead, so that it counts more than the others.
final class OpenSearchQueries {
  static final Map<String, Object> NOTHING = Map.of("match_none", Map.of());

  /// OpenSearch takes no more values at once.
  private static final int MOST_VALUES = 60_000;

  private OpenSearchQueries() {}

  static Map<String, Object> of(Query query) {
    return of(query, 1);
  }

  private static Map<String, Object> of(Query query, float boost) {
    return switch (query) {
      case BoostQuery q -> of(q.getQuery(), boost * q.getBoost());
      case MatchAllDocsQuery _ -> one("match_all", boosted(boost));
      case MatchNoDocsQuery _ -> NOTHING;
      case TermQuery q -> value("term", q.getTerm(), boost);
      case PrefixQuery q -> value("prefix", q.getPrefix(), boost);
      case WildcardQuery q -> value("wildcard", q.getTerm(), boost);
      case SynonymQuery q -> forms(q, boost);
      case PhraseQuery q -> phrase(q, boost);
      case TermInSetQuery q -> values(q, boost);
      case PointRangeQuery q -> range(q, boost);
      case ConstantScoreQuery q -> {
        Map<String, Object> constant = boosted(boost);
        constant.put("filter", of(q.getQuery()));
        yield one("constant_score", constant);
      }
      case DisjunctionMaxQuery q -> {
        Map<String, Object> any = boosted(boost);
        any.put("queries", q.getDisjuncts().stream().map(OpenSearchQueries::of).toList());
        any.put("tie_breaker", q.getTieBreakerMultiplier());
        yield one("dis_max", any);
      }
      case BooleanQuery q -> all(q, boost);
      default -> throw new IllegalStateException("No way to write " + query.getClass());
    };
  }

  private static Map<String, Object> one(String name, Object value) {
    return Map.of(name, value);
  }

  private static Map<String, Object> boosted(float boost) {
    Map<String, Object> query = new LinkedHashMap<>();
    if (boost != 1) query.put("boost", boost);
    return query;
  }

  private static Map<String, Object> value(String kind, Term term, float boost) {
    Map<String, Object> query = boosted(boost);
    query.put("value", term.text());
    return one(kind, one(term.field(), query));
  }

  private static Map<String, Object> forms(SynonymQuery query, float boost) {
    List<BytesRef> words = new ArrayList<>();
    for (Term t : query.getTerms()) {
      words.add(t.bytes());
      if (query.getTerms().size() > 1 && !Lexicon.isRoot(t.bytes())) words.add(t.bytes());
    }
    Map<String, Object> match = boosted(boost);
    match.put("query", OpenSearchDocuments.anyOf(words));
    return one("match", one(query.getField(), match));
  }

  private static Map<String, Object> phrase(PhraseQuery query, float boost) {
    StringBuilder text = new StringBuilder();
    int last = -1;
    for (int i = 0; i < query.getTerms().length; i++) {
      int at = query.getPositions()[i];
      OpenSearchDocuments.place(text, query.getTerms()[i].text(), at - last);
      last = at;
    }
    Map<String, Object> match = boosted(boost);
    match.put("query", text.toString());
    if (query.getSlop() > 0) match.put("slop", query.getSlop());
    return one("match_phrase", one(query.getField(), match));
  }

  private static Map<String, Object> values(TermInSetQuery query, float boost) {
    boolean entries = query.getField().equals(Fields.ID);
    List<String> values = new ArrayList<>();
    BytesRefIterator terms = query.getBytesRefIterator();
    try {
      for (BytesRef t = terms.next(); t != null; t = terms.next()) {
        values.add(entries ? Long.toString(number(t)) : t.utf8ToString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Object> parts = new ArrayList<>();
    for (int from = 0; from < values.size(); from += MOST_VALUES) {
      List<String> some = values.subList(from, Math.min(values.size(), from + MOST_VALUES));
      parts.add(
          entries ? one("ids", one("values", some)) : one("terms", one(query.getField(), some)));
    }
    if (parts.isEmpty()) return NOTHING;
    Map<String, Object> constant = boosted(boost);
    constant.put("filter", one("bool", one("should", parts)));
    return one("constant_score", constant);
  }

  /// How an entry is named.
  static long number(BytesRef id) {
    return ByteBuffer.wrap(id.bytes, id.offset, id.length).getLong();
  }

  private static Map<String, Object> range(PointRangeQuery query, float boost) {
    Map<String, Object> between = boosted(boost);
    between.put("gte", LongPoint.decodeDimension(query.getLowerPoint(), 0));
    between.put("lte", LongPoint.decodeDimension(query.getUpperPoint(), 0));
    return one("range", one(query.getField(), between));
  }

  private static Map<String, Object> all(BooleanQuery query, float boost) {
    Map<String, List<Object>> clauses = new LinkedHashMap<>();
    for (BooleanClause c : query) {
      String occur =
          switch (c.occur()) {
            case MUST -> "must";
            case FILTER -> "filter";
            case SHOULD -> "should";
            case MUST_NOT -> "must_not";
          };
      clauses.computeIfAbsent(occur, _ -> new ArrayList<>()).add(of(c.query()));
    }
    // OpenSearch takes these for everything, Lucene for nothing.
    boolean nothing = clauses.keySet().stream().allMatch("must_not"::equals);
    if (nothing) return NOTHING;
    Map<String, Object> bool = boosted(boost);
    bool.putAll(clauses);
    int least = query.getMinimumNumberShouldMatch();
    if (least > 0) bool.put("minimum_should_match", least);
    return one("bool", bool);
  }
}
