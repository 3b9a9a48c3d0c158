package freshet.bench;

import freshet.language.LanguageFinder;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Accuracy, speed and memory of language identification, beside the libraries that were the
/// alternatives.
///
///     LanguageBench [--every N] [FILE.tsv ...]     lines of code, tab, text
///
/// Without files it reads the sentences of the tests, and their first two words as pairs. Lingua,
/// OpenNLP and optimaize are measured when they are on the class path; they are no dependencies of
/// the project (Lingua alone weighs 109 MB).
public final class LanguageBench {
  private record Text(String language, String text) {}

  public static void main(String[] args) throws Exception {
    int every = 1;
    Map<String, List<Text>> sets = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--every")) every = Integer.parseInt(args[++i]);
      else sets.put(Path.of(args[i]).toFile().getName(), read(Path.of(args[i]), every));
    }
    if (sets.isEmpty()) {
      List<Text> sentences = read(Path.of("src/test/resources/language/sentences.tsv"), 1);
      sets.put("sentences", sentences);
      sets.put("5 words", shorten(sentences, 5));
      sets.put("2 words", shorten(sentences, 2));
    }
    System.out.printf(
        "%-14s %-16s %7s %9s %16s %12s%n",
        "finder", "set", "texts", "right", "texts a CPU s", "heap, MB");
    measure("freshet", sets, () -> freshet(false));
    measure("freshet skim", sets, () -> freshet(true));
    measure("lingua high", sets, () -> lingua(false));
    measure("lingua low", sets, () -> lingua(true));
    measure("opennlp", sets, LanguageBench::opennlp);
    measure("optimaize", sets, LanguageBench::optimaize);
  }

  private static List<Text> read(Path file, int every) throws Exception {
    List<Text> texts = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i += every) {
      int tab = lines.get(i).indexOf('\t');
      if (tab > 0)
        texts.add(new Text(lines.get(i).substring(0, tab), lines.get(i).substring(tab + 1)));
    }
    return texts;
  }

  private static List<Text> shorten(List<Text> texts, int words) {
    List<Text> shorter = new ArrayList<>();
    for (Text text : texts) {
      String[] parts = text.text().split(" ", words + 1);
      String start = String.join(" ", List.of(parts).subList(0, Math.min(words, parts.length)));
      shorter.add(new Text(text.language(), start));
    }
    return shorter;
  }

  private static void measure(
      String name, Map<String, List<Text>> sets, Supplier<Function<String, String>> maker) {
    long before = heap();
    Function<String, String> finder;
    try {
      finder = maker.get();
    } catch (IllegalStateException e) {
      System.out.println(name + ": not on the class path");
      return;
    }
    // The whole process: Lingua computes on threads of its own.
    var process =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    sets.forEach((set, texts) -> {
      for (int i = 0; i < 2000; i++) {
        String _ = finder.apply(texts.get(i % texts.size()).text());
      }
      int rounds = Math.max(1, 2000 / texts.size());
      int right = 0;
      long start = process.getProcessCpuTime();
      for (int round = 0; round < rounds; round++) {
        right = 0;
        for (Text text : texts) {
          if (same(text.language(), finder.apply(text.text()))) right++;
        }
      }
      double seconds = (process.getProcessCpuTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "%-14s %-16s %7d %8.2f%% %16.0f %12d%n",
          name,
          set,
          texts.size(),
          100.0 * right / texts.size(),
          rounds * texts.size() / seconds,
          (heap() - before) >> 20);
    });
  }

  /// Codes differ between sets and libraries: "no" stands for both forms of Norwegian.
  private static boolean same(String wanted, String found) {
    String code = found.equals("ckb") ? "ku" : found;
    if (wanted.equals("no")) return code.equals("nb") || code.equals("nn") || code.equals("no");
    return code.equals(wanted) || (wanted.equals("nb") && code.equals("no"));
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// @param skim as entries are told: the first 240 characters, and no further than needed
  private static Function<String, String> freshet(boolean skim) {
    LanguageFinder finder = new LanguageFinder();
    if (!skim) return text -> finder.find(text).language();
    return text -> finder.skim(text.substring(0, Math.min(240, text.length())), null).language();
  }

  private static Function<String, String> lingua(boolean low) {
    return reflect(() -> {
      Class<?> builders = Class.forName("com.github.pemistahl.lingua.api.LanguageDetectorBuilder");
      Object builder = builders.getMethod("fromAllLanguages").invoke(null);
      builder = builders.getMethod("withPreloadedLanguageModels").invoke(builder);
      if (low) builder = builders.getMethod("withLowAccuracyMode").invoke(builder);
      Object detector = builders.getMethod("build").invoke(builder);
      Method detect = detector.getClass().getMethod("detectLanguageOf", String.class);
      return text -> {
        Object language = detect.invoke(detector, text);
        Object code = language.getClass().getMethod("getIsoCode639_1").invoke(language);
        return code.toString().toLowerCase(Locale.ROOT);
      };
    });
  }

  private static Function<String, String> opennlp() {
    return reflect(() -> {
      Class<?> models = Class.forName("opennlp.tools.langdetect.LanguageDetectorModel");
      Object model =
          models
              .getConstructor(java.io.InputStream.class)
              .newInstance(LanguageBench.class.getResourceAsStream("/langdetect-183.bin"));
      Class<?> type = Class.forName("opennlp.tools.langdetect.LanguageDetectorME");
      Object detector = type.getConstructor(models).newInstance(model);
      Method predict = type.getMethod("predictLanguage", CharSequence.class);
      return text -> {
        Object language = predict.invoke(detector, text);
        Object code = language.getClass().getMethod("getLang").invoke(language);
        return freshet.language.Declared.code(
            switch (code.toString()) {
              case "ekk" -> "et";
              case "lvs" -> "lv";
              case "cmn" -> "zh";
              case "pes" -> "fa";
              default -> code.toString();
            });
      };
    });
  }

  private static Function<String, String> optimaize() {
    return reflect(() -> {
      String root = "com.optimaize.langdetect.";
      Class<?> readers = Class.forName(root + "profiles.LanguageProfileReader");
      Object profiles =
          readers.getMethod("readAllBuiltIn").invoke(readers.getConstructor().newInstance());
      Object grams =
          Class.forName(root + "ngram.NgramExtractors").getMethod("standard").invoke(null);
      Class<?> builders = Class.forName(root + "LanguageDetectorBuilder");
      Object builder =
          builders
              .getMethod("create", Class.forName(root + "ngram.NgramExtractor"))
              .invoke(null, grams);
      builder = builders.getMethod("withProfiles", Iterable.class).invoke(builder, profiles);
      Object detector = builders.getMethod("build").invoke(builder);
      Method detect =
          Class.forName(root + "LanguageDetector")
              .getMethod("getProbabilities", CharSequence.class);
      return text -> {
        List<?> found = (List<?>) detect.invoke(detector, text);
        if (found.isEmpty()) return "und";
        Object locale = found.getFirst().getClass().getMethod("getLocale").invoke(found.getFirst());
        return locale.getClass().getMethod("getLanguage").invoke(locale).toString();
      };
    });
  }

  private interface Reflected<T> {
    T get() throws ReflectiveOperationException;
  }

  private interface ReflectedFinder {
    String find(String text) throws ReflectiveOperationException;
  }

  private static Function<String, String> reflect(Reflected<ReflectedFinder> maker) {
    try {
      ReflectedFinder finder = maker.get();
      return text -> {
        try {
          return finder.find(text);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private LanguageBench() {}
}
