package freshet.notify;

import freshet.alert.Mailer;
import freshet.alert.SaveTemplates;
import freshet.fetch.Call;
import freshet.fetch.CallOutcome;
import freshet.fetch.HttpFetcher;
import freshet.fetch.PostOutcome;
import freshet.model.SaveTarget;
import freshet.text.Cut;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Sends an entry to where somebody saves it, at once and once: whoever pressed the button waits,
/// and sees what came of it.
public final class Saver {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpFetcher fetcher;
  private final @Nullable Mailer mailer;
  private final InstantSource clock;

  /// @param mailer null if no mail server is set
  public Saver(HttpFetcher fetcher, @Nullable Mailer mailer, InstantSource clock) {
    this.fetcher = fetcher;
    this.mailer = mailer;
    this.clock = clock;
  }

  public boolean canMail() {
    return mailer != null;
  }

  /// @param values what of the entry is filled in
  /// @return what went wrong, in a sentence
  public Optional<String> send(SaveTarget target, Map<String, String> values)
      throws InterruptedException {
    try {
      return target.way() == SaveTarget.Way.MAIL ? mail(target, values) : ask(target, values);
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> mail(SaveTarget target, Map<String, String> values) {
    if (mailer == null) return Optional.of("No mail server is set (setting 'smtp')");
    return Optional.ofNullable(
        mailer.send(
            target.address(),
            values.getOrDefault("title", ""),
            SaveTemplates.mail(target, values),
            clock.instant()));
  }

  private Optional<String> ask(SaveTarget target, Map<String, String> values)
      throws InterruptedException {
    Map<String, String> all = new LinkedHashMap<>(values);
    Optional<Call> logIn = SaveTemplates.logIn(target);
    if (logIn.isPresent()) {
      switch (fetcher.call(logIn.get())) {
        case CallOutcome.Failed f -> {
          return Optional.of(f.sentence());
        }
        case CallOutcome.Answered a -> {
          String token = a.good() ? token(a.body()) : null;
          if (token == null) {
            return Optional.of("The log-in was answered with " + a.status() + " and gave no token");
          }
          all.put(SaveTemplates.ACCESS_TOKEN, token);
        }
      }
    }
    return switch (fetcher.post(SaveTemplates.request(target, all))) {
      case PostOutcome.Taken _ -> Optional.empty();
      case PostOutcome.Declined d ->
          Optional.of(
              "It was answered with "
                  + d.status()
                  + (d.says().isEmpty() ? "" : ": " + line(d.says())));
      case PostOutcome.Failed f -> Optional.of(f.reason());
    };
  }

  private static @Nullable String token(byte[] body) {
    try {
      String token = JSON.readTree(body).path(SaveTemplates.ACCESS_TOKEN).asString("");
      return token.isEmpty() ? null : token;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String line(String text) {
    return Cut.to(text.replaceAll("\\s+", " ").strip(), 200);
  }
}
