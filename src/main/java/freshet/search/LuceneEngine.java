package freshet.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Answers from the files of a [LuceneIndex] as they were at one moment.
final class LuceneEngine implements Engine {
  private final IndexSearcher searcher;

  LuceneEngine(IndexSearcher searcher) {
    this.searcher = searcher;
  }

  @Override
  public List<String> languages() throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Terms terms = leaf.reader().terms(Fields.READ);
      if (terms == null) continue;
      TermsEnum each = terms.iterator();
      for (BytesRef t = each.next(); t != null; t = each.next()) all.add(t.utf8ToString());
    }
    return List.copyOf(all);
  }

  /// The different values of a field.
  static List<String> values(IndexReader reader, String field) throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      SortedDocValues values = DocValues.getSorted(leaf.reader(), field);
      for (int i = 0; i < values.getValueCount(); i++) all.add(values.lookupOrd(i).utf8ToString());
    }
    return List.copyOf(all);
  }

  @Override
  public Ranked rank(Query query, Ranking ranking) throws IOException {
    HitCollector found = new HitCollector(ranking);
    searcher.search(query, found.alone());
    return new Ranked(
        Hits.of(searcher.getIndexReader(), found.best()), found.total(), found.facets());
  }

  @Override
  public long[] entries(List<String> words, @Nullable Query of) throws IOException {
    long[] entries = new long[words.size()];
    for (int i = 0; i < entries.length; i++) {
      Term term = new Term(Fields.TEXT, words.get(i));
      entries[i] = searcher.getIndexReader().docFreq(term);
      if (of == null || entries[i] == 0) continue;
      entries[i] = searcher.count(Compiler.within(new TermQuery(term), of));
    }
    return entries;
  }

  @Override
  public List<Alike> alike(String word, int edits) throws IOException {
    Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), Fields.TEXT);
    if (terms == null) return List.of();
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, new Term(Fields.TEXT, word), edits, 1, true);
    List<Alike> found = new ArrayList<>();
    for (BytesRef t = near.next(); t != null; t = near.next()) {
      if (Lexicon.isRoot(t)) continue;
      found.add(new Alike(t.utf8ToString(), near.getBoost(), near.docFreq()));
    }
    return found;
  }
}
