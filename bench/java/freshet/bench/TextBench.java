package freshet.bench;

import freshet.extract.HtmlPage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How well the main text of article pages is found, and how fast.
///
///     TextBench FOLDER [--show NAME]     NAME: prints what is too much (+) and missing (-)
///
/// A folder holds pages `NAME.html` beside what a person would read of them, `NAME.txt`; or it is a
/// copy of the public article-extraction-benchmark (`ground-truth.json` and `html/NAME.html.gz`).
/// Texts are compared by runs of four words, as that benchmark does: precision and recall are the
/// means over the pages. Every second page (by name) is the half to look at while improving, the
/// others judge.
public final class TextBench {
  private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
  private static final int RUN = 4;
  private static final int ROUNDS = 20;

  private record Page(String name, byte[] html, String expected) {}

  private record Score(String name, double precision, double recall) {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("TextBench FOLDER [--show NAME]");
      System.exit(2);
    }
    List<Page> pages = read(Path.of(args[0]));
    if (args.length == 3 && args[1].equals("--show")) {
      for (Page page : pages) if (page.name.equals(args[2])) show(page);
      return;
    }
    List<Score> scores = new ArrayList<>();
    for (Page page : pages) scores.add(score(page));
    List<Score> worst = new ArrayList<>(scores);
    worst.sort(Comparator.comparingDouble(s -> s.precision + s.recall));
    for (Score s : worst) {
      System.out.printf("%-50s precision %.3f  recall %.3f%n", s.name, s.precision, s.recall);
    }
    print("half to look at", half(scores, 0));
    print("half to judge by", half(scores, 1));
    print("all", scores);
    time(pages);
  }

  private static List<Page> read(Path folder) throws IOException {
    Map<String, Page> pages = new TreeMap<>();
    Path truth = folder.resolve("ground-truth.json");
    if (Files.exists(truth)) {
      JsonNode all = JsonMapper.shared().readTree(Files.readAllBytes(truth));
      for (String name : all.propertyNames()) {
        byte[] html = bytes(folder.resolve("html").resolve(name + ".html.gz"));
        pages.put(name, new Page(name, html, all.get(name).path("articleBody").asString("")));
      }
      return List.copyOf(pages.values());
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.html$", "");
        Path text = folder.resolve(name + ".txt");
        if (!Files.exists(text)) continue;
        pages.put(name, new Page(name, bytes(file), Files.readString(text)));
      }
    }
    return List.copyOf(pages.values());
  }

  private static byte[] bytes(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) return Files.readAllBytes(file);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static String text(Page page) {
    return HtmlPage.parse(page.html, null, "https://bench.example/" + page.name).mainText();
  }

  private static Score score(Page page) {
    Map<List<String>, Integer> expected = runs(page.expected);
    Map<List<String>, Integer> found = runs(text(page));
    double both = 0;
    for (Map.Entry<List<String>, Integer> run : found.entrySet()) {
      both += Math.min(run.getValue(), expected.getOrDefault(run.getKey(), 0));
    }
    double ours = found.values().stream().mapToInt(n -> n).sum();
    double theirs = expected.values().stream().mapToInt(n -> n).sum();
    return new Score(
        page.name, ours == 0 ? Double.NaN : both / ours, theirs == 0 ? Double.NaN : both / theirs);
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  private static Map<List<String>, Integer> runs(String text) {
    List<String> words = words(text);
    Map<List<String>, Integer> runs = new HashMap<>();
    for (int i = 0; i < Math.max(1, words.size() - RUN + 1) && !words.isEmpty(); i++) {
      runs.merge(words.subList(i, Math.min(words.size(), i + RUN)), 1, Integer::sum);
    }
    return runs;
  }

  private static List<Score> half(List<Score> scores, int rest) {
    List<Score> half = new ArrayList<>();
    for (int i = rest; i < scores.size(); i += 2) half.add(scores.get(i));
    return half;
  }

  private static void print(String what, List<Score> scores) {
    double precision = mean(scores.stream().mapToDouble(Score::precision).toArray());
    double recall = mean(scores.stream().mapToDouble(Score::recall).toArray());
    System.out.printf(
        "%-18s %4d pages  precision %.3f  recall %.3f  F1 %.3f%n",
        what, scores.size(), precision, recall, 2 * precision * recall / (precision + recall));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isNaN(v)).average().orElse(0);
  }

  /// Lines of ours that are hardly expected, and expected lines that are hardly in ours.
  private static void show(Page page) {
    String ours = text(page);
    lines("+ ", ours, runs(page.expected));
    lines("- ", page.expected, runs(ours));
  }

  private static void lines(String mark, String text, Map<List<String>, Integer> others) {
    for (String line : text.split("\n", -1)) {
      Map<List<String>, Integer> own = runs(line);
      if (own.isEmpty()) continue;
      long known = own.keySet().stream().filter(others::containsKey).count();
      if (known * 2 < own.size()) System.out.println(mark + line);
    }
  }

  private static void time(List<Page> pages) {
    double best = Double.MAX_VALUE;
    double parsing = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = cpu();
      for (Page page : pages) text(page);
      long middle = cpu();
      for (Page page : pages) HtmlPage.parse(page.html, null, "https://bench.example/").title();
      long end = cpu();
      best = Math.min(best, (middle - start) / 1e6 / pages.size());
      parsing = Math.min(parsing, (end - middle) / 1e6 / pages.size());
    }
    System.out.printf(
        "CPU ms per page, best of %d rounds: %.3f, of which parsing %.3f%n", ROUNDS, best, parsing);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private TextBench() {}
}
