package freshet.group;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Teaches a model the topics that a new user sees: words written for the purpose, in the major
/// languages. They are given as little texts of a few words each, drawn with a fixed seed.
final class Starter {
  private static final int WORDS_A_TEXT = 6;

  private record Example(String text, String language, String topic) {}

  private Starter() {}

  static void teach(TopicModel model) {
    List<Example> examples = new ArrayList<>();
    Random random = new Random(6);
    InputStream file = Starter.class.getResourceAsStream("starter.txt");
    if (file == null) throw new IllegalStateException("starter.txt is missing from the jar");
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("#")) continue;
        int colon = line.indexOf(':');
        int space = line.indexOf(' ');
        List<String> words = new ArrayList<>(List.of(line.substring(colon + 2).split(" ", -1)));
        Collections.shuffle(words, random);
        for (int from = 0; from < words.size(); from += WORDS_A_TEXT) {
          // A full stop after each word keeps chance neighbours from becoming pairs.
          List<String> some = words.subList(from, Math.min(from + WORDS_A_TEXT, words.size()));
          examples.add(
              new Example(
                  String.join(" . ", some),
                  line.substring(0, space),
                  line.substring(space + 1, colon)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("starter.txt in the jar cannot be read", e);
    }
    Collections.shuffle(examples, random);
    for (Example e : examples) model.learn("", e.text, e.language, e.topic);
  }
}
