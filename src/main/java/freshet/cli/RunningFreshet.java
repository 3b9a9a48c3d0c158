package freshet.cli;

import freshet.account.Authenticator;
import freshet.account.Secrets;
import freshet.fetch.OwnServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The Freshet that runs on a data folder, for commands that change something in it. Where it
/// answers and the key that lets in whoever can read the folder are in two files of the folder,
/// which are there as long as it runs.
final class RunningFreshet {
  private static final String ADDRESS = "address";
  private static final String KEY = "key";
  static final String JSON = "application/json";

  private final String address;
  private final String key;

  private RunningFreshet(String address, String key) {
    this.address = address;
    this.key = key;
  }

  /// Says where it answers.
  ///
  /// @return what lets in
  static String announce(Settings settings, String address) throws IOException {
    Path data = Path.of(settings.text(Setting.DATA));
    String key = Secrets.random();
    OwnFiles.write(data.resolve(KEY), List.of(key), null);
    Files.writeString(data.resolve(ADDRESS), address);
    return key;
  }

  static void leave(Settings settings) throws IOException {
    Path data = Path.of(settings.text(Setting.DATA));
    Files.deleteIfExists(data.resolve(ADDRESS));
    Files.deleteIfExists(data.resolve(KEY));
  }

  /// Empty if none has said where it answers.
  static Optional<RunningFreshet> on(Settings settings) {
    Path data = Path.of(settings.text(Setting.DATA));
    try {
      return Optional.of(
          new RunningFreshet(
              Files.readString(data.resolve(ADDRESS)).strip(),
              Files.readString(data.resolve(KEY)).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UserError(
          "The data folder " + data + " belongs to somebody else; run this as its owner");
    }
  }

  String address() {
    return address;
  }

  /// @param account for whom; null for the first
  /// @param body an object to send as JSON, or bytes
  /// @return the answer; null if there is none
  @Nullable JsonNode call(
      String method, String path, @Nullable String account, @Nullable Object body) {
    OwnServer.Answer answer = ask(method, path, account, body);
    JsonNode json = null;
    if (answer.body().length > 0) {
      try {
        json = JsonLines.MAPPER.readTree(answer.body());
      } catch (JacksonException e) {
        throw new UserError("What answers at " + address + " is not Freshet");
      }
    }
    if (answer.status() < 400) return json;
    if (answer.status() == 401) {
      throw new UserError(
          account == null
              ? "The Freshet at " + address + " does not know the key of its data folder"
              : "There is no account '" + account + "'; './freshet account list' names them");
    }
    throw new UserError(sentence(json, answer.status()));
  }

  private static String sentence(@Nullable JsonNode problem, int status) {
    if (problem != null && problem.hasNonNull("detail")) {
      return problem.get("detail").asString();
    }
    return "Freshet answers " + status;
  }

  /// The answer as it is.
  OwnServer.Answer ask(
      String method, String path, @Nullable String account, @Nullable Object body) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Authorization", Authenticator.FOLDER + " " + key);
    if (account != null) {
      headers.put(
          Authenticator.FOR_ACCOUNT, java.net.URLEncoder.encode(account, StandardCharsets.UTF_8));
    }
    byte[] bytes =
        body == null || body instanceof byte[]
            ? (byte[]) body
            : JsonLines.MAPPER.writeValueAsBytes(body);
    String type = body instanceof byte[] ? "application/octet-stream" : JSON;
    try {
      return new OwnServer(address, headers).call(method, path, type, bytes);
    } catch (IOException e) {
      throw new UserError(
          "The Freshet at " + address + " does not answer (" + e.getMessage() + ")");
    }
  }
}
