package freshet.translate;

import freshet.fetch.Call;
import freshet.fetch.CallOutcome;
import freshet.fetch.HttpFetcher;
import freshet.model.FeedUrl;
import freshet.text.Cut;
import freshet.translate.Translator.Outcome.Failed;
import freshet.translate.Translator.Outcome.NoPair;
import freshet.translate.Translator.Outcome.Resting;
import freshet.translate.Translator.Outcome.Translated;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// A translation service that the administrator named. Whatever it answers becomes a value: it may
/// be slow, wrong or made to hurt.
///
/// @param id as settings, budgets and what is kept have it
/// @param key null if it wants none
/// @param fetcher with limits on time and size of its own
record ApiTranslator(
    String id, Kind kind, FeedUrl address, @Nullable String key, HttpFetcher fetcher)
    implements Translator {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST_SAID = 200;

  @Override
  public String name() {
    URI uri = address.uri();
    String where = address.host() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    return kind.called + " (" + where + ")";
  }

  @Override
  public boolean isElsewhere() {
    return true;
  }

  @Override
  public int atOnce() {
    return kind.batch;
  }

  @Override
  public Outcome translate(List<String> texts, String from, String to) throws InterruptedException {
    Call call;
    try {
      call = kind.ask(address, key, texts, from, to);
    } catch (MissingResourceException e) {
      return new NoPair(); // a language without a code of three letters
    }
    return switch (fetcher.call(call)) {
      case CallOutcome.Failed f -> new Failed(f.sentence(), false);
      case CallOutcome.Answered a -> a.good() ? read(texts, a) : refused(a);
    };
  }

  private Outcome read(List<String> texts, CallOutcome.Answered answer) {
    JsonNode json = json(answer.body());
    if (json.isMissingNode()) return new Failed(name() + " did not answer with JSON.", false);
    List<String> translated = kind.read(json);
    if (translated.size() != texts.size()) {
      String said = said(json);
      return new Failed(
          said.isEmpty()
              ? name() + " gave " + translated.size() + " texts for " + texts.size() + "."
              : name() + " says: " + said,
          true);
    }
    List<@Nullable String> clean = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      clean.add(Answers.clean(texts.get(i), translated.get(i)));
    }
    return clean.stream().allMatch(Objects::isNull)
        ? new Failed(name() + " gave a text that cannot be a translation.", true)
        : new Translated(clean);
  }

  private Outcome refused(CallOutcome.Answered answer) {
    String said = said(json(answer.body()));
    int status = answer.status();
    if (kind.isNoPair(status, said)) return new NoPair();
    String also = said.isEmpty() ? "." : ": " + said;
    return switch (status) {
      case 429, 503, 529 ->
          new Resting(answer.retryAfter(), name() + " asks to be left alone" + also);
      // DeepL's own: the characters of the month are used up.
      case 456 -> new Resting(answer.retryAfter(), name() + " says that its quota is used up.");
      case 401, 403 ->
          new Failed(
              key == null
                  ? name() + " wants a key (setting 'translate.keys')" + also
                  : name() + " does not take the key" + also,
              false);
      // 500 is what LibreTranslate says of a text that it stumbles over.
      case 400, 413, 414, 422, 500 -> failed(status, also, true);
      default -> failed(status, also, false);
    };
  }

  private Failed failed(int status, String also, boolean ofTexts) {
    return new Failed(name() + " answered with status " + status + also, ofTexts);
  }

  /// Its own words, which every account may read: without the key, should it repeat that.
  private String said(JsonNode json) {
    String said = Answers.oneLine(kind.said(json));
    if (key != null) {
      said =
          Pattern.compile(Pattern.quote(key), Pattern.CASE_INSENSITIVE)
              .matcher(said)
              .replaceAll("…");
    }
    return Cut.to(said, MOST_SAID);
  }

  private static JsonNode json(byte[] body) {
    try {
      JsonNode json = JSON.readTree(body);
      return json == null ? MissingNode.getInstance() : json;
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  /// Without the key.
  @Override
  public String toString() {
    return id + " " + name();
  }
}
