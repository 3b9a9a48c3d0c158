package freshet.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The index as files of the data folder, by Lucene.
public final class LuceneIndex implements Index {
  private static final Logger log = LoggerFactory.getLogger(LuceneIndex.class);
  private static final double BUFFER_MEGABYTES = 32;

  /// Every entry whose article comes a minute later is there twice for a while, in per cent. With
  /// less, what was written would be merged again and again to get rid of them.
  private static final double DELETED_AT_MOST = 40;

  /// How old an answer may be: looking for what is new costs a little each time.
  private static final Duration REOPENED_EVERY = Duration.ofMillis(200);

  /// Lucene would write to standard error that vectors, which we do not use, could be faster.
  private static final java.util.logging.Logger VECTORS =
      java.util.logging.Logger.getLogger("org.apache.lucene.internal.vectorization");

  static {
    VECTORS.setLevel(java.util.logging.Level.SEVERE);
  }

  private static final SearcherFactory SEARCHERS =
      new SearcherFactory() {
        @Override
        public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader before) {
          IndexSearcher searcher = new IndexSearcher(reader);
          searcher.setSimilarity(new BM25Similarity(Ranking.OFTEN, Ranking.LONG));
          return searcher;
        }
      };

  private final Path folder;
  private final Fields fields = new Fields();
  private final Reopening reopening = new Reopening(REOPENED_EVERY);

  /// Searches go on beside each other, but not while the files are replaced.
  private final ReadWriteLock emptying = new ReentrantReadWriteLock();

  private volatile Opened opened;

  /// The files as they are open now; another one after the index was emptied.
  private record Opened(Directory files, @Nullable IndexWriter writer, SearcherManager searchers) {}

  private LuceneIndex(Path folder, Opened opened) {
    this.folder = folder;
    this.opened = opened;
  }

  /// Opens the index for reading and writing. One that is damaged or of another version is emptied:
  /// its mark then says that nothing is in it.
  ///
  /// @throws InUse if another process writes to it
  public static LuceneIndex open(Path folder) {
    try {
      Opened opened = openFiles(folder);
      if (isOurs(opened)) return new LuceneIndex(folder, opened);
      log.info("the search index is of another version and is built again");
      close(opened);
    } catch (LockObtainFailedException e) {
      throw new InUse(e);
    } catch (IOException | RuntimeException e) {
      // Whatever Lucene's readers stumble over in damaged files.
      log.warn("The search index in {} cannot be used and is built again", folder, e);
    }
    try {
      delete(folder);
      return new LuceneIndex(folder, openFiles(folder));
    } catch (IOException | AlreadyClosedException e) {
      throw new UncheckedIOException(
          "The search index in " + folder + " cannot be written: " + e.getMessage(),
          e instanceof IOException io ? io : new IOException(e));
    }
  }

  /// Opens what was committed last, also while another process writes.
  ///
  /// @throws IndexDamaged if there is none that can be read
  public static LuceneIndex openReadOnly(Path folder) {
    try {
      Directory files = FSDirectory.open(folder);
      return new LuceneIndex(
          folder, new Opened(files, null, new SearcherManager(files, SEARCHERS)));
    } catch (IOException | RuntimeException e) {
      throw new IndexDamaged("There is no search index in " + folder + " that can be read", e);
    }
  }

  /// Another process has the index open for writing.
  public static final class InUse extends RuntimeException {
    InUse(Throwable cause) {
      super("The search index is in use by another Freshet", cause);
    }
  }

  private static Opened openFiles(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path lock = folder.resolve(IndexWriter.WRITE_LOCK_NAME);
    if (Files.exists(lock) && !isLock(lock)) Files.delete(lock);
    Directory files = FSDirectory.open(folder);
    try {
      IndexWriterConfig config =
          new IndexWriterConfig(WordStream.APART)
              .setRAMBufferSizeMB(BUFFER_MEGABYTES)
              .setCommitOnClose(false)
              .setMergePolicy(new TieredMergePolicy().setDeletesPctAllowed(DELETED_AT_MOST))
              .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND);
      IndexWriter writer = new IndexWriter(files, config);
      try {
        return new Opened(files, writer, new SearcherManager(writer, SEARCHERS));
      } catch (IOException | RuntimeException e) {
        writer.rollback(); // gives the lock back
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private static boolean isOurs(Opened opened) throws IOException {
    IndexSearcher searcher = opened.searchers.acquire();
    try {
      Map<String, String> data = data(opened);
      return searcher.getIndexReader().maxDoc() == 0 || Fields.LAYOUT.equals(data.get("layout"));
    } finally {
      opened.searchers.release(searcher);
    }
  }

  private static Map<String, String> data(Opened opened) throws IOException {
    if (opened.writer == null) {
      return DirectoryReader.listCommits(opened.files).getLast().getUserData();
    }
    Iterable<Map.Entry<String, String>> live = opened.writer.getLiveCommitData();
    Map<String, String> data = new java.util.HashMap<>();
    if (live != null) live.forEach(e -> data.put(e.getKey(), e.getValue()));
    return data;
  }

  @Override
  public IndexMark mark() {
    try {
      Map<String, String> data = data(opened);
      return new IndexMark(
          Long.parseLong(data.getOrDefault("entry", "0")),
          Instant.ofEpochMilli(Long.parseLong(data.getOrDefault("at", "0"))));
    } catch (IOException | NumberFormatException e) {
      return IndexMark.NOTHING;
    }
  }

  private IndexWriter writer() {
    IndexWriter writer = opened.writer;
    if (writer == null) throw new IllegalStateException("the index is open for reading only");
    return writer;
  }

  @Override
  public void add(List<IndexEntry> entries) {
    writing(() -> {
      for (IndexEntry e : entries) writer().addDocument(fields.of(e));
    });
  }

  @Override
  public void replace(List<IndexEntry> entries) {
    writing(() -> {
      for (IndexEntry e : entries) {
        writer().updateDocument(new Term(Fields.ID, Fields.id(e.id())), fields.of(e));
      }
    });
  }

  @Override
  public void remove(List<Long> ids) {
    writing(() -> {
      for (long id : ids) writer().deleteDocuments(new Term(Fields.ID, Fields.id(id)));
    });
  }

  @Override
  public void removeFeed(long feed) {
    writing(() -> writer().deleteDocuments(new Term(Fields.FEED, Long.toString(feed))));
  }

  @Override
  public void commit(IndexMark mark) {
    writing(() -> {
      writer()
          .setLiveCommitData(
              Map.of(
                      "layout",
                      Fields.LAYOUT,
                      "entry",
                      Long.toString(mark.entry()),
                      "at",
                      Long.toString(mark.at().toEpochMilli()))
                  .entrySet());
      writer().commit();
    });
  }

  @Override
  public void clear() {
    emptying.writeLock().lock();
    try {
      closeQuietly(opened);
      delete(folder);
      opened = openFiles(folder);
    } catch (IOException | AlreadyClosedException e) {
      throw new IndexDamaged("The search index cannot be emptied: " + e.getMessage(), e);
    } finally {
      emptying.writeLock().unlock();
    }
  }

  /// Searches never saw anything else.
  @Override
  public void present() {}

  /// Reads all of it and compares the checksums: what was committed, without mapping it into
  /// memory, where all that is read once would stay for as long as there is room.
  @Override
  public void verify() {
    catalog(_ -> {
      try (Directory files = new NIOFSDirectory(folder);
          DirectoryReader reader = DirectoryReader.open(files)) {
        for (LeafReaderContext leaf : reader.leaves()) leaf.reader().checkIntegrity();
      } catch (IndexNotFoundException e) {
        return false; // nothing was committed yet
      }
      return true;
    });
  }

  private interface Writing {
    void run() throws IOException;
  }

  private void writing(Writing work) {
    try {
      work.run();
    } catch (IOException | AlreadyClosedException e) {
      throw new IndexDamaged("The search index cannot be written: " + e.getMessage(), e);
    }
  }

  private interface Searching<T> {
    T on(IndexSearcher searcher) throws IOException;
  }

  private <T> T catalog(Searching<T> work) {
    emptying.readLock().lock();
    try {
      Opened now = opened;
      reopening.ifDue(now.searchers::maybeRefreshBlocking);
      IndexSearcher searcher = now.searchers.acquire();
      try {
        return work.on(searcher);
      } finally {
        now.searchers.release(searcher);
      }
    } catch (AlreadyClosedException e) {
      throw new IndexDamaged("The search index is closed", e);
    } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
      // Checksums are compared when a file is opened; what is damaged later is read as nonsense.
      throw new IndexDamaged("The search index cannot be read: " + e.getMessage(), e);
    } finally {
      emptying.readLock().unlock();
    }
  }

  @Override
  public void refresh() {
    reopening.ask();
  }

  @Override
  public Results search(SearchQuery query, Names names, SearchOptions options) {
    return catalog(searcher -> new SearchRun(new LuceneEngine(searcher), names, options).to(query));
  }

  @Override
  public List<Long> matching(SearchQuery query, Names names, List<Long> ids) {
    return catalog(searcher -> SearchRun.matching(new LuceneEngine(searcher), query, names, ids));
  }

  /// Lucene itself, to be measured against.
  interface Bare {
    void on(IndexSearcher searcher, List<String> languages) throws IOException;
  }

  void bare(Bare work) {
    catalog(searcher -> {
      work.on(searcher, new LuceneEngine(searcher).languages());
      return true;
    });
  }

  @Override
  public List<Long> feeds() {
    return catalog(s ->
        LuceneEngine.values(s.getIndexReader(), Fields.FEED).stream().map(Long::valueOf).toList());
  }

  @Override
  public int size() {
    refresh();
    return catalog(s ->
        s.search(
            org.apache.lucene.search.MatchAllDocsQuery.INSTANCE,
            new TotalHitCountCollectorManager(s.getSlices())));
  }

  @Override
  public long[] ids() {
    refresh();
    return catalog(searcher -> {
      long[] ids = new long[searcher.getIndexReader().numDocs()];
      int n = 0;
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        NumericDocValues values = DocValues.getNumeric(leaf.reader(), Fields.ID);
        var live = leaf.reader().getLiveDocs();
        for (int doc = values.nextDoc();
            doc != NumericDocValues.NO_MORE_DOCS;
            doc = values.nextDoc()) {
          if (live == null || live.get(doc)) ids[n++] = values.longValue();
        }
      }
      Arrays.sort(ids, 0, n);
      return Arrays.copyOf(ids, n);
    });
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) return;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path f : files.toList()) if (!isLock(f)) Files.deleteIfExists(f);
    }
  }

  /// The lock belongs to whoever holds it. It is always empty; one that is not was damaged, and
  /// Lucene would never take it again.
  private static boolean isLock(Path file) throws IOException {
    return file.endsWith("write.lock") && Files.size(file) == 0;
  }

  /// Of a damaged index something may not be closed well; all of it is given back.
  private static void closeQuietly(Opened opened) {
    try {
      close(opened);
    } catch (IOException | RuntimeException e) {
      log.debug("Closing the search index", e);
      IOUtils.closeWhileHandlingException(opened.searchers, opened.writer, opened.files);
    }
  }

  private static void close(Opened opened) throws IOException {
    opened.searchers.close();
    if (opened.writer != null) opened.writer.rollback();
    opened.files.close();
  }

  /// What was not committed is forgotten.
  @Override
  public void close() {
    closeQuietly(opened);
  }
}
