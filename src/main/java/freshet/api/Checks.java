package freshet.api;

import freshet.http.Json;
import freshet.http.Problem;
import freshet.text.Cut;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Whether a request is as the [ApiDescription] says. What is wrong is named.
final class Checks {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private Checks() {}

  /// @throws Problem naming the parameter, or the field of the body, that is wrong
  static void parameters(ApiDescription.Call call, Context ctx) {
    Map<String, List<String>> given = ctx.queryParamMap();
    for (String name : given.keySet()) {
      if (call.parameters().stream().noneMatch(p -> !p.inPath() && p.name().equals(name))) {
        throw Problem.badParameter(Cut.to(name, 60), "is unknown here");
      }
    }
    for (ApiDescription.Parameter p : call.parameters()) {
      List<String> values =
          p.inPath() ? List.of(ctx.pathParam(p.name())) : given.getOrDefault(p.name(), List.of());
      if (values.size() > 1) throw Problem.badParameter(p.name(), "is given twice");
      if (values.isEmpty() && p.required()) throw Problem.badParameter(p.name(), "must be given");
      String wrong = values.isEmpty() ? null : wrong(p.type(), values.getFirst());
      if (wrong != null) throw Problem.badParameter(p.name(), wrong);
    }
    if (call.body() == null || (call.list() && !isJson(ctx))) return;
    fields(ApiDescription.schema(call.body()), Json.body(ctx), "");
  }

  static boolean isJson(Context ctx) {
    return Optional.ofNullable(ctx.contentType()).orElse("").startsWith("application/json");
  }

  /// What is wrong with a text that stands for a value; null if nothing is.
  private static @Nullable String wrong(Type type, String text) {
    return switch (type) {
      case Type.WithDefault(Type of, _) -> wrong(of, text);
      case Type.OrNull(Type of) -> wrong(of, text);
      case Type.Numeric n -> number(n, text);
      case Type.Bool() ->
          text.equals("true") || text.equals("false") ? null : "must be true or false";
      case Type.OneOf(List<String> words) -> oneOf(words, text);
      case Type.Text t -> text(t, text);
      case Type.Any _, Type.ListOf _, Type.ByName _, Type.Named _ -> null;
    };
  }

  private static @Nullable String oneOf(List<String> words, String text) {
    return words.contains(text) ? null : "must be one of " + String.join(", ", words);
  }

  private static @Nullable String number(Type.Numeric n, String text) {
    String must =
        (n.whole() ? "must be a whole number" : "must be a number")
            + (n.least() == null ? "" : " from " + n.least() + " to " + n.most());
    try {
      double value = n.whole() ? Long.parseLong(text) : Double.parseDouble(text);
      boolean low = n.least() != null && value < n.least();
      boolean high = n.most() != null && value > n.most();
      return low || high || Double.isNaN(value) ? must : null;
    } catch (NumberFormatException e) {
      return must + ", not '" + Cut.to(text, 60) + "'";
    }
  }

  private static @Nullable String text(Type.Text t, String text) {
    int length = text.codePointCount(0, text.length());
    if (length < t.least() || length > t.most()) {
      return t.least() == 0
          ? "has at most " + t.most() + " characters"
          : "must have " + t.least() + " to " + t.most() + " characters";
    }
    if (text.indexOf('\0') >= 0 || hasHalves(text)) {
      return "has characters that are none";
    }
    if (!t.form().equals("date-time")) return null;
    try {
      Instant time = Instant.parse(text);
      if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) return null;
    } catch (DateTimeException e) {
      // the sentence below says it
    }
    return "must be a time like 2026-11-15T12:00:00Z";
  }

  /// Half a character of those that take two, which no encoding can write.
  private static boolean hasHalves(String text) {
    return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  private static void fields(Type.Fields schema, JsonNode object, String path) {
    for (String name : object.propertyNames()) {
      if (!schema.fields().containsKey(name)) {
        throw Problem.badParameter(Cut.to(path + name, 60), "is unknown here");
      }
    }
    schema
        .fields()
        .forEach((name, field) -> {
          JsonNode value = object.get(name);
          if (value != null) value(field.type(), value, path + name);
          else if (field.required()) throw Problem.badParameter(path + name, "must be given");
        });
  }

  private static void value(Type type, JsonNode value, String name) {
    switch (type) {
      case Type.WithDefault(Type of, _) -> value(of, value, name);
      case Type.OrNull(Type of) -> {
        if (!value.isNull()) value(of, value, name);
      }
      case Type.Any() -> {}
      case Type.Bool() -> require(value.isBoolean(), name, "must be true or false");
      case Type.Text t -> {
        require(value.isString(), name, "must be a text");
        require(text(t, value.stringValue()), name);
      }
      case Type.OneOf(List<String> words) -> {
        require(value.isString(), name, "must be one of " + String.join(", ", words));
        require(oneOf(words, value.stringValue()), name);
      }
      case Type.Numeric n -> {
        require(value.isNumber(), name, "must be a number");
        require(number(n, value.asString()), name);
      }
      case Type.ListOf(Type of) -> {
        require(value.isArray(), name, "must be a list");
        for (JsonNode one : value) value(of, one, name);
      }
      case Type.ByName(Type of) -> {
        require(value.isObject(), name, "must be an object");
        for (var one : value.properties()) value(of, one.getValue(), name);
      }
      case Type.Named(String schema) -> {
        require(value.isObject(), name, "must be an object");
        fields(ApiDescription.schema(schema), value, name + ".");
      }
    }
  }

  private static void require(boolean good, String name, String must) {
    if (!good) throw Problem.badParameter(name, must);
  }

  private static void require(@Nullable String wrong, String name) {
    if (wrong != null) throw Problem.badParameter(name, wrong);
  }
}
