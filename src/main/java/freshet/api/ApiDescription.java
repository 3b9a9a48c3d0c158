package freshet.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the API can do, read from `calls.txt`: the calls by which requests are checked, and the
/// OpenAPI 3.1 document that tells others.
public final class ApiDescription {
  private static final ApiDescription INSTANCE = read();

  private final Map<String, String> tags = new LinkedHashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<String, Type.Fields> schemas = new LinkedHashMap<>();
  private byte[] bytes = {};

  private ApiDescription() {}

  /// A parameter of the path or of the query.
  record Parameter(String name, boolean inPath, boolean required, Type type, String meaning) {}

  /// @param what a schema's name or a media type, or null for no body
  record Answer(int status, @Nullable String what) {}

  /// @param administrator for the first account only
  /// @param body a schema's name, or null if there is none to check
  /// @param list whether the body may be a list of addresses in one of several forms
  record Call(
      String method,
      String path,
      String tag,
      String sentence,
      boolean administrator,
      List<Parameter> parameters,
      @Nullable String body,
      boolean list,
      List<Answer> answers) {

    /// Whether an address is one of this call's.
    boolean isAt(String address) {
      String[] mine = path.split("/", -1);
      String[] its = address.split("/", -1);
      if (mine.length != its.length) return false;
      for (int i = 0; i < mine.length; i++) {
        if (!mine[i].startsWith("{") && !mine[i].equals(its[i])) return false;
      }
      return true;
    }
  }

  static List<Call> calls() {
    return INSTANCE.calls;
  }

  static Call call(String method, String path) {
    return INSTANCE.calls.stream()
        .filter(c -> c.method.equals(method) && c.path.equals(path))
        .findAny()
        .orElseThrow(() -> new IllegalStateException(method + " " + path + " is not documented"));
  }

  static Type.Fields schema(String name) {
    return Objects.requireNonNull(INSTANCE.schemas.get(name), name);
  }

  /// The OpenAPI document as JSON.
  public static byte[] bytes() {
    return INSTANCE.bytes.clone();
  }

  private static ApiDescription read() {
    ApiDescription document = new ApiDescription();
    try (InputStream in =
            Objects.requireNonNull(ApiDescription.class.getResourceAsStream("calls.txt"));
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      document.read(lines.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    document.bytes = OpenApi.write(document.tags, document.calls, document.schemas);
    return document;
  }

  private void read(List<String> lines) {
    String tag = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      int end = i + 1;
      while (end < lines.size() && lines.get(end).startsWith("  ")) end++;
      List<String> parts = lines.subList(i + 1, end).stream().map(String::strip).toList();
      if (line.startsWith("== ")) {
        int colon = line.indexOf(':');
        tag = line.substring(3, colon);
        tags.put(tag, line.substring(colon + 1).strip());
      } else if (line.startsWith("schema ")) {
        schemas.put(line.split(" ", -1)[1], Type.fields(parts));
      } else {
        calls.add(call(line, tag, parts));
      }
      i = end - 1;
    }
  }

  private static Call call(String line, String tag, List<String> parts) {
    String[] head = line.split(" +", 3);
    boolean administrator = head[2].startsWith("! ");
    List<Parameter> parameters = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    String body = null;
    boolean list = false;
    for (String part : parts) {
      String[] words = part.split(" +", 4);
      switch (words[0]) {
        case ":", "?" -> {
          boolean inPath = words[0].equals(":");
          String name = words[1].replace("!", "");
          boolean required = inPath || words[1].endsWith("!");
          parameters.add(new Parameter(name, inPath, required, Type.of(words[2]), words[3]));
        }
        case "<" -> {
          list = words[1].equals("list");
          String last = words[words.length - 1];
          if (!last.equals("list")) body = last;
        }
        default ->
            answers.add(new Answer(Integer.parseInt(words[1]), words.length > 2 ? words[2] : null));
      }
    }
    String sentence = administrator ? head[2].substring(2) : head[2];
    return new Call(
        head[0], head[1], tag, sentence, administrator, parameters, body, list, answers);
  }
}
