package freshet.search;

import freshet.search.Results.Facets;
import freshet.search.Results.Hit;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// What differs from one kind of index to another while a query is answered. How a query is
/// understood, compiled, widened and corrected is the same for all of them: queries are written as
/// those of Lucene, whoever runs them.
interface Engine {
  /// The languages that entries can be read in, in the order of their codes.
  List<String> languages() throws IOException;

  /// Goes over everything that fits.
  Ranked rank(Query query, Ranking ranking) throws IOException;

  /// In how many entries each of these words stands, as far as they are among `of`.
  ///
  /// @param words as they are in the index
  /// @param of null for all
  long[] entries(List<String> words, @Nullable Query of) throws IOException;

  /// Whether any of these words stands in an entry of `of`.
  default boolean hasAny(Collection<String> words, @Nullable Query of) throws IOException {
    for (String word : words) if (entries(List.of(word), of)[0] > 0) return true;
    return false;
  }

  /// Words of texts that begin with the same letter and differ by so many letters at most.
  List<Alike> alike(String word, int edits) throws IOException;

  /// @param likeness 1 for the same word, less for every letter that differs
  record Alike(String word, float likeness, long entries) {}

  /// @param hits the best ones first
  /// @param facets of everything that fits; empty if nobody wants them
  record Ranked(List<Hit> hits, long total, Facets facets) {}
}
