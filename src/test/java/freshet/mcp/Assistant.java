package freshet.mcp;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An assistant's side of the protocol, by the official SDK.
public final class Assistant implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final McpSyncClient client;
  public final InitializeResult hello;

  public Assistant(McpClientTransport transport) {
    this.client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(30)).build();
    this.hello = client.initialize();
  }

  /// Over HTTP.
  static Assistant at(String base, String token, List<String> versions) {
    HttpClientStreamableHttpTransport.Builder transport =
        HttpClientStreamableHttpTransport.builder(base)
            .endpoint("/mcp")
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token));
    if (!versions.isEmpty()) transport.supportedProtocolVersions(versions);
    return new Assistant(transport.build());
  }

  public List<String> tools() {
    return client.listTools().tools().stream().map(Tool::name).toList();
  }

  /// @param fields names and values in turn
  public JsonNode call(String tool, Object... fields) {
    CallToolResult result = result(tool, fields);
    if (Boolean.TRUE.equals(result.isError())) throw new AssertionError(text(result));
    return JSON.readTree(text(result));
  }

  /// The sentence of a call that fails.
  public String failing(String tool, Object... fields) {
    CallToolResult result = result(tool, fields);
    if (!Boolean.TRUE.equals(result.isError())) throw new AssertionError(text(result));
    return text(result);
  }

  private CallToolResult result(String tool, Object... fields) {
    Map<String, Object> arguments = new java.util.HashMap<>();
    for (int i = 0; i < fields.length; i += 2) arguments.put((String) fields[i], fields[i + 1]);
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  public void ping() {
    Object _ = client.ping();
  }

  @Override
  public void close() {
    client.close();
  }
}
