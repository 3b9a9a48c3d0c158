package freshet.cli;

import freshet.library.Installation;
import freshet.model.InForce;
import freshet.text.Spans;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings in force, each with where it came from: the file, then the environment, then the
/// flags, the later over the earlier. All mistakes are found at once and named with their line.
final class Settings {
  static final String FILE = "freshet.properties";
  private static final String PREFIX = "FRESHET_";

  /// Variables of the launcher, which are no settings.
  private static final List<String> OF_THE_LAUNCHER =
      List.of(
          "FRESHET_CONFIG",
          "FRESHET_JAVA",
          "FRESHET_JAVA_OPTS",
          "FRESHET_NO_CACHE",
          "FRESHET_BENCH_OPTS");

  /// @param source such as `default`, `freshet.properties:3`, `FRESHET_PORT`, `--port`
  record Value(String text, String source) {}

  private final Map<Setting, Value> values = new ConcurrentHashMap<>();
  private final List<Consumer<Setting>> followers = new CopyOnWriteArrayList<>();

  private final Path file;

  private Settings(Path file, Map<Setting, String> defaults) {
    this.file = file;
    for (Setting s : Setting.values()) {
      values.put(s, new Value(defaults.getOrDefault(s, s.byDefault), "default"));
    }
  }

  static Settings load(
      @Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
    return load(file, environment, flags, Map.of());
  }

  /// @param file a file that must be there, or null for `freshet.properties` here, if there is one
  /// @param flags by setting name; the source shown is `--name`
  /// @param defaults of the command, instead of the usual ones
  /// @throws Mistake naming everything that is wrong
  static Settings load(
      @Nullable Path file,
      Map<String, String> environment,
      Map<String, String> flags,
      Map<Setting, String> defaults) {
    Settings settings = new Settings(file == null ? Path.of(FILE) : file, defaults);
    List<String> mistakes = new ArrayList<>();
    settings.readFile(settings.file, file != null, mistakes);
    settings.readEnvironment(environment, mistakes);
    new TreeMap<>(flags).forEach((key, value) -> settings.take(key, value, "--" + key, mistakes));
    if (mistakes.isEmpty()
        && settings
                .duration(Setting.INTERVAL_MIN)
                .compareTo(settings.duration(Setting.INTERVAL_MAX))
            > 0) {
      mistakes.add(
          "'interval.min' ("
              + settings.where(Setting.INTERVAL_MIN)
              + ") is longer than 'interval.max' ("
              + settings.where(Setting.INTERVAL_MAX)
              + ")");
    }
    if (!mistakes.isEmpty()) throw new Mistake(String.join("\n", mistakes));
    return settings;
  }

  /// Where they are written, whether it is there or not.
  Path file() {
    return file;
  }

  String text(Setting s) {
    return value(s).text;
  }

  int whole(Setting s) {
    return Integer.parseInt(text(s));
  }

  boolean isTrue(Setting s) {
    return text(s).equals("true");
  }

  Duration duration(Setting s) {
    return Spans.parse(text(s));
  }

  Value value(Setting s) {
    Value v = values.get(s);
    if (v == null) throw new IllegalStateException("no value for " + s);
    return v;
  }

  /// Is told of settings that take effect at once when they are changed.
  void follow(Consumer<Setting> follower) {
    followers.add(follower);
  }

  /// All of them, to be shown; passwords in addresses are not.
  List<InForce> inForce() {
    return Arrays.stream(Setting.values()).map(this::inForce).toList();
  }

  private InForce inForce(Setting s) {
    String text = text(s);
    String shown = s.isSecret() ? (text.isEmpty() ? "" : "***") : withoutSecrets(text);
    boolean here = value(s).source.equals("default") || value(s).source.startsWith(file + ":");
    return new InForce(
        s.key,
        shown,
        value(s).source,
        s.meaning,
        here && shown.equals(text) && !s.isFixed(),
        s.isFixed(),
        s.appliesAtOnce());
  }

