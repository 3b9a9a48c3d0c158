package freshet.cli;

import freshet.group.Topic;
import freshet.group.TopicModel;
import freshet.language.LanguageFinder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `freshet topics`: learns topics from one file, and tells those of another.
@Command(
    name = "topics",
    description = "Learns topics from labelled documents and tells those of others.",
    mixinStandardHelpOptions = true)
final class TopicsCommand implements Callable<Integer> {
  private static final int ROUNDS = 2;

  private record Document(String id, String title, String text, String language, String topic) {}

  private final PrintStream out;
  private final PrintStream errors;

  @Option(
      names = "--train",
      paramLabel = "FILE.jsonl",
      description = "Documents with a topic; the starter model if not given.")
  private @Nullable Path train;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE.jsonl",
      description = "Documents to tell the topics of.")
  private @Nullable Path test;

  @Option(names = "--json", description = "Print JSON Lines.")
  private boolean json;

  TopicsCommand() {
    this(System.out, System.err);
  }

  TopicsCommand(OutputStream out, PrintStream errors) {
    this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    for (Path file : new Path[] {train, test}) {
      if (file != null && !Files.isReadable(file)) {
        errors.println("The file " + file + " cannot be read.");
        return 1;
      }
    }
    if (test == null) return 2;
    long start = System.nanoTime();
    LanguageFinder languages = new LanguageFinder();
    List<Document> examples = new ArrayList<>();
    boolean good =
        train == null || JsonLines.read(train, errors, d -> examples.add(document(d, languages)));
    TopicModel model = train == null ? TopicModel.starter() : new TopicModel();
    examples.removeIf(example -> example.topic.isEmpty());
    if (train != null && examples.isEmpty()) {
      errors.println("The file " + train + " has no document with a topic.");
      return 1;
    }
    for (int round = 0; round < ROUNDS; round++) {
      Collections.shuffle(examples, new Random(round));
      for (Document e : examples) model.learn(e.title, e.text, e.language, e.topic);
    }
    List<Document> questions = new ArrayList<>();
    good &= JsonLines.read(test, errors, d -> questions.add(document(d, languages)));
    Score score = new Score();
    for (Document question : questions) {
      Topic topic = model.classify(question.title, question.text, question.language);
      if (!question.topic.isEmpty()) score.count(question.topic, topic.name());
      print(question.id, topic);
    }
    print(score, (System.nanoTime() - start) / 1e9);
    out.flush();
    return good ? 0 : 1;
  }

  private static Document document(JsonNode node, LanguageFinder languages) {
    String title = JsonLines.text(node, "title");
    String text = JsonLines.text(node, "text");
    String language = JsonLines.text(node, "language");
    if (language.isEmpty()) language = languages.find(title + "\n" + text).language();
    return new Document(
        JsonLines.text(node, "id"), title, text, language, JsonLines.text(node, "topic"));
  }

  private void print(String id, Topic topic) {
    if (json) {
      ObjectNode line = JsonLines.MAPPER.createObjectNode();
      line.put("id", id);
      line.put("topic", topic.name());
      line.put("confidence", Math.round(topic.confidence() * 1000) / 1000.0);
      out.println(line);
    } else {
      out.printf(Locale.ROOT, "%s %s %.2f%n", id, topic.name(), topic.confidence());
    }
  }

  private void print(Score score, double seconds) {
    double rounded = Math.round(seconds * 1000) / 1000.0;
    if (json) {
      ObjectNode line = JsonLines.MAPPER.createObjectNode();
      line.put("accuracy", score.accuracy());
      line.put("macroF1", score.macroF1());
      line.put("seconds", rounded);
      out.println(line);
    } else {
      out.printf(
          Locale.ROOT,
          "accuracy %.4f, macro F1 %.4f, %.1f seconds%n",
          score.accuracy(),
          score.macroF1(),
          seconds);
    }
  }

  /// Counts answers by topic.
  private static final class Score {
    /// right, asked for, answered
    private final Map<String, int[]> byTopic = new TreeMap<>();

    private int right;
    private int all;

    void count(String wanted, String answered) {
      all++;
      byTopic.computeIfAbsent(wanted, _ -> new int[3])[1]++;
      byTopic.computeIfAbsent(answered, _ -> new int[3])[2]++;
      if (wanted.equals(answered)) {
        right++;
        byTopic.computeIfAbsent(wanted, _ -> new int[3])[0]++;
      }
    }

    double accuracy() {
      return all == 0 ? 0 : (double) right / all;
    }

    double macroF1() {
      return byTopic.values().stream()
          .filter(n -> n[1] > 0)
          .mapToDouble(n -> 2.0 * n[0] / (n[1] + n[2]))
          .average()
          .orElse(0);
    }
  }
}
