package freshet.mcp;

import freshet.mcp.Tool.Parameter;
import freshet.model.Cursor;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a tool is called with, checked against its parameters.
final class Arguments {
  static final int MOST_IDS = 200;
  private static final int LONGEST_TEXT = 2000;

  private final JsonNode given;

  /// A call that cannot be answered, with a sentence for the model.
  static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(String sentence) {
      super(sentence);
    }
  }

  private Arguments(JsonNode given) {
    this.given = given;
  }

  /// @throws Wrong with a sentence on what is missing, unknown or of the wrong kind
  static Arguments of(Tool tool, JsonNode given) {
    if (!given.isObject() && !given.isMissingNode() && !given.isNull()) {
      throw new Wrong("'arguments' must be an object");
    }
    for (String name : given.propertyNames()) {
      Parameter parameter =
          tool.parameter(name)
              .orElseThrow(() -> new Wrong("There is no argument '" + name + "'. " + known(tool)));
      JsonNode value = given.path(name);
      if (!value.isNull()) check(parameter, value);
    }
    for (Parameter p : tool.parameters()) {
      if (p.required() && !given.hasNonNull(p.name())) {
        throw new Wrong("The argument '" + p.name() + "' is missing. " + known(tool));
      }
    }
    return new Arguments(given);
  }

  private static String known(Tool tool) {
    List<String> names = tool.parameters().stream().map(Parameter::name).toList();
    return names.isEmpty()
        ? tool.name() + " takes none"
        : tool.name() + " takes: " + String.join(", ", names);
  }

  private static void check(Parameter p, JsonNode value) {
    String wanted =
        switch (p.type()) {
          case TEXT ->
              value.isString() && value.stringValue().length() <= LONGEST_TEXT
                  ? null
                  : "a text of at most " + LONGEST_TEXT + " characters";
          case WHOLE -> isWhole(value) ? null : "a whole number";
          case FLAG -> value.isBoolean() ? null : "true or false";
          case TIME -> value.isString() ? null : "a time such as 2026-11-18T06:00:00Z";
          case IDS -> isIds(value) ? null : "a list of 1 to " + MOST_IDS + " ids";
        };
    if (wanted != null) throw new Wrong("'" + p.name() + "' must be " + wanted);
  }

  private static boolean isWhole(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToLong();
  }

  private static boolean isIds(JsonNode value) {
    if (!value.isArray() || value.isEmpty() || value.size() > MOST_IDS) return false;
    for (JsonNode id : value) if (!isWhole(id)) return false;
    return true;
  }

  /// Null if nothing is given, or nothing but blanks.
  @Nullable String text(String name) {
    String text = given.path(name).asString("");
    return text.isBlank() ? null : text.strip();
  }

  String required(String name) {
    String text = text(name);
    if (text == null) throw new Wrong("'" + name + "' is empty");
    return text;
  }

  @Nullable Long number(String name) {
    return given.hasNonNull(name) ? (Long) given.path(name).longValue() : null;
  }

  long id(String name) {
    return given.path(name).longValue();
  }

  /// @param most is taken for more
  int limit(int usual, int most) {
    Long wanted = number("limit");
    return wanted == null || wanted < 1 ? usual : (int) Math.min(wanted, most);
  }

  /// Null if it is not given.
  @Nullable Boolean flag(String name) {
    return given.hasNonNull(name) ? (Boolean) given.path(name).booleanValue() : null;
  }

  /// A time, or a day, which begins in UTC.
  @Nullable Instant time(String name) {
    String text = text(name);
    if (text == null) return null;
    try {
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new Wrong(
          "'"
              + name
              + "' must be a time such as 2026-11-18T06:00:00Z, or a day such as 2026-11-18");
    }
  }

  List<Long> ids(String name) {
    List<Long> ids = new ArrayList<>();
    for (JsonNode id : given.path(name)) ids.add(id.longValue());
    return ids;
  }

  /// Where a list of entries goes on.
  @Nullable Cursor cursor() {
    String text = text("cursor");
    if (text == null) return null;
    try {
      return Cursor.of(text);
    } catch (IllegalArgumentException e) {
      throw noCursor();
    }
  }

  /// How many results are passed over.
  int offset(int most) {
    String text = text("cursor");
    if (text == null) return 0;
    if (!text.matches("\\d{1,6}") || Integer.parseInt(text) > most) throw noCursor();
    return Integer.parseInt(text);
  }

  private static Wrong noCursor() {
    return new Wrong("'cursor' must be the 'next' of an earlier answer of the same tool");
  }
}
