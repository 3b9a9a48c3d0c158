package freshet.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.fetch.HttpFetcher;
import freshet.translate.SmallService.Answer;
import freshet.translate.Translator.Outcome;
import freshet.translate.Translator.Outcome.Failed;
import freshet.translate.Translator.Outcome.NoPair;
import freshet.translate.Translator.Outcome.Resting;
import freshet.translate.Translator.Outcome.Translated;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NamedServicesTest {
  private static final List<String> ONE = List.of("Hola");

  /// What one service makes of an answer.
  private static Outcome outcome(String kind, List<String> texts, int status, String body)
      throws Exception {
    return outcome(kind, texts, new Answer(status, body));
  }

  private static Outcome outcome(String kind, List<String> texts, Answer answer) throws Exception {
    try (SmallService service = new SmallService(_ -> answer);
        HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
      return NamedServices.of(kind + ":" + service.address(), "", fetcher)
          .getFirst()
          .translate(texts, "es", "en");
    }
  }

  @Test
  void oneTextOfSeveralThatCannotBeATranslationLeavesTheOthers() throws Exception {
    assertThat(
            outcome(
                "libretranslate",
                List.of("Uno", "Dos", "Tres"),
                200,
                "{\"translatedText\":[\"One\",\"\\u200b\\u200b\",\"Three\"]}"))
        .isEqualTo(new Translated(java.util.Arrays.asList("One", null, "Three")));
  }

  @Test
  void failuresThatMayBeDueToATextAreToldFromOthers() throws Exception {
    String body = "{\"error\":\"Cannot translate text\"}";
    for (int status : new int[] {400, 413, 500}) {
      assertThat(outcome("libretranslate", ONE, status, body))
          .as("%d", status)
          .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.ofTexts()).isTrue());
    }
    for (int status : new int[] {401, 403, 404, 502}) {
      assertThat(outcome("libretranslate", ONE, status, body))
          .as("%d", status)
          .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.ofTexts()).isFalse());
    }
  }

  @Test
  void libreTranslateKnowsNorwegianAsBokmaal() throws Exception {
    try (SmallService service =
            new SmallService(_ -> new Answer(200, "{\"translatedText\":[\"Hei\"]}"));
        HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
      Translator t =
          NamedServices.of("libretranslate:" + service.address(), "", fetcher).getFirst();
      var _ = t.translate(ONE, "es", "no");
      var _ = t.translate(ONE, "no", "en");
      assertThat(service.asked.get(0).body()).contains("\"target\":\"nb\"");
      assertThat(service.asked.get(1).body()).contains("\"source\":\"nb\"");
    }
  }

  /// What it says stands on a page that every account may read.
  @Test
  void aServerThatRepeatsTheKeyDoesNotShowIt() throws Exception {
    String key = "Secret-Key-1234567890";
    String filler = "x".repeat(185);
    for (String said :
        List.of("bad key " + key, key.toUpperCase(java.util.Locale.ROOT), filler + key)) {
      try (SmallService service =
              new SmallService(_ -> new Answer(400, "{\"error\":\"" + said + "\"}"));
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        Outcome outcome =
            NamedServices.of(
                    "libretranslate:" + service.address(), "libretranslate=" + key, fetcher)
                .getFirst()
                .translate(ONE, "es", "en");
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Failed.class,
                f ->
                    assertThat(f.why())
                        .containsIgnoringCase("status 400")
                        .doesNotContainIgnoringCase("Secret"));
      }
    }
  }

  /// Answers of APY 0.11.6 with eng-spa, hbs-eng, isl-eng and mkd-eng of Debian 12, as they came.
  @Nested
  final class RealApertium {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "es|spa%7Ceng|El gobierno anunció ayer nuevas medidas contra la sequía."
              + "|The government announced yesterday new measures against the drought.",
          "is|isl%7Ceng|Ríkisstjórnin kynnti í gær nýjar aðgerðir."
              + "|The government introduced yesterday new operations.",
          "hr|hbs%7Ceng|Vlada je jučer najavila nove mjere.|Reigns yesterday announced new"
              + " measure.",
          "sr|hbs%7Ceng|Vlada je jučer najavila nove mjere.|Reigns yesterday announced new"
              + " measure.",
          "mk|mkd%7Ceng|Владата вчера најави нови мерки."
              + "|The cabinet yesterday announce new actions."
        })
    void isAskedInItsLettersAndRead(String from, String pair, String text, String translated)
        throws Exception {
      String body =
          "{\"responseData\": {\"translatedText\": \""
              + translated
              + "\"}, \"responseDetails\": null, \"responseStatus\": 200}";
      try (SmallService service = new SmallService(_ -> new Answer(200, body));
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        Translator t = NamedServices.of("apertium:" + service.address(), "", fetcher).getFirst();
        assertThat(t.translate(List.of(text), from, "en"))
            .isEqualTo(new Translated(List.of(translated)));
        assertThat(service.asked.getFirst().body()).contains("langpair=" + pair + "&");
        assertThat(service.asked.getFirst().path()).isEqualTo("/translate");
      }
    }

    @Test
    void aPairThatIsNotInstalledIsNoPair() throws Exception {
      assertThat(
              outcome(
                  "apertium",
                  ONE,
                  400,
                  "{\"status\": \"error\", \"code\": 400, \"message\": \"Bad Request\","
                      + " \"explanation\": \"That pair is not installed\"}"))
          .isEqualTo(new NoPair());
    }

    @Test
    void anEscapedSlashAndMarkupAreText() throws Exception {
      assertThat(
              outcome(
                  "apertium",
                  List.of("Tres <b>cuatro</b>"),
                  200,
                  "{\"responseData\": {\"translatedText\": \"Three <b>four<\\/b>\"}}"))
          .isEqualTo(new Translated(List.of("Three <b>four</b>")));
    }

    @Test
    void anotherAddressThanApysAnswersWithAPage() throws Exception {
      assertThat(
              outcome(
                  "apertium",
                  ONE,
                  404,
                  "<html><title>404: Not Found</title><body>404: Not Found</body></html>"))
          .isInstanceOfSatisfying(
              Failed.class, f -> assertThat(f.why()).contains("answered with status 404"));
    }
  }

  @Nested
  final class TheirApis {
    @Test
    void libreTranslateTakesManyTextsAndAKey() throws Exception {
      try (SmallService service =
              new SmallService(
                  _ -> new Answer(200, "{\"translatedText\":[\"Hello\",\"Good <b>day</b>\"]}"));
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        Translator t =
            NamedServices.of("home=libretranslate:" + service.address() + "/", "home=k1", fetcher)
                .getFirst();
        assertThat(t.id()).isEqualTo("home");
        assertThat(t.name()).startsWith("LibreTranslate (127.0.0.1:");
        assertThat(t.toString()).doesNotContain("k1");
        assertThat(t.translate(List.of("Hola", "Buenos \"días\""), "es", "en"))
            .isEqualTo(new Translated(List.of("Hello", "Good <b>day</b>")));
        assertThat(service.asked.getFirst().body())
            .isEqualTo(
                "{\"q\":[\"Hola\",\"Buenos \\\"días\\\"\"],\"source\":\"es\",\"target\":\"en\","
                    + "\"format\":\"text\",\"api_key\":\"k1\"}");
        assertThat(service.asked.getFirst().type()).startsWith("application/json");
      }
    }

    @Test
    void deeplGetsItsKeyInAHeaderAndItsOwnLanguageCodes() throws Exception {
      try (SmallService service =
              new SmallService(_ ->
                  new Answer(
                      200,
                      "{\"translations\":[{\"detected_source_language\":\"NB\","
                          + "\"text\":\"Hello\"}]}"));
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        Translator t =
            NamedServices.of("deepl:" + service.address(), "deepl=secret:fx", fetcher).getFirst();
        assertThat(t.translate(List.of("Hei"), "no", "en"))
            .isEqualTo(new Translated(List.of("Hello")));
        var asked = service.asked.getFirst();
        assertThat(asked.path()).isEqualTo("/v2/translate");
        assertThat(asked.key()).isEqualTo("DeepL-Auth-Key secret:fx");
        assertThat(asked.body())
            .isEqualTo("{\"text\":[\"Hei\"],\"source_lang\":\"NB\",\"target_lang\":\"EN-GB\"}");
      }
    }

    @Test
    void googleGetsItsKeyInAHeaderAndNotInTheAddress() throws Exception {
      try (SmallService service =
              new SmallService(_ ->
                  new Answer(
                      200, "{\"data\":{\"translations\":[{\"translatedText\":\"Hello\"}]}}"));
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        Translator t =
            NamedServices.of("google:" + service.address(), "google=g", fetcher).getFirst();
        assertThat(t.translate(ONE, "es", "en")).isEqualTo(new Translated(List.of("Hello")));
        assertThat(service.asked.getFirst().path()).isEqualTo("/language/translate/v2");
        assertThat(service.asked.getFirst().key()).isEqualTo("g");
      }
    }

    @Test
    void keysOfTheFreeOfferOfDeeplGoToItsHost() {
      try (HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(1))) {
        assertThat(NamedServices.of("deepl", "deepl=a:fx", fetcher).getFirst().name())
            .isEqualTo("DeepL (api-free.deepl.com)");
        assertThat(NamedServices.of("deepl", "deepl=a", fetcher).getFirst().name())
            .isEqualTo("DeepL (api.deepl.com)");
      }
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "libretranslate|400|{\"error\":\"xx is not supported\"}",
          "libretranslate|400|{\"error\":\"English (en) is not available as a target language from"
              + " Spanish (es)\"}",
          "deepl|400|{\"message\":\"Value for 'target_lang' not supported.\"}",
          "google|400|{\"error\":{\"code\":400,\"message\":\"Bad language pair: es to xx\"}}"
        })
    void languagesThatItDoesNotKnowAreNoPair(String kind, int status, String body)
        throws Exception {
      assertThat(outcome(kind, ONE, status, body)).isEqualTo(new NoPair());
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "libretranslate|429|{\"error\":\"Slowdown: 20 per 1 minute\"}|Slowdown: 20 per 1 minute",
          "deepl|429|{\"message\":\"Too many requests\"}|Too many requests",
          "deepl|456|{\"message\":\"Quota Exceeded\"}|quota is used up",
          "deepl|529||left alone",
          "google|503|<html>busy</html>|left alone"
        })
    void whoWantsToBeLeftAloneIs(String kind, int status, String body, String says)
        throws Exception {
      assertThat(outcome(kind, ONE, status, body == null ? "" : body))
          .isInstanceOfSatisfying(Resting.class, r -> assertThat(r.why()).contains(says));
    }

    @Test
    void forAsLongAsItSays() throws Exception {
      assertThat(outcome("libretranslate", ONE, new Answer(429, "{}", "Retry-After", "90")))
          .isInstanceOfSatisfying(
              Resting.class, r -> assertThat(r.after()).isEqualTo(Duration.ofSeconds(90)));
    }
  }

  @Nested
  final class WrongAndHostile {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "403|{\"error\":\"Please contact the server operator\"}|wants a key (setting",
          "500|{\"error\":\"Cannot translate text: boom\"}|Cannot translate text: boom",
          "200|<!doctype html><title>Log in</title>|did not answer with JSON",
          "200|{\"translatedText\":[\"a\"|did not answer with JSON",
          "200|{\"translatedText\":[]}|gave 0 texts for 1",
          "200|{\"translatedText\":[\"a\",\"b\"]}|gave 2 texts for 1",
          "200|{\"translatedText\":[null]}|gave 0 texts for 1",
          "200|{\"translatedText\":{\"a\":1}}|gave 0 texts for 1",
          "200|[]|gave 0 texts for 1",
          "200|{\"error\":\"no\"}|says: no",
          "200|{\"translatedText\":[\" \\u0000 \"]}|cannot be a translation",
          "302||answered with status 302"
        })
    void isASentence(int status, String body, String says) throws Exception {
      assertThat(outcome("libretranslate", ONE, status, body == null ? "" : body))
          .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.why()).contains(says));
    }

    @Test
    void aTextOutOfAllProportionIsNotKept() throws Exception {
      String body = "{\"translatedText\":[\"" + "ha ".repeat(10_000) + "\"]}";
      assertThat(outcome("libretranslate", ONE, 200, body)).isInstanceOf(Failed.class);
    }

    @Test
    void anAnswerThatIsTooLargeIsNotRead() throws Exception {
      String body = "{\"translatedText\":[\"" + "ha ".repeat(100_000) + "\"]}";
      assertThat(outcome("libretranslate", ONE, 200, body)).isInstanceOf(Failed.class);
    }

    @Test
    void nestingWithoutEndIsNoAnswer() throws Exception {
      assertThat(outcome("google", ONE, 200, "[".repeat(90_000))).isInstanceOf(Failed.class);
    }

    @Test
    void charactersThatTurnTheDirectionOrAreNoneAreLeftOut() throws Exception {
      assertThat(
              outcome(
                  "libretranslate",
                  List.of(" Hola\n"),
                  200,
                  "{\"translatedText\":[\"\\u202eHe\\u0007llo\\ud800\\u2066\"]}"))
          .isEqualTo(new Translated(List.of(" Hello\n")));
    }

    @Test
    void oneThatNeverAnswersIsGivenUp() throws Exception {
      var never = new CountDownLatch(1);
      try (SmallService service =
              new SmallService(_ -> {
                never.await();
                return new Answer(200, "{}");
              });
          HttpFetcher fetcher = SmallService.fetcher(Duration.ofMillis(200))) {
        Translator t =
            NamedServices.of("libretranslate:" + service.address(), "", fetcher).getFirst();
        assertThat(t.translate(ONE, "es", "en")).isInstanceOf(Failed.class);
      } finally {
        never.countDown();
      }
    }

    @Test
    void oneThatIsNotThereIsASentence() throws Exception {
      String address;
      try (SmallService service = new SmallService(_ -> new Answer(200, ""))) {
        address = service.address();
      }
      try (HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(20))) {
        assertThat(
                NamedServices.of("apertium:" + address, "", fetcher)
                    .getFirst()
                    .translate(ONE, "es", "en"))
            .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.why()).endsWith("."));
      }
    }
  }

  @Nested
  final class TheSetting {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "libretranslate",
          "yandex",
          "deepl:ftp://x",
          "deepl, deepl",
          "a b",
          "libretranslate:https://a, libretranslate:https://b"
        })
    void isCheckedWithASentence(String wrong) {
      assertThatThrownBy(() -> NamedServices.check(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("must ");
    }

    @Test
    void keysAreForServicesThatThereAre() {
      try (HttpFetcher fetcher = SmallService.fetcher(Duration.ofSeconds(1))) {
        assertThatThrownBy(() -> NamedServices.of("deepl", "google=1", fetcher))
            .hasMessageContaining("has a key for 'google'");
        assertThat(NamedServices.of("", "", fetcher)).isEmpty();
      }
      assertThatThrownBy(() -> NamedServices.checkKeys("just-a-key"))
          .hasMessageStartingWith("must be like");
    }
  }
}
