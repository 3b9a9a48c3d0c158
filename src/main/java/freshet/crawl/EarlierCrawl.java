package freshet.crawl;

import freshet.group.Roots;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What an earlier crawl leaves for another one: the addresses of its pages, the best first, and
/// the words that its pages have in common. So a crawl that found a topic's vocabulary by itself
/// (mode focus) is the beginning of one that looks for these words (mode topic).
///
/// @param words by how many titles have them, those of more than a threshold only
public record EarlierCrawl(List<String> addresses, List<String> words) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MOST_ADDRESSES = 1_000;
  private static final int MOST_WORDS = 20;

  /// @param pages the file of a crawl's pages, a line of JSON each
  /// @param threshold in how many titles a word must stand at least once more
  /// @throws IOException if it cannot be read
  public static EarlierCrawl read(Path pages, int threshold) throws IOException {
    record Address(String url, double score) {}
    List<Address> found = new ArrayList<>();
    Map<String, Map<String, Integer>> forms = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(pages)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode page = node(line);
        String url = page.path("url").asString("");
        double score = page.path("score").asDouble(0);
        if (url.isEmpty() || page.has("error") || score <= 0) continue;
        found.add(new Address(url, score));
        Roots roots = Roots.of(page.path("language").asString("en"));
        Set<String> once = new HashSet<>();
        for (String word : TopicFocused.words(page.path("title").asString(""))) {
          String root = roots.root(word);
          if (root.isEmpty() || !once.add(root)) continue;
          counts.merge(root, 1, Integer::sum);
          forms.computeIfAbsent(root, _ -> new HashMap<>()).merge(word, 1, Integer::sum);
        }
      }
    }
    List<String> addresses =
        found.stream()
            .sorted(Comparator.comparingDouble((Address a) -> -a.score()))
            .map(Address::url)
            .distinct()
            .limit(MOST_ADDRESSES)
            .toList();
    List<String> words =
        counts.entrySet().stream()
            .filter(e -> e.getValue() > threshold)
            .sorted(
                Map.Entry.<String, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST_WORDS)
            .map(e -> usual(forms.getOrDefault(e.getKey(), Map.of()), e.getKey()))
            .toList();
    return new EarlierCrawl(addresses, words);
  }

  /// The form of a word that is written most.
  private static String usual(Map<String, Integer> forms, String root) {
    return forms.entrySet().stream()
        .max(
            Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(Map.Entry.<String, Integer>comparingByKey().reversed()))
        .map(Map.Entry::getKey)
        .orElse(root);
  }

  private static JsonNode node(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JacksonException e) {
      return MAPPER.createObjectNode(); // the half of a line that a kill left
    }
  }
}
