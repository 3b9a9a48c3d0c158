package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What makers of clients want of the OpenAPI document. `tools/clients` has a linter look at it
/// too.
final class ApiDescriptionTest {
  private final JsonNode document = Json.MAPPER.readTree(ApiDescription.bytes());

  @Test
  void eachCallHasANameAndNamesItsErrors() {
    Set<String> names = new HashSet<>();
    for (JsonNode path : document.get("paths")) {
      for (JsonNode call : path) {
        String name = call.get("operationId").stringValue();
        assertThat(name).matches("[a-z][A-Za-z]+");
        assertThat(names.add(name)).as(name).isTrue();
        assertThat(call.get("responses").has("400")).as(name).isTrue();
        assertThat(call.get("responses").has("401")).as(name).isTrue();
      }
    }
    assertThat(names).contains("getEntries", "patchEntriesById", "getFeedsByIdPolls");
  }

  @Test
  void itHasAServerAndALicence() {
    assertThat(document.at("/servers/0/url").stringValue()).isEqualTo("/");
    assertThat(document.at("/info/license/identifier").stringValue()).isEqualTo("Apache-2.0");
    for (String error : new String[] {"BadRequest", "Unauthorized", "Forbidden", "NotFound"}) {
      assertThat(document.at("/components/responses/" + error).isObject()).isTrue();
    }
  }

  /// `tools/clients` has a linter look at it.
  @Test
  void itIsWrittenDownForTheLinter() throws IOException {
    Path file = Path.of("target", "openapi.json");
    Files.write(file, ApiDescription.bytes());
    assertThat(file).isNotEmptyFile();
  }
}
