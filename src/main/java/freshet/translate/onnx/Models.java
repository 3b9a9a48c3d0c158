package freshet.translate.onnx;

import freshet.translate.Translator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The models that are in the data folder: `models/es-en` and so on.
public final class Models implements AutoCloseable {
  private static final Pattern PAIR = Pattern.compile("([a-z]{2,3})-([a-z]{2,3})");

  private final ModelHost host;
  private final List<Translator> translators;

  private Models(ModelHost host, List<Translator> translators) {
    this.host = host;
    this.translators = translators;
  }

  /// @param folder need not exist
  public static Models in(Path folder) {
    return in(folder, ModelHost.PATIENCE, ModelHost.usualMemory());
  }

  static Models in(Path folder, Duration patience, long memory) {
    ModelHost host = new ModelHost(folder, patience, memory);
    List<Translator> all = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        host.tidy();
        for (Path file : files.filter(Files::isDirectory).sorted().toList()) {
          Matcher pair = PAIR.matcher(file.getFileName().toString());
          if (!pair.matches()) continue;
          all.add(new ModelTranslator(file, pair.group(1), pair.group(2), host));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("The folder of models cannot be read: " + folder, e);
      }
    }
    return new Models(host, List.copyOf(all));
  }

  public List<Translator> translators() {
    return translators;
  }

  @Override
  public void close() {
    host.close();
  }
}
