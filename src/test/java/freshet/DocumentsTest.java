package freshet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the documents name is there.
final class DocumentsTest {
  private static final Path DOCS = Path.of("docs");
  private static final List<Path> SOURCES =
      Stream.of("src/main/java/freshet", "src/test/java/freshet", "bench/java/freshet", "tools")
          .map(Path::of)
          .toList();

  /// `poll/Watcher`, or `pipeline.Watcher` as it stood in older ones.
  private static final Pattern CLASS = Pattern.compile("`([a-z]+)[/.]([A-Z][a-z][A-Za-z]*)\\b");

  /// A part of an address that apps call, which looks like one.
  private static final String NO_CLASS = "accounts/ClientLogin";

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  @Test
  void everyClassThatIsNamedWithItsPackageExists() throws IOException {
    Set<String> classes = classes();
    classes.add(NO_CLASS);
    assertThat(missing(CLASS, (_, m) -> classes.contains(m.group(1) + "/" + m.group(2)))).isEmpty();
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    assertThat(missing(LINK, (from, m) -> Files.exists(from.resolveSibling(m.group(1))))).isEmpty();
  }

  private interface Check {
    boolean isThere(Path document, Matcher named);
  }

  private static List<String> missing(Pattern pattern, Check check) throws IOException {
    List<String> missing = new ArrayList<>();
    try (Stream<Path> files = Files.walk(DOCS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        Matcher named = pattern.matcher(Files.readString(file));
        while (named.find()) {
          if (!check.isThere(file, named)) missing.add(file + ": " + named.group());
        }
      }
    }
    return missing;
  }

  private static Set<String> classes() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path root : SOURCES) {
      try (Stream<Path> files = Files.walk(root)) {
        files.filter(f -> f.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all.stream()
        .map(f ->
            f.getParent().getFileName() + "/" + f.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }
}
