package freshet.group;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What publishers call the usual topics in their own languages: "Wirtschaft", "ekonomi", "Kultur
/// &amp; Kino". Other categories ("Featured", "Uncategorised", names of people) are no topics.
public final class TopicNames {
  private static final Map<String, String> TOPICS = read();

  private TopicNames() {}

  /// The topic that a category names, or a topic of the user's own of that name.
  public static Optional<String> of(String category) {
    String name = category.strip().toLowerCase(Locale.ROOT);
    if (name.length() > 60) return Optional.empty();
    String topic = TOPICS.get(name);
    if (topic != null) return Optional.of(topic);
    // "News/Sport", "sport > football", "Politics & Society": the first part that names a topic.
    for (String part : name.split("[/>|,&:;·]| - ", -1)) {
      topic = TOPICS.get(part.strip());
      if (topic != null) return Optional.of(topic);
    }
    return Optional.empty();
  }

  private static Map<String, String> read() {
    Map<String, String> topics = new HashMap<>();
    InputStream file = TopicNames.class.getResourceAsStream("topic-names.txt");
    if (file == null) throw new IllegalStateException("topic-names.txt is missing from the jar");
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(':');
        if (line.startsWith("#") || colon < 0) continue;
        for (String name : line.substring(colon + 1).split(",", -1)) {
          topics.put(name.strip().toLowerCase(Locale.ROOT), line.substring(0, colon));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("topic-names.txt in the jar cannot be read", e);
    }
    return topics;
  }
}
