package freshet.bench;

import freshet.dictionary.Shelf;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.search.TranslatedCollection;
import freshet.translate.NamedServices;
import freshet.translate.Translator;
import freshet.translate.Translator.Outcome.Translated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// What English queries find of 528 Spanish texts that a translator turned into English, beside
/// what Spanish queries find; with the dictionaries of a data folder as well, if one is given:
///
///     tools/apertium run &
///     bench/run translator apertium:http://127.0.0.1:2737 [DATA]
public final class TranslatorBench {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int AT_ONCE = 20;

  private TranslatorBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    TranslatedCollection texts = new TranslatedCollection();
    List<String> english = new ArrayList<>();
    try (HttpFetcher fetcher =
        new HttpFetcher(
            new Identity("Freshet", "bench", null),
            new FetchLimits(PATIENCE, PATIENCE, PATIENCE, 1_000_000, 0),
            new Network(null, true),
            Politeness.NONE,
            Instant::now,
            new Random(1))) {
      Translator translator = NamedServices.of(args[0], "", fetcher).getFirst();
      for (int from = 0; from < texts.texts().size(); from += AT_ONCE) {
        int to = Math.min(texts.texts().size(), from + AT_ONCE);
        switch (translator.translate(texts.texts().subList(from, to), "es", "en")) {
          case Translated t -> english.addAll(t.texts());
          case Translator.Outcome other -> throw new IOException(other.toString());
        }
      }
    }
    print("with the translator", texts, english, null);
    if (args.length > 1) {
      freshet.dictionary.Translator dictionaries = new Shelf(Path.of(args[1])).now();
      print("with dictionaries alone", texts, List.of(), dictionaries);
      print("with both", texts, english, dictionaries);
    }
  }

  private static void print(
      String how,
      TranslatedCollection texts,
      List<String> english,
      freshet.dictionary.@org.jspecify.annotations.Nullable Translator dictionaries)
      throws IOException {
    Path folder = Files.createTempDirectory("translated");
    var m = texts.measure(folder, english, dictionaries);
    System.out.printf(
        Locale.ROOT,
        "%d Spanish texts, %-24s Spanish queries %.3f  English %.3f of it  precision %.3f%n",
        texts.texts().size(),
        how + ":",
        m.own(),
        m.recall(),
        m.precision());
  }
}
