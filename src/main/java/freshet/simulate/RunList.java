package freshet.simulate;

import freshet.schedule.Budget;
import freshet.schedule.Turns;
import freshet.text.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads a list of runs from JSON:
///
///     [{"name": "slow balloon", "policy": "air-balloon", "parameters": {"inertia": "2500h"},
///       "start": "2020-02-01", "end": "2020-03-01", "budget": "155/10m", "spacing": "burst",
///       "politeness": "10m", "longest": "24h", "worth": "0s", "followers": 1, "entriesShown": 25}]
///
/// Only `policy` is needed; the rest is taken from the command line. `start` and `end` set the
/// clock: all sources take part, also those that publish nothing between.
public final class RunList {
  private static final List<String> FIELDS =
      List.of(
          "name",
          "policy",
          "parameters",
          "start",
          "end",
          "budget",
          "spacing",
          "politeness",
          "longest",
          "worth",
          "followers",
          "entriesShown");

  private RunList() {}

  /// @param usual what holds where a run says nothing
  /// @param hasBudget whether its budget does too; else each run needs one of its own
  /// @throws IllegalArgumentException with a sentence for the user
  public static List<Run> read(Path file, Trace trace, Conditions usual, boolean hasBudget)
      throws IOException {
    JsonNode root;
    try {
      root = new JsonMapper().readTree(Files.readString(file));
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw new IllegalArgumentException(
          "%s, line %d: this is not JSON: %s"
              .formatted(file, at == null ? 1 : at.getLineNr(), e.getOriginalMessage()),
          e);
    }
    if (!root.isArray() || root.isEmpty()) {
      throw new IllegalArgumentException(
          file + " is not a list of runs: write [{\"policy\": …}, …]");
    }
    List<Run> runs = new ArrayList<>();
    for (JsonNode node : root) {
      try {
        runs.add(run(node, trace, usual, hasBudget));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s, run %d: %s".formatted(file, runs.size() + 1, e.getMessage()), e);
      }
    }
    return runs;
  }

  private static Run run(JsonNode node, Trace trace, Conditions usual, boolean hasBudget) {
    if (!node.isObject()) throw new IllegalArgumentException("a run is an object {…}");
    for (String field : node.propertyNames()) {
      if (!FIELDS.contains(field)) {
        throw new IllegalArgumentException(Policies.unknown("field", field, FIELDS));
      }
    }
    String policy = text(node, "policy", "");
    if (policy.isEmpty()) throw new IllegalArgumentException("a run needs a policy");
    JsonNode parameters = node.path("parameters");
    StringBuilder spec = new StringBuilder(policy);
    char separator = policy.indexOf(':') < 0 ? ':' : ',';
    for (Map.Entry<String, JsonNode> p : parameters.properties()) {
      spec.append(separator).append(p.getKey()).append('=').append(p.getValue().asString());
      separator = ',';
    }
    Budget.Spacing spacing =
        switch (text(node, "spacing", "").toLowerCase(Locale.ROOT)) {
          case "" -> usual.budget().spacing();
          case "even" -> Budget.Spacing.EVEN;
          case "burst" -> Budget.Spacing.BURST;
          default -> throw new IllegalArgumentException("the spacing is even or burst");
        };
    String budget = text(node, "budget", "");
    if (budget.isEmpty() && !hasBudget) {
      throw new IllegalArgumentException(
          "it needs a budget, such as \"600/10m\", or one for all with --budget");
    }
    Budget calls =
        budget.isEmpty()
            ? new Budget(usual.budget().calls(), usual.budget().window(), spacing)
            : Budget.of(budget, spacing);
    Turns.Rules rules =
        new Turns.Rules(
            span(node, "politeness", usual.rules().minInterval()),
            span(node, "longest", usual.rules().maxInterval()),
            span(node, "worth", usual.rules().worth()));
    Conditions conditions =
        usual
            .withBudget(calls)
            .withRules(rules)
            .withShown(node.path("entriesShown").asInt(usual.entriesShown()))
            .withFollowers(node.path("followers").asDouble(usual.followers()));
    Trace part = trace;
    if (node.has("start") || node.has("end")) {
      part =
          trace.between(
              time(text(node, "start", ""), Double.NEGATIVE_INFINITY),
              time(text(node, "end", ""), Double.POSITIVE_INFINITY));
    }
    String name = text(node, "name", spec.toString());
    return new Run(name, spec.toString(), part, conditions);
  }

  private static Duration span(JsonNode node, String field, Duration otherwise) {
    String text = text(node, field, "");
    return text.isEmpty() ? otherwise : Spans.parse(text);
  }

  private static String text(JsonNode node, String field, String otherwise) {
    JsonNode value = node.path(field);
    return value.isMissingNode() || value.isNull() ? otherwise : value.asString();
  }

  private static double time(String text, double otherwise) {
    if (text.isEmpty()) return otherwise;
    try {
      return text.indexOf('T') > 0
          ? Spans.seconds(Instant.parse(text))
          : Spans.seconds(LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a time: write 2020-02-01 or 2020-02-01T00:00:00Z", e);
    }
  }
}
