package freshet.mcp;

import freshet.model.Account;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Something that an assistant can do here.
///
/// @param title for people, who are asked whether an assistant may
/// @param effect what it does to what is stored
record Tool(
    String name,
    String title,
    String description,
    Effect effect,
    List<Parameter> parameters,
    Call call) {

  enum Effect {
    LOOKS,
    CHANGES,
    /// What it takes away does not come back by calling another.
    REMOVES
  }

  /// Answers with what is sent as JSON.
  interface Call {
    Map<String, Object> answer(Account who, Arguments given);
  }

  enum Kind {
    TEXT("string"),
    WHOLE("integer"),
    FLAG("boolean"),
    TIME("string"),
    IDS("array");

    final String schema;

    Kind(String schema) {
      this.schema = schema;
    }
  }

  record Parameter(String name, Kind type, boolean required, String description) {
    static Parameter optional(String name, Kind type, String description) {
      return new Parameter(name, type, false, description);
    }

    static Parameter required(String name, Kind type, String description) {
      return new Parameter(name, type, true, description);
    }

    private Map<String, Object> schema() {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("type", type.schema);
      if (type == Kind.TIME) schema.put("format", "date-time");
      if (type == Kind.IDS) {
        schema.put("items", Map.of("type", "integer"));
        schema.put("minItems", 1);
        schema.put("maxItems", Arguments.MOST_IDS);
      }
      schema.put("description", description);
      return schema;
    }
  }

  boolean writes() {
    return effect != Effect.LOOKS;
  }

  Optional<Parameter> parameter(String wanted) {
    return parameters.stream().filter(p -> p.name.equals(wanted)).findFirst();
  }

  /// As `tools/list` gives it.
  Map<String, Object> listed() {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Parameter p : parameters) {
      properties.put(p.name, p.schema());
      if (p.required) required.add(p.name);
    }
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("type", "object");
    input.put("properties", properties);
    if (!required.isEmpty()) input.put("required", required);
    input.put("additionalProperties", false);
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", name);
    tool.put("title", title);
    tool.put("description", description);
    tool.put("inputSchema", input);
    tool.put(
        "annotations",
        Map.of(
            "title",
            title,
            "readOnlyHint",
            !writes(),
            "destructiveHint",
            effect == Effect.REMOVES,
            "idempotentHint",
            true,
            "openWorldHint",
            false));
    return tool;
  }
}
