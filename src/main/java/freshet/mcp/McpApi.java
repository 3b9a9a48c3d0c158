package freshet.mcp;

import freshet.account.Caller;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Json;
import freshet.http.ProgramManners;
import freshet.library.Library;
import freshet.model.Account;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Map;
import java.util.Optional;

/// The protocol over HTTP ("streamable HTTP"): each message is a POST, each answer JSON. We never
/// speak first, so there is no stream to open, and nothing to end.
public final class McpApi {
  public static final String PATH = "/mcp";

  /// `?write=no` lets in to look only, whatever the token may.
  public static final String ONLY_LOOKING = PATH + "?write=no";

  private final Assistants assistants;

  /// @param version of Freshet
  public McpApi(Library library, String version) {
    this.assistants = new Assistants(library, version);
  }

  public void register(JavalinConfig config) {
    Door door = new Door(config, ProgramManners.decidingByMessage());
    door.forAccount(HandlerType.POST, PATH, Body.SMALL, this::message);
    door.forAccount(HandlerType.GET, PATH, Body.NOTHING, (ctx, _) -> onlyMessages(ctx));
    door.forAccount(HandlerType.DELETE, PATH, Body.NOTHING, (ctx, _) -> onlyMessages(ctx));
  }

  private void message(Context ctx, Account who) {
    String spoken = ctx.header("MCP-Protocol-Version");
    if (spoken != null && !Assistants.VERSIONS.contains(spoken)) {
      ctx.status(400);
      Json.send(
          ctx,
          Assistants.error(
              null,
              Assistants.WRONG_MESSAGE,
              "Spoken here: " + String.join(", ", Assistants.VERSIONS)));
      return;
    }
    Caller caller = Caller.of(ctx);
    boolean mayWrite = caller != null && caller.mayWrite() && !"no".equals(ctx.queryParam("write"));
    Optional<Object> answer = assistants.answer(who, mayWrite, ctx.bodyAsBytes());
    if (answer.isEmpty()) {
      ctx.status(202);
      return;
    }
    if (answer.get() instanceof Map<?, ?> one && one.get("error") instanceof Map<?, ?> error) {
      Object code = error.get("code");
      boolean unread =
          code instanceof Integer n
              && (n == Assistants.UNREADABLE || n == Assistants.WRONG_MESSAGE);
      if (unread) ctx.status(400);
    }
    Json.send(ctx, answer.get());
  }

  private static void onlyMessages(Context ctx) {
    ctx.status(405).header("Allow", "POST");
  }
}
