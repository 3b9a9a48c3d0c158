package freshet.search;

import freshet.model.SearchOrder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/// Typed questions over texts, and what answers them.
public final class Questions {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final int WORDS = 150;

  private final List<String> texts = new ArrayList<>();
  private final Map<String, Set<Integer>> answers = new LinkedHashMap<>();

  private Questions() {}

  /// The manuals of Perl, as they are on this machine. Each section is cut into texts of a few
  /// paragraphs; its heading is the question, and all of its texts answer it.
  ///
  /// @param pods files with sections under `=head2` or `=item`, of which those whose heading has at
  ///   least four words are questions
  public static Questions ofPods(Path folder, String pods) throws IOException {
    Questions questions = new Questions();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().matches(pods)) questions.read(Files.readString(file));
      }
    }
    return questions;
  }

  /// Any collection: in `docs.tsv` a text a line, a title and a tab before it; in `questions.tsv` a
  /// question, a tab and the lines of its answers, counted from 0, with blanks between.
  public static Questions ofFolder(Path folder) throws IOException {
    Questions questions = new Questions();
    for (String line : Files.readAllLines(folder.resolve("docs.tsv"))) {
      questions.texts.add(line.replace('\t', ' ').strip());
    }
    for (String line : Files.readAllLines(folder.resolve("questions.tsv"))) {
      String[] part = line.split("\t");
      Set<Integer> right = new TreeSet<>();
      for (String n : part[1].split(" ")) right.add(Integer.valueOf(n));
      questions.answers.merge(
          part[0],
          right,
          (x, y) -> {
            x.addAll(y);
            return x;
          });
    }
    return questions;
  }

  private void read(String pod) {
    String heading = "";
    StringBuilder text = new StringBuilder();
    for (String paragraph : pod.split("\n\\s*\n", -1)) {
      if (paragraph.startsWith("=head")) {
        add(heading, text);
        heading = words(plain(paragraph.replaceFirst("=head\\d\\s*", "")));
      } else if (!paragraph.startsWith("=")) {
        text.append(plain(paragraph)).append('\n');
        if (text.toString().split("\\s+").length > WORDS) add(heading, text);
      }
    }
    add(heading, text);
  }

  private static String plain(String paragraph) {
    return paragraph.replaceAll("[A-Z]<+\\s*([^<>]*?)\\s*>+", "$1").replaceAll("\\s+", " ");
  }

  /// Signs are a matter of Perl, and some of the query language.
  private static String words(String heading) {
    return heading.replaceAll("[^\\p{L}\\p{N}'?]+", " ").strip();
  }

  private void add(String heading, StringBuilder text) {
    if (text.toString().split("\\s+").length < 15) {
      text.setLength(0);
      return;
    }
    if (heading.split("\\s+").length >= 4) {
      answers.computeIfAbsent(heading, _ -> new TreeSet<>()).add(texts.size());
    }
    texts.add(text.toString());
    text.setLength(0);
  }

  public String size() {
    return texts.size() + " texts, " + answers.size() + " questions";
  }

  private interface Answerer {
    List<Integer> answer(String question) throws IOException;
  }

  /// Mean average precision of the first thousand, over the questions with even and odd numbers.
  private double[] map(Answerer answerer) throws IOException {
    double[] sums = new double[2];
    int[] counts = new int[2];
    int n = 0;
    for (Map.Entry<String, Set<Integer>> e : answers.entrySet()) {
      List<Integer> found = answerer.answer(e.getKey());
      double precision = 0;
      int right = 0;
      for (int i = 0; i < found.size(); i++) {
        if (e.getValue().contains(found.get(i))) precision += (double) ++right / (i + 1);
      }
      sums[n % 2] += precision / e.getValue().size();
      counts[n++ % 2]++;
    }
    return new double[] {sums[0] / counts[0], sums[1] / counts[1]};
  }

  public void ours(Path folder) throws IOException {
    try (LuceneIndex index = LuceneIndex.open(folder)) {
      List<IndexEntry> entries = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        entries.add(new IndexEntry(i + 1L, 1, "", texts.get(i), List.of(), "en", NOW, 0, 0));
      }
      index.add(entries);
      index.refresh();
      Texts read =
          ids ->
              ids.stream().map(id -> new Texts.Text(id, "en", texts.get((int) (id - 1)))).toList();
      SearchOptions options =
          new SearchOptions(
              NOW, ZoneOffset.UTC, SearchOrder.BEST, 1000, false, null, null, null, read);
      long before = cpu();
      print(
          "Freshet",
          map(q ->
              index
                  .search(SearchQuery.read(q, NOW, ZoneOffset.UTC), NOBODY, options)
                  .hits()
                  .stream()
                  .map(h -> (int) h.id() - 1)
                  .toList()));
      System.out.printf(
          Locale.ROOT, "  %.2f CPU ms a question%n", (cpu() - before) / 1e6 / answers.size());
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  public void plain(Path folder, boolean stemmed) throws IOException {
    Analyzer analyzer = stemmed ? new EnglishAnalyzer() : new StandardAnalyzer();
    try (FSDirectory files = FSDirectory.open(folder)) {
      try (IndexWriter writer = new IndexWriter(files, new IndexWriterConfig(analyzer))) {
        for (String text : texts) {
          Document document = new Document();
          document.add(new TextField("text", text, Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(files)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        print(
            stemmed ? "BM25, English words by their roots" : "BM25",
            map(q -> {
              BooleanQuery.Builder any = new BooleanQuery.Builder();
              try (var tokens = analyzer.tokenStream("text", q)) {
                var term =
                    tokens.addAttribute(
                        org.apache.lucene.analysis.tokenattributes.CharTermAttribute.class);
                tokens.reset();
                while (tokens.incrementToken()) {
                  any.add(new TermQuery(new Term("text", term.toString())), Occur.SHOULD);
                }
              }
              List<Integer> found = new ArrayList<>();
              for (ScoreDoc d : searcher.search(any.build(), 1000).scoreDocs) found.add(d.doc);
              return found;
            }));
      }
    }
  }

  private static final Names NOBODY =
      new Names() {
        @Override
        public List<Long> crawls(String text) {
          return List.of();
        }

        @Override
        public List<Long> feeds(String text) {
          return List.of();
        }

        @Override
        public List<Long> topics(String text) {
          return List.of();
        }
      };

  private static void print(String name, double[] map) {
    System.out.printf(
        Locale.ROOT, "%-36s MAP %.3f of even, %.3f of odd questions%n", name, map[0], map[1]);
  }
}
