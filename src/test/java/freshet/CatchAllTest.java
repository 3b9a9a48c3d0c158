package freshet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Who catches everything, as docs/architecture.md says: nobody else does, and each does with it
/// what stands there.
final class CatchAllTest {
  private static final Path SOURCES = Path.of("src/main/java/freshet");
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z/]+/\\w+)` \\|.*\\| (logs|throws on|hands on: .+) \\|");
  private static final Pattern CATCH =
      Pattern.compile(
          "catch \\([^)]*\\b(?<!\\.)(?:Exception|RuntimeException|Throwable|Error)\\b[^)]*\\) \\{");

  @Test
  void everythingIsCaughtWhereTheDocumentSaysSo() throws IOException {
    Map<String, String> table = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("docs/architecture.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) table.put(row.group(1), row.group(2));
    }
    Map<String, List<String>> found = found();
    assertThat(found.keySet()).isEqualTo(table.keySet());
    found.forEach((where, blocks) -> {
      String does = table.get(where);
      if (does.equals("logs")) {
        assertThat(blocks).as(where).anyMatch(b -> b.contains("log.error(") || logs(where, b));
      } else if (does.equals("throws on")) {
        assertThat(blocks).as(where).allMatch(b -> b.contains("throw "));
      }
    });
    found.forEach((where, blocks) ->
        assertThat(blocks).as(where + " swallows nothing").noneMatch(String::isBlank));
  }

  /// Through a method of the same class.
  private static boolean logs(String where, String block) {
    try {
      String source = Files.readString(SOURCES.resolve(where + ".java"));
      return Pattern.compile("\\b(\\w+)\\(")
          .matcher(block)
          .results()
          .map(m -> m.group(1))
          .anyMatch(name ->
              Pattern.compile(
                      "void " + name + "\\([^)]*\\) \\{(?:(?!\n  }\n)[\\s\\S])*log\\.error\\(")
                  .matcher(source)
                  .find());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// What is done with it, by class.
  private static Map<String, List<String>> found() throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(SOURCES)) {
      files = all.filter(f -> f.toString().endsWith(".java")).toList();
    }
    for (Path file : files) {
      String source = Files.readString(file);
      Matcher caught = CATCH.matcher(source);
      while (caught.find()) {
        String name = SOURCES.relativize(file).toString().replaceFirst("\\.java$", "");
        found
            .computeIfAbsent(name.replace('\\', '/'), _ -> new ArrayList<>())
            .add(block(source, caught.end()));
      }
    }
    return found;
  }

  private static String block(String source, int from) {
    int depth = 1;
    int at = from;
    while (depth > 0) {
      char c = source.charAt(at++);
      if (c == '{') depth++;
      else if (c == '}') depth--;
    }
    return source.substring(from, at - 1);
  }
}
