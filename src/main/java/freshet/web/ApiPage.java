package freshet.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The API to read: the same document that programs get, as a page.
///
/// @param lead what the document says of itself, a paragraph each
public record ApiPage(PageFrame frame, List<String> lead, List<Part> parts, List<Schema> schemas) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public record Part(String name, String about, List<Call> calls) {}

  /// @param link where a browser can look at once, empty if nowhere
  /// @param body the name of a schema or media types
  public record Call(
      String id,
      String method,
      String path,
      String link,
      String sentence,
      boolean first,
      List<Row> parameters,
      String body,
      String answers) {}

  public record Schema(String name, List<Row> fields) {}

  public record Row(String name, boolean required, String type, String meaning) {}

  static ApiPage of(PageFrame frame, byte[] openApi) {
    JsonNode document = MAPPER.readTree(openApi);
    Map<String, Part> parts = new LinkedHashMap<>();
    for (JsonNode tag : document.path("tags")) {
      String name = tag.path("name").asString();
      parts.put(name, new Part(name, tag.path("description").asString(), new ArrayList<>()));
    }
    for (var path : document.path("paths").properties()) {
      for (var call : path.getValue().properties()) {
        Part part = parts.get(call.getValue().path("tags").path(0).asString());
        if (part != null) part.calls.add(call(path.getKey(), call.getKey(), call.getValue()));
      }
    }
    List<Schema> schemas = new ArrayList<>();
    for (var schema : document.path("components").path("schemas").properties()) {
      schemas.add(new Schema(schema.getKey(), fields(schema.getValue())));
    }
    String about = document.path("info").path("description").asString("").replace("`", "");
    return new ApiPage(frame, List.of(about.split("\n\n")), List.copyOf(parts.values()), schemas);
  }

  private static Call call(String path, String method, JsonNode call) {
    List<Row> parameters = new ArrayList<>();
    boolean needed = false;
    for (JsonNode p : call.path("parameters")) {
      boolean required = p.path("required").asBoolean();
      needed |= required;
      parameters.add(
          new Row(
              p.path("name").asString(),
              required,
              type(p.path("schema")),
              p.path("description").asString()));
    }
    List<String> answers = new ArrayList<>();
    for (var a : call.path("responses").properties()) {
      String what = media(a.getValue().path("content"));
      answers.add(what.isEmpty() ? a.getKey() : a.getKey() + " " + what);
    }
    return new Call(
        method + path.replaceAll("[^a-z0-9]+", "-"),
        method.toUpperCase(Locale.ROOT),
        path,
        method.equals("get") && !needed ? path : "",
        call.path("summary").asString(),
        call.has("description"),
        parameters,
        media(call.path("requestBody").path("content")),
        String.join(", ", answers));
  }

  private static String media(JsonNode content) {
    List<String> all = new ArrayList<>();
    for (var m : content.properties()) {
      boolean json = m.getKey().endsWith("json");
      all.add(json ? type(m.getValue().path("schema")) : m.getKey());
    }
    return String.join(" / ", all);
  }

  private static List<Row> fields(JsonNode schema) {
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    List<Row> rows = new ArrayList<>();
    for (var f : schema.path("properties").properties()) {
      rows.add(
          new Row(
              f.getKey(),
              required.contains(f.getKey()),
              type(f.getValue()),
              f.getValue().path("description").asString("")));
    }
    return rows;
  }

  /// A type in a few words: `integer 1–500 = 50`, `[Entry]`.
  private static String type(JsonNode schema) {
    if (schema.has("$ref")) return schema.path("$ref").asString().replaceFirst(".*/", "");
    if (schema.has("anyOf")) return type(schema.path("anyOf").path(0)) + " / null";
    if (schema.has("enum")) {
      List<String> words = new ArrayList<>();
      schema.path("enum").forEach(w -> words.add(w.asString()));
      return String.join(" | ", words) + otherwise(schema);
    }
    if (schema.has("items")) return "[" + type(schema.path("items")) + "]";
    if (schema.has("additionalProperties")) {
      return "{" + type(schema.path("additionalProperties")) + "}";
    }
    String name = schema.path("format").asString(schema.path("type").asString(""));
    String least = schema.path("minimum").asString("");
    return name
        + (least.isEmpty() ? "" : " " + least + "–" + schema.path("maximum").asString())
        + otherwise(schema);
  }

  private static String otherwise(JsonNode schema) {
    return schema.has("default") ? " = " + schema.path("default").asString() : "";
  }
}
