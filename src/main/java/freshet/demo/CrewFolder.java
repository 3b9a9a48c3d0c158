package freshet.demo;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import freshet.model.DemoCrew;
import freshet.model.DemoProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// How the page of one process of the demo of many machines and the keeper of all of them
/// understand each other, whichever of them dies: the keeper writes down how its processes are, the
/// page what somebody wants done to one.
public final class CrewFolder implements DemoCrew {
  private static final String ASKED = "asked-";

  private final Path folder;

  public CrewFolder(Path folder) {
    this.folder = folder;
  }

  /// What somebody wants done.
  ///
  /// @param name of a process; of a role for [DemoProcess.Act#ADD]
  record Wanted(DemoProcess.Act act, String name) {}

  /// Empty if the keeper has not said yet.
  @Override
  public List<DemoProcess> processes() {
    try {
      return Files.readAllLines(list()).stream().map(DemoProcess::of).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(List<DemoProcess> processes) {
    put(list(), String.join("\n", processes.stream().map(DemoProcess::line).toList()));
  }

  @Override
  public void ask(DemoProcess.Act act, String name) {
    put(folder.resolve(ASKED + UUID.randomUUID()), act + " " + name);
  }

  /// What was asked since the last time.
  List<Wanted> asked() {
    List<Wanted> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(CrewFolder::isAsked).toList()) {
        String[] words = Files.readString(file).split(" ", 2);
        Files.delete(file);
        all.add(new Wanted(DemoProcess.Act.valueOf(words[0]), words[1]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static boolean isAsked(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(ASKED) && !name.endsWith(".new");
  }

  private Path list() {
    return folder.resolve("processes");
  }

  private static void put(Path file, String text) {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, ATOMIC_MOVE, REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
