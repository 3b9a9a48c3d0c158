package freshet.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/// What Lucene alone does with the same documents and queries.
public final class RawLucene {
  private RawLucene() {}

  public static void index(Path folder, List<IndexEntry> entries) throws IOException {
    Fields fields = new Fields();
    IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(32);
    try (FSDirectory files = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(files, config)) {
      for (IndexEntry e : entries) writer.addDocument(fields.of(e));
      writer.commit();
    }
  }

  /// The twenty best, without counting.
  public static void search(LuceneIndex index, SearchQuery query, Names names) {
    index.bare((searcher, languages) ->
        searcher.search(new Compiler(languages, names).compile(query.root()), 20));
  }
}
