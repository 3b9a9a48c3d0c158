package freshet.bench;

import freshet.dictionary.Shelf;
import freshet.dictionary.Translator;
import freshet.search.BilingualCollection;
import freshet.search.LuceneIndex;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What English queries find of 600 generated texts in German, Turkish and Croatian with the
/// dictionaries of a data folder, and what that costs on 100 times as many:
///
///     apt install dict-freedict-eng-deu dict-freedict-eng-tur dict-freedict-eng-hrv
///     ./freshet dictionary add --data /tmp/dictionaries
///     bench/run dictionaries /tmp/dictionaries
public final class DictionariesBench {
  private static final int ROUNDS = 40;

  private DictionariesBench() {}

  public static void main(String[] args) throws IOException {
    Translator translator = new Shelf(Path.of(args[0])).now();
    if (translator.isEmpty()) throw new IllegalArgumentException("No dictionaries in " + args[0]);
    Path folder = Files.createTempDirectory("bilingual");
    try (LuceneIndex index = LuceneIndex.open(folder.resolve("small"))) {
      BilingualCollection texts = new BilingualCollection(index, 1);
      System.out.println(texts.size() + " texts");
      for (String language : BilingualCollection.LANGUAGES) {
        var m = texts.measure(index, translator, language);
        System.out.printf(
            Locale.ROOT,
            "%s  own %.3f  English %.3f of it  precision %.3f%n",
            language,
            m.own(),
            m.recall(),
            m.precision());
      }
    }
    try (LuceneIndex index = LuceneIndex.open(folder.resolve("large"))) {
      BilingualCollection texts = new BilingualCollection(index, 100);
      cost(index, texts, null);
      cost(index, texts, translator);
      double typed = cost(index, texts, null);
      double wider = cost(index, texts, translator);
      System.out.printf(
          Locale.ROOT,
          "%d entries: %.3f CPU ms a query as typed, %.3f with dictionaries (%+.0f %%)%n",
          texts.size(),
          typed,
          wider,
          100 * (wider / typed - 1));
    }
  }

  private static double cost(
      LuceneIndex index, BilingualCollection texts, @Nullable Translator translator) {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    long found = 0;
    for (int i = 0; i < ROUNDS; i++) {
      for (String q : texts.queries()) found += BilingualCollection.ask(index, q, translator);
    }
    double ms = (threads.getCurrentThreadCpuTime() - before) / 1e6;
    System.out.println(found / ROUNDS / texts.queries().size() + " entries a query");
    return ms / ROUNDS / texts.queries().size();
  }
}
