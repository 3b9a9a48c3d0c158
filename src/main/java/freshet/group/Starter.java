package freshet.group;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Teaches a model the topics that a new user sees: words written for the purpose, in the major
/// languages. They are given as little texts of a few words each, drawn with a fixed seed.
///
/// A language is taught when the first text in it is looked at: most people read few of them, and
/// word roots cost.
final class Starter {
  private static final int WORDS_A_TEXT = 6;

  private record Words(String topic, List<String> words) {}

  private record Example(String text, String topic) {}

  private final Map<String, List<Words>> languages = new HashMap<>();
  private final Set<String> topics = new LinkedHashSet<>();

  Starter() {
    InputStream file = Starter.class.getResourceAsStream("starter.txt");
    if (file == null) throw new IllegalStateException("starter.txt is missing from the jar");
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("#")) continue;
        int colon = line.indexOf(':');
        int space = line.indexOf(' ');
        String topic = line.substring(space + 1, colon);
        topics.add(topic);
        languages
            .computeIfAbsent(line.substring(0, space), _ -> new ArrayList<>())
            .add(new Words(topic, List.of(line.substring(colon + 2).split(" ", -1))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("starter.txt in the jar cannot be read", e);
    }
  }

  Set<String> topics() {
    return topics;
  }

  boolean knows(String language) {
    return languages.containsKey(language);
  }

  /// Teaches a language, once.
  void teach(TopicModel model, String language) {
    List<Words> known = languages.remove(language);
    if (known == null) return;
    Random random = new Random(6);
    List<Example> examples = new ArrayList<>();
    for (Words line : known) {
      List<String> words = new ArrayList<>(line.words);
      Collections.shuffle(words, random);
      for (int from = 0; from < words.size(); from += WORDS_A_TEXT) {
        // A full stop after each word keeps chance neighbours from becoming pairs.
        List<String> some = words.subList(from, Math.min(from + WORDS_A_TEXT, words.size()));
        examples.add(new Example(String.join(" . ", some), line.topic));
      }
    }
    Collections.shuffle(examples, random);
    for (Example e : examples) model.learn("", e.text, language, e.topic);
  }

  /// What was taught already, and is stored.
  void forget(Set<String> taught) {
    languages.keySet().removeAll(taught);
  }
}
