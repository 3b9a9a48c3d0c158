package freshet.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a value may be, as `calls.txt` writes it.
sealed interface Type {
  /// `int` and `number`; bounds may be missing.
  record Numeric(boolean whole, @Nullable Long least, @Nullable Long most) implements Type {}

  /// @param form empty, or what it looks like: `date-time`, `cursor`
  record Text(String form, int least, int most) implements Type {}

  record Bool() implements Type {}

  record Any() implements Type {}

  record OneOf(List<String> words) implements Type {}

  record ListOf(Type of) implements Type {}

  /// Any names.
  record ByName(Type of) implements Type {}

  record Named(String schema) implements Type {}

  record OrNull(Type of) implements Type {}

  record WithDefault(Type of, String value) implements Type {}

  record Field(Type type, boolean required, String meaning) {}

  record Fields(Map<String, Field> fields) {
    /// Whether one of them can name many things.
    boolean hasList() {
      return fields.values().stream().anyMatch(f -> f.type() instanceof ListOf);
    }
  }

  /// What is not bounded otherwise.
  int LONGEST = 100_000;

  static Type of(String text) {
    int equals = text.indexOf('=');
    if (equals > 0) {
      return new WithDefault(of(text.substring(0, equals)), text.substring(equals + 1));
    }
    if (text.endsWith("~")) return new OrNull(of(text.substring(0, text.length() - 1)));
    String inner = text.substring(Math.min(1, text.length()), Math.max(1, text.length() - 1));
    if (text.startsWith("[")) return new ListOf(of(inner));
    if (text.startsWith("{")) return new ByName(of(inner));
    if (text.contains("|")) return new OneOf(Arrays.asList(text.split("\\|", -1)));
    if (Character.isUpperCase(text.charAt(0))) return new Named(text);
    int open = text.indexOf('(');
    String[] bounds =
        open < 0
            ? new String[] {"", ""}
            : text.substring(open + 1, text.length() - 1).split("\\.\\.", -1);
    Long least = bounds[0].isEmpty() ? null : Long.valueOf(bounds[0]);
    Long most = bounds[1].isEmpty() ? null : Long.valueOf(bounds[1]);
    return switch (open < 0 ? text : text.substring(0, open)) {
      case "int" -> new Numeric(true, least, most);
      case "number" -> new Numeric(false, least, most);
      case "bool" -> new Bool();
      case "any" -> new Any();
      case "time" -> new Text("date-time", 0, 40);
      case "cursor" -> new Text("cursor", 1, 50);
      case "text" ->
          new Text(
              "", least == null ? 0 : least.intValue(), most == null ? LONGEST : most.intValue());
      default -> throw new IllegalArgumentException("no type: " + text);
    };
  }

  /// A line each: name, type, what it is.
  static Fields fields(List<String> lines) {
    Map<String, Field> all = new LinkedHashMap<>();
    for (String line : new ArrayList<>(lines)) {
      String[] words = line.split(" +", 3);
      boolean required = !words[0].endsWith("?");
      all.put(
          required ? words[0] : words[0].substring(0, words[0].length() - 1),
          new Field(of(words[1]), required, words.length > 2 ? words[2] : ""));
    }
    return new Fields(all);
  }
}
