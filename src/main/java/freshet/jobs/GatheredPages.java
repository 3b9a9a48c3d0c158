package freshet.jobs;

import freshet.group.Roots;
import freshet.jobs.WordCounts.CountedWord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The pages that a crawl has gathered, as they are in its file, and how many there are of what
/// kind.
public final class GatheredPages {
  private static final Logger log = LoggerFactory.getLogger(GatheredPages.class);

  private final Path file;
  private @Nullable CrawlTally tally; // null until somebody asks; guarded by this

  GatheredPages(Path file) {
    this.file = file;
  }

  /// How many of the pages are in each language, most first.
  public synchronized Map<String, Integer> languages() {
    return tally().languages();
  }

  /// How many of the pages are no entries, by what they are (`list`, `short`, `wall`), most first.
  public synchronized Map<String, Integer> leftOut() {
    return tally().leftOut();
  }

  /// The words of the pages' texts, the most frequent first. Only the robot of feeds keeps words.
  public synchronized List<CountedWord> words(Predicate<CountedWord> wanted, int most) {
    return tally().words().mostFrequent(wanted, most);
  }

  private CrawlTally tally() {
    CrawlTally counted = tally;
    if (counted == null) {
      counted = new CrawlTally();
      try {
        PageFile.read(file, counted::add);
      } catch (IOException e) {
        log.error("{} cannot be read", file, e);
      }
      tally = counted;
    }
    return counted;
  }

  /// Writes one more page. Under the lock, so that who counts the file for the first time counts
  /// each line once.
  synchronized void write(PageFile to, ObjectNode page) {
    if (to.write(page) && tally != null) tally.add(page);
  }

  /// In the order they came.
  ///
  /// @param topic only those of a topic, or "" for all
  /// @param words only those with all of these words, by their roots, in title or text; "" for all
  /// @param from how many to pass over
  public List<JsonNode> pages(String topic, String words, int from, int most) {
    List<JsonNode> found = new ArrayList<>();
    int[] passed = new int[1];
    try {
      PageFile.read(
          file,
          page -> {
            if (isWanted(page, topic, words) && passed[0]++ >= from) found.add(page);
            return found.size() < most;
          });
    } catch (IOException e) {
      log.error("{} cannot be read", file, e);
    }
    return found;
  }

  private static boolean isWanted(JsonNode page, String topic, String words) {
    if (!topic.isEmpty() && !page.path("topic").asString("").equalsIgnoreCase(topic)) return false;
    if (words.isBlank()) return true;
    Roots roots = Roots.of(page.path("language").asString("en"));
    String title = page.path("title").asString("").toLowerCase(Locale.ROOT);
    for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
      String root = roots.root(word);
      boolean has = title.contains(word);
      for (JsonNode known : page.path("roots")) has |= known.asString("").equals(root);
      if (!has) return false;
    }
    return true;
  }
}
