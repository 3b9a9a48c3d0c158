package freshet.search;

import freshet.search.Results.Hit;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;

/// Reads which entries the best documents are. Columns are read forward only, so the documents are
/// gone through in their order, and each column of a segment is opened once.
final class Hits {
  private final LeafReaderContext leaf;
  private final NumericDocValues ids;
  private final NumericDocValues stories;
  private final SortedDocValues topics;

  private Hits(LeafReaderContext leaf) throws IOException {
    this.leaf = leaf;
    this.ids = DocValues.getNumeric(leaf.reader(), Fields.ID);
    this.stories = DocValues.getNumeric(leaf.reader(), Fields.STORY);
    this.topics = DocValues.getSorted(leaf.reader(), Fields.TOPIC);
  }

  /// In the order in which they were found.
  static List<Hit> of(IndexReader reader, List<HitCollector.Found> found) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    long[] byDocument = new long[found.size()];
    for (int i = 0; i < byDocument.length; i++) byDocument[i] = (long) found.get(i).doc() << 32 | i;
    Arrays.sort(byDocument);
    Hit[] hits = new Hit[byDocument.length];
    Hits columns = null;
    for (long next : byDocument) {
      int place = (int) next;
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex((int) (next >> 32), leaves));
      if (columns == null || columns.leaf != leaf) columns = new Hits(leaf);
      hits[place] = columns.read(found.get(place));
    }
    return List.of(hits);
  }

  private Hit read(HitCollector.Found found) throws IOException {
    int doc = found.doc() - leaf.docBase;
    long topic =
        topics.advanceExact(doc)
            ? Long.parseLong(topics.lookupOrd(topics.ordValue()).utf8ToString())
            : 0;
    return new Hit(number(ids, doc), found.score(), number(stories, doc), topic);
  }

  private static long number(NumericDocValues column, int doc) throws IOException {
    return column.advanceExact(doc) ? column.longValue() : 0;
  }
}
