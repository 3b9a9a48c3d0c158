package freshet.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Inputs that are named on the command line or, if none is, one a line on standard input. All
/// cores work on them; what they come to is printed in their order, each as soon as those before it
/// are out.
final class NamedInputs {
  private final List<String> names;
  private final InputStream in;
  private final PrintStream out;

  /// What one input came to: what to print, and whether anything could be read.
  record Output(byte[] text, boolean read) {
    static Output of(String text, boolean read) {
      return new Output(text.getBytes(StandardCharsets.UTF_8), read);
    }
  }

  /// A file that cannot be had, with a sentence for the user.
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message);
    }
  }

  NamedInputs(List<String> names, InputStream in, PrintStream out) {
    this.names = names;
    this.in = in;
    this.out = out;
  }

  /// @return the exit status: 1 if there were inputs and none could be read
  int each(Function<String, Output> one) throws IOException, InterruptedException {
    if (!names.isEmpty()) return each(names.iterator(), one);
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return each(lines.lines().filter(line -> !line.isBlank()).iterator(), one);
    }
  }

  private int each(Iterator<String> inputs, Function<String, Output> one)
      throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    ArrayDeque<Future<Output>> running = new ArrayDeque<>();
    boolean any = false;
    boolean read = false;
    try (ExecutorService pool = Executors.newFixedThreadPool(cores)) {
      while (inputs.hasNext() || !running.isEmpty()) {
        while (inputs.hasNext() && running.size() < 4 * cores) {
          String name = inputs.next().strip();
          running.add(pool.submit(() -> one.apply(name)));
        }
        Output output = running.remove().get();
        any = true;
        read |= output.read;
        out.write(output.text);
        out.write('\n');
        out.flush();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A mistake of Freshet's", e.getCause());
    }
    return any && !read ? 1 : 0;
  }

  static byte[] file(String name, long largest) throws Unreadable {
    try {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) throw new Unreadable("It is a folder, not a file");
      if (Files.size(path) > largest) {
        throw new Unreadable("It is larger than " + largest / 1_000_000 + " MB");
      }
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw new Unreadable("There is no such file");
    } catch (IOException | InvalidPathException e) {
      throw new Unreadable("It cannot be read: " + e.getMessage());
    }
  }
}
