import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Formats the project's Java files, or with `--check` fails where one is not formatted. The
/// formatter runs in its own process because it needs access to the compiler's internals.
final class Format {
  public static void main(String[] args) throws Exception {
    boolean check = List.of(args).contains("--check");
    List<String> files = new ArrayList<>();
    for (String root : List.of("src/main/java", "src/test/java", "bench/java", "tools")) {
      if (!Files.isDirectory(Path.of(root))) continue;
      try (Stream<Path> walk = Files.walk(Path.of(root))) {
        walk.map(Path::toString).filter(f -> f.endsWith(".java")).sorted().forEach(files::add);
      }
    }
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    for (String internals : List.of("api", "code", "file", "parser", "tree", "util")) {
      command.add("--add-exports=jdk.compiler/com.sun.tools.javac." + internals + "=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", "target/tools/*", "com.google.googlejavaformat.java.Main"));
    command.addAll(check ? List.of("--dry-run", "--set-exit-if-changed") : List.of("--replace"));
    command.addAll(files);
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (check && status != 0) {
      System.err.println("The files above are not formatted. Format them: tools/format");
    }
    System.exit(status);
  }
}
