package freshet.mcp;

import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.Unavailable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/// The messages of the protocol (modelcontextprotocol.io, JSON-RPC 2.0): what an assistant says in,
/// what it is answered out. Nothing is remembered between two messages, so there are no sessions to
/// lose.
final class Assistants {
  /// The newest first. What differs between them is in what we do not offer, but for lists of
  /// messages, which only 2025-03-26 knows and all may send.
  static final List<String> VERSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  static final int WRONG_MESSAGE = -32600;
  static final int UNREADABLE = -32700;
  private static final int NO_METHOD = -32601;
  private static final int WRONG_PARAMETERS = -32602;
  private static final int MOST_MESSAGES = 50;

  private static final String INSTRUCTIONS =
      "Freshet follows the feeds of news sites and blogs for its user. Start with list_stories,"
          + " list_events or search, then read single entries with get_entry. Lists are short: go"
          + " on with 'cursor'. Always name the feed that something comes from, with its url. "
          + PublisherText.NOTE;

  private final List<Tool> tools;
  private final String version;

  /// @param version of Freshet
  Assistants(Library library, String version) {
    List<Tool> all = new ArrayList<>(new LookingTools(library).all());
    all.addAll(new ChangingTools(library).all());
    this.tools = List.copyOf(all);
    this.version = version;
  }

  /// What is answered to a message, or to several in a list; empty if it wants no answer.
  ///
  /// @param mayWrite whether something may be changed
  Optional<Object> answer(Account who, boolean mayWrite, byte[] message) {
    JsonNode read;
    try {
      read = Json.MAPPER.readTree(message);
    } catch (JacksonException e) {
      return Optional.of(error(null, UNREADABLE, "It is not JSON"));
    }
    if (!read.isArray()) return Optional.ofNullable(one(who, mayWrite, read));
    if (read.isEmpty() || read.size() > MOST_MESSAGES) {
      return Optional.of(error(null, WRONG_MESSAGE, "Send 1 to " + MOST_MESSAGES + " messages"));
    }
    List<Object> answers = new ArrayList<>();
    for (JsonNode each : read) {
      Object answer = one(who, mayWrite, each);
      if (answer != null) answers.add(answer);
    }
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers);
  }

  private @Nullable Object one(Account who, boolean mayWrite, JsonNode message) {
    JsonNode id = message.path("id");
    boolean named = id.isString() || id.isIntegralNumber();
    if (!message.path("jsonrpc").asString("").equals("2.0") || (!id.isMissingNode() && !named)) {
      return error(named ? id : null, WRONG_MESSAGE, "It is no message of JSON-RPC 2.0");
    }
    if (!message.path("method").isString()) {
      // The answer to a request of ours; we make none.
      if (message.has("result") || message.has("error")) return null;
      return error(named ? id : null, WRONG_MESSAGE, "It has no method");
    }
    if (!named) return null;
    JsonNode parameters = message.path("params");
    return switch (message.path("method").stringValue()) {
      case "initialize" -> result(id, hello(parameters));
      case "ping" -> result(id, Map.of());
      case "tools/list" ->
          result(
              id,
              Map.of(
                  "tools",
                  tools.stream().filter(t -> mayWrite || !t.writes()).map(Tool::listed).toList()));
      case "tools/call" -> call(who, mayWrite, id, parameters);
      default -> error(id, NO_METHOD, "There is no such method here; there are tools only");
    };
  }

  private Map<String, Object> hello(JsonNode parameters) {
    String wanted = parameters.path("protocolVersion").asString("");
    Map<String, Object> hello = new LinkedHashMap<>();
    hello.put("protocolVersion", VERSIONS.contains(wanted) ? wanted : VERSIONS.getFirst());
    hello.put("capabilities", Map.of("tools", Map.of("listChanged", false)));
    hello.put("serverInfo", Map.of("name", "freshet", "title", "Freshet", "version", version));
    hello.put("instructions", INSTRUCTIONS);
    return hello;
  }

  private Object call(Account who, boolean mayWrite, JsonNode id, JsonNode parameters) {
    String name = parameters.path("name").asString("");
    Optional<Tool> tool = tools.stream().filter(t -> t.name().equals(name)).findFirst();
    if (tool.isEmpty()) {
      return error(id, WRONG_PARAMETERS, "There is no tool '" + PublisherText.line(name, 60) + "'");
    }
    if (tool.get().writes() && !mayWrite) {
      return result(
          id, said("You may only read here: the user gave a token that changes nothing", true));
    }
    try {
      Arguments given = Arguments.of(tool.get(), parameters.path("arguments"));
      Map<String, Object> answer = tool.get().call().answer(who, given);
      return result(id, said(Json.MAPPER.writeValueAsString(answer), false));
    } catch (Arguments.Wrong | Unavailable e) {
      return result(id, said(String.valueOf(e.getMessage()), true));
    } catch (Refusal e) {
      return result(id, said(sentence(e), true));
    }
  }

  private static String sentence(Refusal refusal) {
    return String.valueOf(Problem.of(refusal).getMessage());
  }

  private static Map<String, Object> said(String text, boolean failed) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("content", List.of(Map.of("type", "text", "text", text)));
    said.put("isError", failed);
    return said;
  }

  private static Map<String, Object> result(JsonNode id, Object result) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("result", result);
    return message;
  }

  static Map<String, Object> error(@Nullable JsonNode id, int code, String sentence) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id == null ? NullNode.getInstance() : id);
    message.put("error", Map.of("code", code, "message", sentence));
    return message;
  }
}
