package freshet.api;

import freshet.http.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes the [ApiDescription] as OpenAPI 3.1.
final class OpenApi {
  private static final List<String> LISTS = List.of("text/x-opml", "text/csv", "text/plain");
  private static final String DESCRIPTION =
      """
      Everything that Freshet knows, as JSON. Times are ISO 8601 in UTC; what is not known is left \
      out. A list that goes on has `next`: give it back as `before` or `after`. Answers have an \
      `ETag`; ask with `If-None-Match` and what has not changed is a 304. Errors are problem \
      documents (RFC 9457) that name the wrong parameter.

      On this machine nothing else is needed; elsewhere send a token, `Authorization: Bearer \
      TOKEN`. An account sees what it follows; the first account looks after the others.

      Readers' apps have APIs of their own here, which are not part of this document: that of \
      Google Reader as FreshRSS serves it, under `/api/greader.php`, and Fever's under `/fever/`. \
      docs/clients.md tells of them. Views and kept searches are feeds under \
      `/out/{secret}.rss`, `.atom` and `.json`.\
      """;

  private final JsonGenerator json;

  private OpenApi(JsonGenerator json) {
    this.json = json;
  }

  static byte[] write(
      Map<String, String> tags, List<ApiDescription.Call> calls, Map<String, Type.Fields> schemas) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.MAPPER.createGenerator(bytes)) {
      new OpenApi(json).document(tags, calls, schemas);
    }
    return bytes.toByteArray();
  }

  private void document(
      Map<String, String> tags, List<ApiDescription.Call> calls, Map<String, Type.Fields> schemas) {
    json.writeStartObject();
    json.writeStringProperty("openapi", "3.1.0");
    json.writeObjectPropertyStart("info");
    json.writeStringProperty("title", "Freshet");
    json.writeStringProperty("version", "1");
    json.writeStringProperty("description", DESCRIPTION);
    json.writeObjectPropertyStart("license");
    json.writeStringProperty("name", "Apache License 2.0");
    json.writeStringProperty("identifier", "Apache-2.0");
    json.writeEndObject();
    json.writeEndObject();
    json.writeArrayPropertyStart("servers");
    json.writeStartObject();
    json.writeStringProperty("url", "/");
    json.writeStringProperty("description", "The Freshet that gave you this document");
    json.writeEndObject();
    json.writeEndArray();
    json.writeArrayPropertyStart("security");
    for (String way : List.of("none", "token")) {
      json.writeStartObject();
      if (!way.equals("none")) json.writeArrayPropertyStart(way).writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("tags");
    tags.forEach((name, about) -> {
      json.writeStartObject();
      json.writeStringProperty("name", name);
      json.writeStringProperty("description", about);
      json.writeEndObject();
    });
    json.writeEndArray();
    json.writeObjectPropertyStart("paths");
    Map<String, List<ApiDescription.Call>> byPath = new LinkedHashMap<>();
    for (ApiDescription.Call c : calls) {
      byPath.computeIfAbsent(c.path(), _ -> new ArrayList<>()).add(c);
    }
    byPath.forEach((path, some) -> {
      json.writeObjectPropertyStart(path);
      some.forEach(this::call);
      json.writeEndObject();
    });
    json.writeEndObject();
    components(schemas);
    json.writeEndObject();
  }

  private void components(Map<String, Type.Fields> schemas) {
    json.writeObjectPropertyStart("components");
    json.writeObjectPropertyStart("securitySchemes");
    json.writeObjectPropertyStart("token");
    json.writeStringProperty("type", "http");
    json.writeStringProperty("scheme", "bearer");
    json.writeEndObject();
    json.writeEndObject();
    json.writeObjectPropertyStart("responses");
    for (Mistake m : Mistake.values()) {
      answer(m.name, m.description);
      content("application/problem+json", "Problem");
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("schemas");
    schemas.forEach((name, fields) -> {
      json.writeObjectPropertyStart(name);
      fields(fields);
      json.writeEndObject();
    });
    json.writeEndObject();
    json.writeEndObject();
  }

  private void call(ApiDescription.Call c) {
    json.writeObjectPropertyStart(c.method().toLowerCase(java.util.Locale.ROOT));
    json.writeStringProperty("operationId", operation(c));
    json.writeStringProperty("summary", c.sentence());
    if (c.administrator()) json.writeStringProperty("description", "For the first account only.");
    json.writeArrayPropertyStart("tags").writeString(c.tag()).writeEndArray();
    json.writeArrayPropertyStart("parameters");
    c.parameters().forEach(this::parameter);
    json.writeEndArray();
    if (c.body() != null || c.list()) body(c);
    json.writeObjectPropertyStart("responses");
    Map<Integer, List<ApiDescription.Answer>> byStatus = new LinkedHashMap<>();
    for (ApiDescription.Answer a : c.answers()) {
      byStatus.computeIfAbsent(a.status(), _ -> new ArrayList<>()).add(a);
    }
    byStatus.forEach(this::answers);
    if (c.method().equals("GET") && c.answers().stream().anyMatch(a -> isSchema(a.what()))) {
      answer("304", "Not changed");
      json.writeEndObject();
    }
    for (Mistake m : Mistake.values()) {
      if (!m.of(c)) continue;
      json.writeObjectPropertyStart(String.valueOf(m.status));
      json.writeStringProperty("$ref", "#/components/responses/" + m.name);
      json.writeEndObject();
    }
    answer("default", "What is wrong");
    content("application/problem+json", "Problem");
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndObject();
  }

  /// What can be wrong with a call, by what it takes.
  private enum Mistake {
    BAD(400, "BadRequest", "A parameter or a field of the body is wrong; parameter names it"),
    STRANGER(401, "Unauthorized", "A token is needed, or it is wrong"),
    REFUSED(403, "Forbidden", "For the first account only"),
    MISSING(404, "NotFound", "There is none, or none that you may see");

    private final int status;
    private final String name;
    private final String description;

    Mistake(int status, String name, String description) {
      this.status = status;
      this.name = name;
      this.description = description;
    }

    private boolean of(ApiDescription.Call c) {
      return switch (this) {
        case BAD, STRANGER -> true;
        case REFUSED -> c.administrator();
        case MISSING -> c.path().contains("{");
      };
    }
  }

  /// The name that generated clients give it: `GET /api/v1/feeds/{id}/polls` is
  /// `getFeedsByIdPolls`.
  private static String operation(ApiDescription.Call c) {
    StringBuilder name = new StringBuilder(c.method().toLowerCase(java.util.Locale.ROOT));
    for (String part : c.path().replaceFirst("^/api/v1/", "").split("[/.-]", -1)) {
      String word = part.replaceAll("[{}]", "");
      if (part.startsWith("{")) name.append("By");
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }

  private static boolean isSchema(@Nullable String what) {
    return what != null && !what.contains("/");
  }

  private void answers(int status, List<ApiDescription.Answer> answers) {
    answer(
        Integer.toString(status),
        switch (status) {
          case 201 -> "Made";
          case 202 -> "Will be done";
          case 204 -> "Done";
          default -> "The answer";
        });
    List<String> media = answers.stream().map(ApiDescription.Answer::what).toList();
    if (media.getFirst() != null) {
      json.writeObjectPropertyStart("content");
      for (String what : media) {
        if (isSchema(what)) media("application/json", what);
        else media(what, "text");
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void answer(String status, String description) {
    json.writeObjectPropertyStart(status);
    json.writeStringProperty("description", description);
  }

  private void content(String media, String type) {
    json.writeObjectPropertyStart("content");
    media(media, type);
    json.writeEndObject();
  }

  private void media(String media, String type) {
    json.writeObjectPropertyStart(media);
    json.writeObjectPropertyStart("schema");
    type(Type.of(type));
    json.writeEndObject();
    json.writeEndObject();
  }

  private void body(ApiDescription.Call c) {
    json.writeObjectPropertyStart("requestBody");
    json.writeBooleanProperty("required", true);
    json.writeObjectPropertyStart("content");
    if (c.body() != null) media("application/json", c.body());
    if (c.list()) {
      for (String media : LISTS) media(media, "text");
      json.writeObjectPropertyStart("multipart/form-data");
      json.writeObjectPropertyStart("schema");
      fields(Type.fields(List.of("file text")));
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void parameter(ApiDescription.Parameter p) {
    json.writeStartObject();
    json.writeStringProperty("name", p.name());
    json.writeStringProperty("in", p.inPath() ? "path" : "query");
    json.writeBooleanProperty("required", p.required());
    json.writeStringProperty("description", p.meaning());
    json.writeObjectPropertyStart("schema");
    type(p.type());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void fields(Type.Fields schema) {
    json.writeStringProperty("type", "object");
    json.writeObjectPropertyStart("properties");
    schema
        .fields()
        .forEach((name, field) -> {
          json.writeObjectPropertyStart(name);
          type(field.type());
          if (!field.meaning().isEmpty()) {
            json.writeStringProperty("description", field.meaning());
          }
          json.writeEndObject();
        });
    json.writeEndObject();
    json.writeArrayPropertyStart("required");
    schema
        .fields()
        .forEach((name, field) -> {
          if (field.required()) json.writeString(name);
        });
    json.writeEndArray();
  }

  private void type(Type type) {
    switch (type) {
      case Type.Named(String schema) ->
          json.writeStringProperty("$ref", "#/components/schemas/" + schema);
      case Type.Any() -> {}
      case Type.Bool() -> json.writeStringProperty("type", "boolean");
      case Type.Numeric n -> {
        json.writeStringProperty("type", n.whole() ? "integer" : "number");
        if (n.least() != null) json.writeNumberProperty("minimum", n.least());
        if (n.most() != null) json.writeNumberProperty("maximum", n.most());
      }
      case Type.Text t -> {
        json.writeStringProperty("type", "string");
        if (t.form().equals("date-time")) json.writeStringProperty("format", t.form());
        else if (t.most() < Type.LONGEST) {
          json.writeNumberProperty("minLength", t.least());
          json.writeNumberProperty("maxLength", t.most());
        }
      }
      case Type.OneOf(List<String> words) -> {
        json.writeStringProperty("type", "string");
        json.writeArrayPropertyStart("enum");
        words.forEach(json::writeString);
        json.writeEndArray();
      }
      case Type.ListOf(Type of) -> {
        json.writeStringProperty("type", "array");
        inner("items", of);
      }
      case Type.ByName(Type of) -> {
        json.writeStringProperty("type", "object");
        inner("additionalProperties", of);
      }
      case Type.OrNull(Type of) -> {
        json.writeArrayPropertyStart("anyOf");
        json.writeStartObject();
        type(of);
        json.writeEndObject();
        json.writeStartObject();
        json.writeStringProperty("type", "null");
        json.writeEndObject();
        json.writeEndArray();
      }
      case Type.WithDefault(Type of, String value) -> {
        type(of);
        json.writeName("default");
        switch (of) {
          case Type.Numeric _ -> json.writeNumber(Long.parseLong(value));
          case Type.Bool _ -> json.writeBoolean(Boolean.parseBoolean(value));
          default -> json.writeString(value);
        }
      }
    }
  }

  private void inner(String name, Type of) {
    json.writeObjectPropertyStart(name);
    type(of);
    json.writeEndObject();
  }
}
