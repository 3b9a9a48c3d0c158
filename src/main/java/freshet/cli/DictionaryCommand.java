package freshet.cli;

import freshet.dictionary.Binder;
import freshet.dictionary.Bound;
import freshet.dictionary.Dictionaries;
import freshet.dictionary.Shelf;
import freshet.dictionary.Source;
import freshet.dictionary.Sources;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The dictionaries with which searches find entries in other languages.
@Command(
    name = "dictionary",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(add | list | remove)",
    description = {
      "Adds, lists and removes the dictionaries with which a search finds entries in other"
          + " languages.",
      "They are FreeDict's: install some (Debian: apt install dict-freedict-eng-deu), then",
      "'./freshet dictionary add'. A running Freshet uses them at once (docs/dictionaries.md)."
    })
final class DictionaryCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Converts dictionaries into the one file of the data folder. One that is there already is",
        "replaced."
      })
  Integer add(
      @Mixin SettingsOptions options,
      @Option(names = "--dry-run", description = "Says what would be added, and changes nothing")
          boolean dry,
      @Parameters(
              paramLabel = "FILE|FOLDER",
              arity = "0..*",
              description =
                  "Files .index with .dict.dz or .dict, or .tei, or folders with them (default:"
                      + " /usr/share/dictd, where Debian puts them)")
          @Nullable List<Path> places) {
    Path data = data(options);
    List<Source> sources = sources(places == null ? List.of(Sources.DEBIAN) : places);
    Binder binder = Binder.of(open(data));
    List<Bound> added = new ArrayList<>();
    PrintWriter err = spec.commandLine().getErr();
    int left = 0;
    try (Progress progress = Progress.of("Reading dictionaries", sources.size())) {
      for (Source source : sources) {
        try {
          added.add(binder.add(source));
        } catch (IOException | IllegalArgumentException e) {
          err.println(source.name() + " was left out: " + e.getMessage());
          left++;
        }
        progress.step();
      }
    }
    err.flush();
    print(added);
    if (added.isEmpty()) throw new UserError("No dictionary was added");
    if (dry) {
      say("Nothing was changed.");
    } else {
      long bytes = write(binder, data);
      say(
          String.format(
              Locale.ROOT,
              "%d added; %d dictionaries, %.1f MB in %s",
              added.size(),
              binder.bound().size(),
              bytes / 1e6,
              Shelf.file(data)));
    }
    return left > 0 ? 1 : 0;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the dictionaries, their languages, sizes and licences.")
  Integer list(@Mixin SettingsOptions options) {
    List<Bound> all = open(data(options)).bound();
    print(all);
    if (all.isEmpty()) say("There are no dictionaries; './freshet dictionary add' adds some.");
    return 0;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Takes a dictionary out; 'all' takes out every one.")
  Integer remove(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "NAME", description = "Such as eng-deu, or all") String name) {
    Path data = data(options);
    Binder binder = Binder.of(open(data));
    boolean all = name.equals("all") && !binder.bound().isEmpty();
    if (!all && !binder.remove(name)) {
      throw new UserError(
          "There is no dictionary '" + name + "'; './freshet dictionary list' names them");
    }
    try {
      if (all || binder.bound().isEmpty()) Files.delete(Shelf.file(data));
      else write(binder, data);
    } catch (IOException e) {
      throw new UserError("The dictionaries cannot be written: " + e.getMessage());
    }
    say(all ? "All dictionaries are gone" : name + " is gone");
    return 0;
  }

  private static Path data(SettingsOptions options) {
    return Path.of(options.load().text(Setting.DATA));
  }

  private static List<Source> sources(List<Path> places) {
    List<Source> sources = new ArrayList<>();
    for (Path place : places) {
      try {
        List<Source> there = Files.exists(place) ? Sources.at(place) : List.of();
        if (there.isEmpty()) {
          throw new UserError(
              "There is no dictionary at "
                  + place
                  + ". Install some (Debian: apt install dict-freedict-eng-deu), or name the folder"
                  + " that has their .index and .dict.dz files");
        }
        sources.addAll(there);
      } catch (IOException e) {
        throw new UserError(place + " cannot be read: " + e.getMessage());
      }
    }
    return sources;
  }

  /// A damaged file is refused with a sentence.
  private static Dictionaries open(Path data) {
    Path file = Shelf.file(data);
    if (!Files.exists(file)) return Dictionaries.NONE;
    try {
      return Dictionaries.open(file);
    } catch (IOException e) {
      throw new UserError(e.getMessage() + "; delete it and add the dictionaries again");
    }
  }

  private static long write(Binder binder, Path data) {
    try {
      Files.createDirectories(data);
      return binder.write(Shelf.file(data));
    } catch (IOException e) {
      throw new UserError("The dictionaries cannot be written: " + e.getMessage());
    }
  }

  private void print(List<Bound> all) {
    List<Bound> sorted = all.stream().sorted(Comparator.comparing(Bound::name)).toList();
    for (Bound b : sorted) {
      say(
          String.format(
              Locale.ROOT,
              "%-8s %8d words  %-14s %s",
              b.name(),
              b.headwords(),
              b.licence(),
              b.title().replaceAll("\\p{Cntrl}", " ")));
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
