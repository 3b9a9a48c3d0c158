package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.cli.Running.Said;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Throws wrong, missing, huge and unknown parameters and broken bodies at every call of the
/// OpenAPI document, always the same ones. Nothing may be a mistake of ours, and what is certainly
/// wrong is named.
final class FuzzIT {
  private static final int ROUNDS = 12;

  /// What names places elsewhere: nobody is asked there.
  private static final Set<String> ADDRESSES = Set.of("address", "sites", "feeds", "target");

  @TempDir Path folder;
  private final Random random = new Random(20261116);
  private JsonNode schemas = Running.JSON.createObjectNode();

  /// A request and the parameter that is wrong in it; null if it may be right.
  private record Try(String path, @Nullable String body, @Nullable String wrong) {}

  @ParameterizedTest
  @EnumSource
  void noRequestIsAMistakeOfOurs(Running.Database database)
      throws IOException, InterruptedException {
    try (Running freshet = new Running(folder, database)) {
      JsonNode document = freshet.get("/api/v1/openapi.json", freshet.first).json();
      schemas = document.get("components").get("schemas");
      int refused = 0;
      for (var path : document.get("paths").properties()) {
        for (var call : path.getValue().properties()) {
          String method = call.getKey().toUpperCase(Locale.ROOT);
          if (path.getKey().endsWith("/events")) continue; // goes on until the search ends
          for (Try t : tries(path.getKey(), call.getValue())) {
            String token = random.nextBoolean() ? freshet.first : freshet.second;
            Said said = freshet.call(method, t.path, token, t.body);
            String what = method + " " + t.path + " " + cut(t.body) + " → " + said.text();
            assertThat(said.status()).as(what).isLessThan(500);
            if (said.status() >= 400) problem(said, what);
            // A call before may have removed the second account, and its token with it.
            boolean allowed =
                said.status() != 403 && (said.status() != 401 || token.equals(freshet.first));
            // The server refuses an address that it cannot read before anybody looks for more.
            boolean read = !t.path.contains("%25");
            if (t.wrong != null && allowed && read) {
              assertThat(said.status()).as(what).isIn(400, 413);
              assertThat(said.json().path("parameter").asString("body"))
                  .as(what)
                  .startsWith(t.wrong);
              refused++;
            }
          }
        }
      }
      assertThat(refused).isGreaterThan(500);
      assertThat(freshet.get("/healthz", freshet.first).status()).isEqualTo(200);
      assertThat(freshet.get("/api/v1/entries", freshet.first).status()).isEqualTo(200);
    }
  }

  private static String cut(@Nullable String text) {
    return text == null ? "" : text.substring(0, Math.min(200, text.length()));
  }

  private static void problem(Said said, String what) {
    assertThat(said.type()).as(what).startsWith("application/problem+json");
    JsonNode problem = said.json();
    assertThat(problem.get("status").asInt()).as(what).isEqualTo(said.status());
    for (String field : List.of("type", "title", "detail")) {
      assertThat(problem.get(field).asString()).as(what).isNotEmpty();
    }
  }

  private List<Try> tries(String template, JsonNode call) {
    List<Try> tries = new ArrayList<>();
    JsonNode content = call.path("requestBody").path("content").path("application/json");
    JsonNode schema = content.isMissingNode() ? null : resolved(content.get("schema"));
    for (int i = 0; i < ROUNDS; i++) {
      String address = address(template, call);
      String body = schema == null ? null : object(schema).toString();
      if (schema == null || !hasAddress(schema)) tries.add(new Try(address, body, null));
      for (JsonNode p : call.path("parameters")) {
        String name = p.get("name").asString();
        String value = wrong(p.get("schema"));
        if (value == null || (p.get("in").asString().equals("path") && value.isEmpty())) continue;
        String path =
            p.get("in").asString().equals("path")
                ? template.replace("{" + name + "}", escaped(value)) + query(call, name)
                : with(address, name, value);
        tries.add(new Try(path, body, name));
      }
      tries.add(new Try(with(address, "unknown" + i, "1"), body, "unknown" + i));
      if (schema != null) bodies(tries, address, schema);
    }
    return tries;
  }

  private boolean hasAddress(JsonNode schema) {
    for (String name : schema.path("properties").propertyNames()) {
      if (ADDRESSES.contains(name)) return true;
    }
    return false;
  }

  private void bodies(List<Try> tries, String address, JsonNode schema) {
    for (String broken : List.of("", "{", "[]", "null", "\"x\"", "{\"a\":", "[".repeat(5000))) {
      tries.add(new Try(address, broken, "body"));
    }
    for (var field : schema.get("properties").properties()) {
      JsonNode wrong = wrongValue(field.getValue());
      if (wrong != null) {
        ObjectNode body = object(schema);
        body.set(field.getKey(), wrong);
        tries.add(new Try(address, body.toString(), field.getKey()));
      }
    }
    for (JsonNode name : schema.path("required")) {
      ObjectNode body = object(schema);
      body.remove(name.asString());
      tries.add(new Try(address, body.toString(), name.asString()));
    }
    ObjectNode more = object(schema);
    more.put("unheardOf", 1);
    tries.add(new Try(address, more.toString(), "unheardOf"));
  }

  private JsonNode resolved(JsonNode schema) {
    String ref = schema.path("$ref").asString("");
    return ref.isEmpty() ? schema : schemas.get(ref.substring(ref.lastIndexOf('/') + 1));
  }

