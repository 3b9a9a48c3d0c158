package freshet.bench;

import freshet.group.TopicModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Topics: accuracy with 80 % of a labelled file for training, beside naive Bayes on plain words;
/// entries a CPU second.
///
///     TopicsBench FILE.jsonl LANGUAGE      lines of {"title","text","topic"}
///
/// Without a file only the speed is measured, on texts of 60 words drawn from the starter's words:
/// the project holds no labelled news of others.
public final class TopicsBench {
  private static final int ROUNDS = 10;

  private record Document(String title, String text, String topic) {}

  public static void main(String[] args) throws IOException {
    String language = args.length > 1 ? args[1] : "en";
    List<Document> documents =
        args.length > 0 ? read(Path.of(args[0])) : drawn(language, 20_000, new Random(6));
    Collections.shuffle(documents, new Random(6));
    int split = documents.size() * 4 / 5;
    List<Document> train = documents.subList(0, split);
    List<Document> test = documents.subList(split, documents.size());

    TopicModel model = new TopicModel();
    long cpu = cpu();
    for (int round = 0; round < 2; round++) {
      for (Document d : train) model.learn(d.title, d.text, language, d.topic);
    }
    print("entries learned a CPU second", 2 * train.size() / seconds(cpu));
    int right = right(model, test, language);
    for (int round = 0; round < ROUNDS; round++) { // compiled, as after a while
      int _ = right(model, test, language);
    }
    cpu = cpu();
    for (int round = 0; round < ROUNDS; round++) {
      int _ = right(model, test, language);
    }
    print("entries told a CPU second", ROUNDS * test.size() / seconds(cpu));
    if (args.length > 0) {
      print("accuracy", (double) right / test.size());
      print("accuracy of naive Bayes on plain words", naiveBayes(train, test));
    }
    print("bytes of the stored model", model.toBytes().length);
  }

  private static int right(TopicModel model, List<Document> test, String language) {
    int right = 0;
    for (Document d : test) {
      if (model.classify(d.title, d.text, language).name().equals(d.topic)) right++;
    }
    return right;
  }

  private static double naiveBayes(List<Document> train, List<Document> test) {
    Map<String, Map<String, Integer>> counts = new HashMap<>();
    Map<String, Integer> totals = new HashMap<>();
    Map<String, Integer> entries = new HashMap<>();
    Set<String> vocabulary = new HashSet<>();
    for (Document d : train) {
      entries.merge(d.topic, 1, Integer::sum);
      for (String word : words(d)) {
        counts.computeIfAbsent(d.topic, _ -> new HashMap<>()).merge(word, 1, Integer::sum);
        totals.merge(d.topic, 1, Integer::sum);
        vocabulary.add(word);
      }
    }
    int right = 0;
    for (Document d : test) {
      String best = "";
      double highest = Double.NEGATIVE_INFINITY;
      for (String topic : counts.keySet()) {
        double score = Math.log((double) entries.getOrDefault(topic, 0) / train.size());
        double all = totals.getOrDefault(topic, 0) + 0.1 * vocabulary.size();
        for (String word : words(d)) {
          score +=
              Math.log((counts.getOrDefault(topic, Map.of()).getOrDefault(word, 0) + 0.1) / all);
        }
        if (score > highest) {
          highest = score;
          best = topic;
        }
      }
      if (best.equals(d.topic)) right++;
    }
    return (double) right / test.size();
  }

  private static String[] words(Document d) {
    return (d.title + " " + d.text).toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1);
  }

  private static List<Document> read(Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Document> documents = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode node = mapper.readTree(line);
      documents.add(
          new Document(
              node.path("title").asString(""),
              node.path("text").asString(""),
              node.path("topic").asString("")));
    }
    return documents;
  }

  private static List<Document> drawn(String language, int count, Random random)
      throws IOException {
    Map<String, String[]> words = new HashMap<>();
    Path starter = Path.of("src/main/resources/freshet/group/starter.txt");
    for (String line : Files.readAllLines(starter)) {
      if (!line.startsWith(language + " ")) continue;
      int colon = line.indexOf(':');
      words.put(line.substring(3, colon), line.substring(colon + 2).split(" ", -1));
    }
    List<String> topics = new ArrayList<>(words.keySet());
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String topic = topics.get(random.nextInt(topics.size()));
      StringBuilder text = new StringBuilder();
      for (int w = 0; w < 60; w++) {
        String[] from =
            words.getOrDefault(topics.get(random.nextInt(topics.size())), new String[0]);
        if (w % 3 == 0) from = words.getOrDefault(topic, from);
        text.append(from[random.nextInt(from.length)]).append(' ');
      }
      documents.add(new Document("", text.toString(), topic));
    }
    return documents;
  }

  private static void print(String figure, double value) {
    System.out.printf(Locale.ROOT, value < 10 ? "%-40s %14.4f%n" : "%-40s %14.0f%n", figure, value);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double seconds(long since) {
    return (cpu() - since) / 1e9;
  }

  private TopicsBench() {}
}
