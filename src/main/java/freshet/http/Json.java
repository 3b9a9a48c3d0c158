package freshet.http;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import freshet.exchange.EntryJson;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.HexFormat;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/// Answers in JSON, and reads what requests bring in it.
public final class Json {
  /// Writes records as they are declared, without what is null.
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(EntryJson.MODULE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(Include.NON_NULL))
          .build();

  /// Names, values, and beginnings and ends of lists and objects in what a request brings.
  private static final int MOST_VALUES = 200_000;

  /// A tree takes many times the memory of its text: what is larger comes as a plain list.
  private static final JsonMapper BODIES =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(Body.LIST.largest)
                          .maxTokenCount(MOST_VALUES)
                          .build())
                  .build())
          .build();

  private Json() {}

  /// The object that a request brings.
  public static JsonNode body(Context ctx) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length > Body.LIST.largest) {
      throw new Problem(413, "The body is too large", "JSON bodies have at most 2 MB");
    }
    try {
      JsonNode body = BODIES.readTree(bytes);
      if (body.isObject()) return body;
    } catch (StreamConstraintsException e) {
      throw new Problem(413, "The body is too large", "It has too many values");
    } catch (JacksonException e) {
      // the problem below says it
    }
    throw new Problem(400, "The body is wrong", "The body must be a JSON object");
  }

  public static void send(Context ctx, Object answer) {
    send(ctx, MAPPER.writeValueAsBytes(answer));
  }

  public static void send(Context ctx, Consumer<JsonGenerator> write) {
    Held held = new Held(ctx, "application/json; charset=utf-8");
    try (JsonGenerator json = MAPPER.createGenerator(held)) {
      write.accept(json);
    }
    if (!held.isSent()) send(ctx, held.bytes());
  }

  /// What is asked for again and has not changed is not sent again.
  public static void send(Context ctx, byte[] json) {
    ctx.contentType("application/json; charset=utf-8");
    if (ctx.statusCode() == 200 && ctx.method().equals(HandlerType.GET)) {
      String tag =
          "W/\"" + HexFormat.of().toHexDigits(Hashing.komihash5_0().hashBytesToLong(json)) + "\"";
      ctx.header("ETag", tag).header("Cache-Control", "private, no-cache");
      String known = ctx.header("If-None-Match");
      if (known != null && (known.contains(tag) || known.strip().equals("*"))) {
        ctx.status(304);
        return;
      }
    }
    ctx.result(json);
  }
}
