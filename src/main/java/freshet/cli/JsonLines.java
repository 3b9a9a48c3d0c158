package freshet.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/// Files with a JSON object a line. A line that is none is reported and passed over.
final class JsonLines {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonLines() {}

  /// Gives each object of a file to `take`.
  ///
  /// @return whether every line was an object
  static boolean read(Path file, PrintStream errors, Consumer<JsonNode> take) throws IOException {
    boolean good = true;
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    try (var lines =
        new BufferedReader(new java.io.InputStreamReader(Files.newInputStream(file), decoder))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) continue;
        JsonNode node = null;
        try {
          node = MAPPER.readTree(line);
        } catch (JacksonException e) {
          // reported below
        }
        if (node instanceof ObjectNode) {
          take.accept(node);
        } else {
          good = false;
          errors.println(file + ", line " + number + ": not a JSON object; the line is left out.");
        }
      }
    }
    return good;
  }

  /// A field as text, "" if it is absent or null.
  static String text(JsonNode object, String field) {
    JsonNode value = object.get(field);
    if (value == null || value.isNull()) return "";
    return value.isString() ? value.stringValue() : value.toString();
  }
}