  /// The address with values that may be right.
  private String address(String template, JsonNode call) {
    String path = template;
    for (JsonNode p : call.path("parameters")) {
      if (!p.get("in").asString().equals("path")) continue;
      String name = p.get("name").asString();
      path = path.replace("{" + name + "}", escaped(inPath(right(p.get("schema"), name))));
    }
    return path + query(call, "");
  }

  /// The server itself refuses control characters in a path.
  private static String inPath(JsonNode value) {
    return value.asString().replaceAll("[\\p{Cntrl}/.?]", "_");
  }

  private String query(JsonNode call, String without) {
    String query = "";
    for (JsonNode p : call.path("parameters")) {
      String name = p.get("name").asString();
      if (p.get("in").asString().equals("path") || name.equals(without)) continue;
      if (!p.get("required").asBoolean() && random.nextInt(3) > 0) continue;
      if (name.equals("before") || name.equals("format")) continue;
      query = with(query, name, right(p.get("schema"), name).asString());
    }
    return query;
  }

  private static String with(String address, String name, String value) {
    String pair = name + "=" + escaped(value);
    String had = address.replaceFirst("([?&])" + name + "=[^&]*&?", "$1").replaceFirst("[?&]$", "");
    return had + (had.contains("?") ? "&" : "?") + pair;
  }

  private static String escaped(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private ObjectNode object(JsonNode schema) {
    ObjectNode made = Running.JSON.createObjectNode();
    for (var field : schema.get("properties").properties()) {
      boolean required = schema.get("required").toString().contains("\"" + field.getKey() + "\"");
      if (required || random.nextInt(3) == 0) {
        made.set(field.getKey(), right(field.getValue(), field.getKey()));
      }
    }
    return made;
  }

  /// A value that the schema allows.
  private JsonNode right(JsonNode schema, String name) {
    var json = Running.JSON.getNodeFactory();
    if (schema.has("$ref")) return object(resolved(schema));
    if (schema.has("anyOf")) {
      return random.nextInt(4) == 0 ? json.nullNode() : right(schema.get("anyOf").get(0), name);
    }
    if (schema.has("enum")) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
    }
    return switch (schema.path("type").asString("")) {
      case "integer", "number" -> {
        long least = schema.path("minimum").asLong(0);
        long most = schema.path("maximum").asLong(50);
        yield json.numberNode(least + random.nextInt((int) Math.min(most - least + 1, 1000)));
      }
      case "boolean" -> json.booleanNode(random.nextBoolean());
      case "array" -> Running.JSON.createArrayNode().add(right(schema.get("items"), name));
      case "object" -> {
        ObjectNode some = Running.JSON.createObjectNode();
        some.set("X-Some", right(schema.get("additionalProperties"), name));
        yield some;
      }
      default -> json.stringNode(text(schema, name));
    };
  }

  private String text(JsonNode schema, String name) {
    if (schema.has("format")) return "2026-11-1" + random.nextInt(9) + "T12:00:00Z";
    if (ADDRESSES.contains(name)) return "http://127.0.0.1:9/" + random.nextInt(9);
    String[] some = {
      "x",
      "<script>alert(1)</script>",
      "' OR 1=1 --",
      "%s%n{0}",
      "\u202Egnihton",
      "ï¿½ñ漢字🙂",
      "../../etc/passwd",
      "title:\"",
      "-",
      "AND OR NOT (((",
      "*",
      "?",
      "6h",
      "\n",
      "a b\tc"
    };
    String chosen = some[random.nextInt(some.length)];
    int least = schema.path("minLength").asInt(0);
    int most = schema.path("maxLength").asInt(10_000);
    if (random.nextInt(5) == 0) return "y".repeat(Math.min(most, 5_000));
    while (chosen.codePointCount(0, chosen.length()) < least) chosen += chosen;
    return chosen.codePointCount(0, chosen.length()) > most ? chosen.substring(0, least) : chosen;
  }

  /// A text that is certainly no such value; null if every text is one.
  private @Nullable String wrong(JsonNode schema) {
    if (schema.has("enum") || schema.path("type").asString("").equals("boolean")) {
      return List.of("", "TRUE", "nonsense", "1").get(random.nextInt(4));
    }
    if (schema.has("format")) {
      return List.of("yesterday", "2026-13-01T00:00:00Z", "+999999999-01-01T00:00:00Z", "0")
          .get(random.nextInt(4));
    }
    if (schema.path("type").asString("").equals("integer")) {
      List<String> wrong = new ArrayList<>(List.of("", "x", "1.5", "9".repeat(30), "1e3", "0x1f"));
      if (schema.has("maximum")) wrong.add("-7");
      return wrong.get(random.nextInt(wrong.size()));
    }
    int most = schema.path("maxLength").asInt(0);
    return most == 0 || most > 5000 ? null : "z".repeat(most + 1);
  }

  private @Nullable JsonNode wrongValue(JsonNode schema) {
    var json = Running.JSON.getNodeFactory();
    JsonNode inner = schema.has("anyOf") ? schema.get("anyOf").get(0) : schema;
    if (inner.has("$ref")) return json.numberNode(1);
    return switch (inner.path("type").asString("")) {
      case "string" -> {
        if (inner.has("enum")) yield json.stringNode("nonsense");
        yield List.of(
                json.numberNode(1), json.booleanNode(true), json.stringNode("\0" + "x".repeat(9)))
            .get(random.nextInt(3));
      }
      case "integer", "number" -> json.stringNode("many");
      case "boolean" -> json.stringNode("perhaps");
      case "array" -> Running.JSON.createObjectNode();
      case "object" -> Running.JSON.createArrayNode();
      default -> null;
    };
  }
}