  /// The settings for the page on which they are changed: in their file, and at once where that can
  /// be.
  Installation installation() {
    Map<Setting, String> written = new ConcurrentHashMap<>();
    return new Installation() {
      @Override
      public List<InForce> all() {
        return Arrays.stream(Setting.values())
            .map(s -> {
              String next = written.get(s);
              return next == null
                  ? Settings.this.inForce(s)
                  : new InForce(
                      s.key, next, file.toString(), s.meaning, true, false, s.appliesAtOnce());
            })
            .toList();
      }

      @Override
      public List<InForce> inForce() {
        return Settings.this.inForce();
      }

      @Override
      public void change(String name, String value) throws IOException {
        Setting setting =
            Setting.named(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no such setting"));
        setting.check(value);
        if (setting.isFixed()) {
          throw new IllegalArgumentException(
              "It is changed in the settings file, the environment or on the command line only");
        }
        if (!Settings.this.inForce(setting).changeable()) {
          throw new IllegalArgumentException("It is changed where it comes from");
        }
        checkIntervals(setting, value);
        write(file, setting.key, value);
        if (!setting.appliesAtOnce()) {
          written.put(setting, value);
          return;
        }
        values.put(setting, new Value(value, file + ": changed"));
        followers.forEach(f -> f.accept(setting));
      }
    };
  }

  /// The one of the two intervals that is not changed stays as it is.
  private void checkIntervals(Setting setting, String value) {
    if (setting != Setting.INTERVAL_MIN && setting != Setting.INTERVAL_MAX) return;
    boolean least = setting == Setting.INTERVAL_MIN;
    Duration min = least ? Spans.parse(value) : duration(Setting.INTERVAL_MIN);
    Duration max = least ? duration(Setting.INTERVAL_MAX) : Spans.parse(value);
    if (min.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("must be at least a second");
    }
    if (min.compareTo(max) > 0) {
      throw new IllegalArgumentException("'interval.min' must not be longer than 'interval.max'");
    }
  }

  /// Puts a line in the place of the one that there was, or at the end.
  private static synchronized void write(Path file, String key, String value) throws IOException {
    List<String> lines = new ArrayList<>();
    if (Files.exists(file)) lines.addAll(Files.readAllLines(file));
    String line = key + " = " + value;
    int at = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).matches("\\s*" + Pattern.quote(key) + "\\s*=.*")) at = i;
    }
    if (at >= 0) lines.set(at, line);
    else lines.add(line);
    Path next = file.resolveSibling(file.getFileName() + ".new");
    OwnFiles.write(next, lines, Files.exists(file) ? file : null);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String withoutSecrets(String text) {
    return text.replaceAll("//[^/@\\s]*@", "//…@").replaceAll("(?i)(password=)[^&\\s]*", "$1…");
  }

  private String where(Setting s) {
    Value v = value(s);
    return v.text + ", " + v.source;
  }

  private void readFile(Path file, boolean mustExist, List<String> mistakes) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      if (mustExist) mistakes.add("There is no settings file " + file);
      return;
    } catch (MalformedInputException e) {
      mistakes.add("The settings file " + file + " is not UTF-8 text");
      return;
    } catch (IOException e) {
      mistakes.add("The settings file " + file + " cannot be read");
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (i == 0 && line.startsWith("\uFEFF")) line = line.substring(1);
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("!")) continue;
      String source = file + ":" + (i + 1);
      int equals = line.indexOf('=');
      if (equals < 0) {
        mistakes.add("'" + line + "' in " + source + " is not of the form name = value");
        continue;
      }
      take(line.substring(0, equals).strip(), line.substring(equals + 1).strip(), source, mistakes);
    }
  }

  private void readEnvironment(Map<String, String> environment, List<String> mistakes) {
    Map<String, Setting> byVariable = new TreeMap<>();
    for (Setting s : Setting.values()) byVariable.put(s.environmentVariable(), s);
    new TreeMap<>(environment)
        .forEach((variable, value) -> {
          if (!variable.startsWith(PREFIX) || OF_THE_LAUNCHER.contains(variable)) return;
          Setting s = byVariable.get(variable);
          if (s == null) {
            mistakes.add(
                "There is no setting for the environment variable "
                    + variable
                    + nearest(variable, byVariable.keySet().stream().toList()));
          } else {
            take(s.key, value, variable, mistakes);
          }
        });
  }

  private void take(String key, String value, String source, List<String> mistakes) {
    var known = Setting.named(key);
    if (known.isEmpty()) {
      List<String> names = Arrays.stream(Setting.values()).map(s -> s.key).toList();
      String from = source.equals("--" + key) ? "" : " (" + source + ")";
      mistakes.add("There is no setting '" + key + "'" + from + nearest(key, names));
      return;
    }
    try {
      known.get().check(value);
      values.put(known.get(), new Value(value, source));
    } catch (IllegalArgumentException e) {
      mistakes.add(
          "The setting '"
              + key
              + "' ("
              + source
              + ") is '"
              + (known.get().isSecret() ? "***" : value)
              + "' but "
              + e.getMessage());
    }
  }

  private static String nearest(String wrong, List<String> names) {
    String best = names.stream().min(Comparator.comparingInt(n -> distance(wrong, n))).orElse("");
    // Of three letters, two others make another word.
    int like = wrong.length() <= 3 ? 1 : Math.max(2, wrong.length() / 3);
    return distance(wrong, best) <= like
        ? ". Did you mean '" + best + "'?"
        : ". './freshet config' lists them all";
  }

  /// Levenshtein's.
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) row[j] = j;
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int up = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(up, row[j - 1]) + 1);
        diagonal = up;
      }
    }
    return row[b.length()];
  }

  /// A setting is wrong. The message says which, where and why, a line each.
  static final class Mistake extends RuntimeException {
    Mistake(String message) {
      super(message);
    }
  }
}
