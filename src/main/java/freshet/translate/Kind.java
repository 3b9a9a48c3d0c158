package freshet.translate;

import freshet.fetch.Call;
import freshet.model.FeedUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The APIs of translation services: how each is asked, where its answer has the texts, and how it
/// says that it does not know a language.
enum Kind {
  LIBRETRANSLATE("LibreTranslate", 25, null) {
    @Override
    Call ask(FeedUrl address, @Nullable String key, List<String> texts, String from, String to) {
      ObjectNode ask = JSON.createObjectNode();
      texts.forEach(ask.putArray("q")::add);
      ask.put("source", bokmaal(from)).put("target", bokmaal(to)).put("format", "text");
      if (key != null) ask.put("api_key", key);
      return Call.json(under(address, "translate"), Map.of(), ask.toString());
    }

    @Override
    List<String> read(JsonNode answer) {
      JsonNode texts = answer.path("translatedText");
      return texts.isArray() ? strings(texts, "") : strings(List.of(texts), "");
    }

    @Override
    String said(JsonNode answer) {
      return answer.path("error").asString("");
    }

    @Override
    boolean isNoPair(int status, String said) {
      return (status == 400 && said.contains("is not supported"))
          || said.contains("is not available as a target language");
    }
  },

  /// APY, the server of Apertium. It takes one text at a time, and knows languages by three
  /// letters.
  APERTIUM("Apertium", 1, null) {
    @Override
    Call ask(FeedUrl address, @Nullable String key, List<String> texts, String from, String to) {
      String form = "markUnknown=no&format=txt&langpair=" + three(from) + "%7C" + three(to);
      if (key != null) form += "&key=" + encode(key);
      return new Call(
          under(address, "translate"), Map.of(), form + "&q=" + encode(texts.getFirst()));
    }

    @Override
    List<String> read(JsonNode answer) {
      return strings(List.of(answer.path("responseData")), "translatedText");
    }

    @Override
    String said(JsonNode answer) {
      return answer.path("explanation").asString("");
    }

    @Override
    boolean isNoPair(int status, String said) {
      return status == 400 && said.contains("pair is");
    }
  },

  /// DeepL, or whoever answers as it does. Keys of its free offer end in `:fx`, and are for another
  /// host.
  DEEPL("DeepL", 40, "https://api.deepl.com") {
    @Override
    Call ask(FeedUrl address, @Nullable String key, List<String> texts, String from, String to) {
      ObjectNode ask = JSON.createObjectNode();
      texts.forEach(ask.putArray("text")::add);
      ask.put("source_lang", upper(from)).put("target_lang", target(to));
      return Call.json(
          under(address, "v2/translate"),
          key == null ? Map.of() : Map.of("Authorization", "DeepL-Auth-Key " + key),
          ask.toString());
    }

    private static String upper(String language) {
      return bokmaal(language).toUpperCase(Locale.ROOT);
    }

    // Of these two it wants to know which.
    private static String target(String language) {
      return switch (language) {
        case "en" -> "EN-GB";
        case "pt" -> "PT-PT";
        default -> upper(language);
      };
    }

    @Override
    List<String> read(JsonNode answer) {
      return strings(answer.path("translations"), "text");
    }

    @Override
    String said(JsonNode answer) {
      return answer.path("message").asString("");
    }

    @Override
    boolean isNoPair(int status, String said) {
      return status == 400 && said.contains("_lang");
    }
  },

  GOOGLE("Google", 40, "https://translation.googleapis.com") {
    @Override
    Call ask(FeedUrl address, @Nullable String key, List<String> texts, String from, String to) {
      ObjectNode ask = JSON.createObjectNode();
      texts.forEach(ask.putArray("q")::add);
      ask.put("source", from).put("target", to).put("format", "text");
      return Call.json(
          under(address, "language/translate/v2"),
          key == null ? Map.of() : Map.of("X-Goog-Api-Key", key),
          ask.toString());
    }

    @Override
    List<String> read(JsonNode answer) {
      return strings(answer.path("data").path("translations"), "translatedText");
    }

    @Override
    String said(JsonNode answer) {
      return answer.path("error").path("message").asString("");
    }

    @Override
    boolean isNoPair(int status, String said) {
      String s = said.toLowerCase(Locale.ROOT);
      return status == 400 && (s.contains("language pair") || s.contains("invalid value"));
    }
  };

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// For people.
  final String called;

  /// Most texts in one request.
  final int batch;

  /// Its own host, null if people run it themselves.
  final @Nullable String home;

  Kind(String called, int batch, @Nullable String home) {
    this.called = called;
    this.batch = batch;
    this.home = home;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// @param texts [#batch] at most
  abstract Call ask(
      FeedUrl address, @Nullable String key, List<String> texts, String from, String to);

  /// The translated texts of an answer that is good; what is no text is left out.
  abstract List<String> read(JsonNode answer);

  /// What it says itself about what went wrong; empty if nothing.
  abstract String said(JsonNode answer);

  /// Whether it does not know one of the languages.
  abstract boolean isNoPair(int status, String said);

  /// Some know Norwegian only by what it is mostly written in.
  private static String bokmaal(String language) {
    return language.equals("no") ? "nb" : language;
  }

  private static FeedUrl under(FeedUrl address, String path) {
    return FeedUrl.of(address.toString().replaceAll("/+$", "") + "/" + path);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// @param field of each value, empty for the value itself
  private static List<String> strings(Iterable<JsonNode> values, String field) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : values) {
      JsonNode text = field.isEmpty() ? value : value.path(field);
      if (text.isString()) texts.add(text.asString());
    }
    return texts;
  }

  /// Apertium has one grammar for what is written as four languages.
  private static String three(String language) {
    return switch (language) {
      case "hr", "sr", "bs", "sh", "cnr" -> "hbs";
      case "no" -> "nob";
      default -> {
        String three = Locale.of(language).getISO3Language();
        yield three.isEmpty() ? language : three;
      }
    };
  }
}
