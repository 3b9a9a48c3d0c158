package freshet.http;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import freshet.exchange.EntryJson;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.HexFormat;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/// Answers in JSON.
public final class Json {
  /// Writes records as they are declared, without what is null.
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(EntryJson.MODULE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(Include.NON_NULL))
          .build();

  private Json() {}

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
