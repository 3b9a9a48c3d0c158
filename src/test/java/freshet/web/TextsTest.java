package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

final class TextsTest {
  /// Keys that are put together while a page is made.
  private static final Pattern COMPOSED =
      Pattern.compile(
          "(?:order|reads|density|font|size|width|pictures|hours|week|hint|policy|view|theme)\\..*|(theme|view|by|show|account|topic|done|health|outcome|state|format|remark|said)\\..*|found\\.[a-z]+"
              + "|rules\\.(action|way|wrong)-.*|alerts\\.state-.*|discovery\\.act-.*|crawl\\.(mode|left)-.*|stats\\.(by-.*|[a-z]+(-help)?)"
              + "|feeds\\.sort-.*|missing\\.[a-z]+-help|article\\.(state|mode|learned)-.*|search\\.(damaged|away)-help"
              + "|jobs\\.(kind|doing)-.*|installation\\.(disk|sure)-.*|targets\\.way-.*|filter\\.kind-.*|machines\\.(act|add|demo|role)-.*");

  @Test
  void everyKeyThatPagesUseHasAText() {
    Texts texts = Texts.in(Locale.ENGLISH);
    assertThat(used()).isNotEmpty().allMatch(texts::has);
  }

  @Test
  void everyTextIsUsed() {
    String sources = sources();
    assertThat(Texts.in(Locale.ENGLISH).keys())
        .allMatch(key -> sources.contains("\"" + key + "\"") || COMPOSED.matcher(key).matches());
  }

  /// Texts that say the same in English and in another language; everything else that does has been
  /// forgotten. Names, examples and units are the same everywhere.
  private static final Pattern SAME_EVERYWHERE =
      Pattern.compile(
          "ntfy|Gotify|API|RSS|OPML|CSV|JSON|example\\.org.*|\\{0} (min|h|s|ms|MB)",
          Pattern.DOTALL);

  private static final Map<String, Set<String>> SAME =
      Map.of(
          "de",
              Set.of(
                  "Feeds",
                  "Feed",
                  "in {0} s",
                  "Website",
                  "Format",
                  "Copyright",
                  "Webmaster",
                  "Status",
                  "Version",
                  "Median",
                  "Sport",
                  "Name",
                  "Bytes",
                  "Parameter",
                  "Normal",
                  "Links",
                  "Crawl {0}",
                  "Matrix"),
          "et", Set.of("Sport"),
          "tr", Set.of(),
          "hr", Set.of("Format", "Status", "Sport", "webhook", "Font"),
          "ro",
              Set.of(
                  "Format",
                  "Webmaster",
                  "Sport",
                  "webhook",
                  "e-mail",
                  "Secret",
                  "Font",
                  "User agent"),
          "fr",
              Set.of(
                  "Pause",
                  "Format",
                  "Version",
                  "Sport",
                  "Culture",
                  "Magazine",
                  "Pages/s",
                  "webhook",
                  "e-mail",
                  "Secret",
                  "Type",
                  "Description",
                  "Pages",
                  "Actions",
                  "Compact"),
          "es", Set.of("Bytes", "webhook"),
          "ru", Set.of(),
          "ar", Set.of());

  /// Another script is in every text of a language that has one, but for names and examples.
  private static final Map<String, Pattern> SCRIPTS =
      Map.of(
          "ru", Pattern.compile("\\p{IsCyrillic}"),
          "ar", Pattern.compile("\\p{IsArabic}"));

  @Test
  void everyLanguageIsComplete() {
    Set<String> english = Texts.in(Locale.ENGLISH).keys();
    for (Locale language : Texts.LANGUAGES) {
      if (language.equals(Locale.ENGLISH)) continue;
      assertThat(ownKeys(language)).as(language.toString()).isEqualTo(new TreeSet<>(english));
    }
  }

  @Test
  void noTranslationAddsOrLosesAValue() {
    everywhere((texts, key) ->
        assertThat(blanks(texts.say(key))).isEqualTo(blanks(Texts.in(Locale.ENGLISH).say(key))));
  }

  /// What is a name to one language cannot be counted in another.
  @Test
  void whatIsANumberIsOneInEnglishToo() {
    everywhere((texts, key) -> {
      Matcher number = Pattern.compile("[{]\\d,").matcher(texts.say(key));
      while (number.find()) {
        assertThat(Texts.in(Locale.ENGLISH).say(key)).contains(number.group());
      }
    });
  }

  @Test
  void everyTextCanBeSaidWithAnyNumber() {
    everywhere((texts, key) -> {
      String pattern = texts.say(key);
      if (blanks(pattern).isEmpty()) return;
      for (Number n : List.<Number>of(0, 1, 2, 5, 11, 21, 100, 1000000L, 1.5)) {
        Object[] values = new Object[10];
        for (int i = 0; i < values.length; i++) {
          values[i] = pattern.contains("{" + i + ",") ? n : "name";
        }
        assertThat(texts.say(key, values))
            .isNotBlank()
            .doesNotContain("{", "}", "#", "|", "plural");
      }
    });
  }

  @Test
  void pluralsHaveFormsOfTheirLanguageOnly() {
    Map<String, Set<String>> forms =
        Map.of(
            "hr", Set.of("one", "few", "other"),
            "ro", Set.of("one", "few", "other"),
            "fr", Set.of("one", "many", "other"),
            "es", Set.of("one", "many", "other"),
            "ru", Set.of("one", "few", "many", "other"),
            "ar", Set.of("zero", "one", "two", "few", "many", "other"));
    everywhere((texts, key) -> {
      Matcher form = Pattern.compile("(?:,plural,|[|])([a-z]+)#").matcher(texts.say(key));
      while (form.find()) {
        assertThat(forms.getOrDefault(texts.locale().getLanguage(), Set.of("one", "other")))
            .contains(form.group(1));
      }
    });
  }

  @Test
  void noEnglishIsLeft() {
    Texts english = Texts.in(Locale.ENGLISH);
    everywhere((texts, key) -> {
      String text = texts.say(key);
      String language = texts.locale().getLanguage();
      if (language.equals("en") || key.startsWith("format.") || !hasWords(text)) return;
      if (SAME_EVERYWHERE.matcher(text).matches()) return;
      if (!SAME.getOrDefault(language, Set.of()).contains(text)) {
        assertThat(text).isNotEqualTo(english.say(key));
      }
      Pattern script = SCRIPTS.get(language);
      if (script != null) assertThat(text).containsPattern(script);
    });
  }

  @Test
  void datesCanBeSaid() {
    ZonedDateTime when = ZonedDateTime.parse("2026-11-15T21:05:00+02:00[Europe/Tallinn]");
    everywhere((texts, key) -> {
      if (!key.startsWith("format.")) return;
      DateTimeFormatter format = DateTimeFormatter.ofPattern(texts.say(key), texts.locale());
      assertThat(format.format(when)).containsPattern("15|21:05");
    });
  }

  /// Scripts put in values themselves, and know neither plurals nor doubled apostrophes.
  @Test
  void whatScriptsSayIsPlain() {
    Set<String> keys = new TreeSet<>();
    Matcher given =
        Pattern.compile("data-[a-z-]+=\"[$][{][^\"]*say\\(\"([a-z.-]+)\"\\)").matcher(sources());
    while (given.find()) keys.add(given.group(1));
    assertThat(keys).contains("time.minutes-ago", "mark.passed-many");
    everywhere((texts, key) -> {
      if (keys.contains(key)) assertThat(texts.say(key)).doesNotContainPattern("[{]\\d,");
    });
  }

  /// A plain one would vanish, or hide what follows it.
  @Test
  void apostrophesAreTypographic() {
    everywhere((texts, key) -> {
      if (!key.startsWith("format.")) assertThat(texts.say(key)).doesNotContain("'");
    });
  }

  @Test
  void noKeyStandsTwice() throws IOException {
    for (Locale language : Texts.LANGUAGES) {
      Set<String> seen = new TreeSet<>();
      assertThat(Files.readAllLines(file(language)))
          .filteredOn(line -> line.matches("[\\w.-]+=.*"))
          .allMatch(line -> seen.add(line.substring(0, line.indexOf('='))));
    }
  }

  @Test
  void oneAndManyAreToldApart() {
    Texts texts = Texts.in(Locale.ENGLISH);
    assertThat(texts.say("feeds.count", 0)).isEqualTo("No feeds yet");
    assertThat(texts.say("feeds.count", 1)).isEqualTo("1 feed");
    assertThat(texts.say("feeds.count", 1234)).isEqualTo("1,234 feeds");
  }

  @Test
  void theBrowsersLanguageIsHeardAndNonsenseIsEnglish() {
    assertThat(Texts.wanted("en-GB,en;q=0.9").locale()).isEqualTo(Locale.ENGLISH);
    assertThat(Texts.wanted("de-AT,de;q=0.9,en;q=0.5").locale()).isEqualTo(Locale.GERMAN);
    assertThat(Texts.wanted("tlh").locale()).isEqualTo(Locale.ENGLISH);
    assertThat(Texts.wanted(";;;q=?").locale()).isEqualTo(Locale.ENGLISH);
    assertThat(Texts.wanted(null).locale()).isEqualTo(Locale.ENGLISH);
  }

  @Test
  void everyLanguageCountsInItsOwnWay() {
    assertThat(said("ru", 0, 1, 3, 5, 21))
        .containsExactly("Лент пока нет", "1 лента", "3 ленты", "5 лент", "21 лента");
    assertThat(said("ar", 0, 1, 2, 5, 21, 1200))
        .containsExactly(
            "لا خلاصات بعد", "خلاصة واحدة", "خلاصتان", "5 خلاصات", "21 خلاصة", "1,200 خلاصة");
  }

  @Test
  void namesAreIsolatedWhereTextRunsFromRightToLeft() {
    assertThat(Texts.in(Locale.of("ar")).say("done.paused", "Die Zeit (3)"))
        .contains("\u2068Die Zeit (3)\u2069");
    assertThat(Texts.in(Locale.of("ar")).direction()).isEqualTo("rtl");
    assertThat(Texts.in(Locale.of("ru")).direction()).isEqualTo("ltr");
  }

  @Test
  void languagesAreListedByTheirOwnNames() {
    assertThat(Texts.LANGUAGES.stream().map(Texts::ownName))
        .containsExactly(
            "English",
            "Deutsch",
            "Eesti",
            "Türkçe",
            "Hrvatski",
            "Română",
            "Français",
            "Español",
            "Русский",
            "العربية");
  }

  private static List<String> said(String language, Integer... numbers) {
    Texts texts = Texts.in(Locale.of(language));
    return Stream.of(numbers).map(n -> texts.say("feeds.count", n)).toList();
  }

  /// Checks every text of every language; a failure says which.
  private static void everywhere(BiConsumer<Texts, String> check) {
    SoftAssertions all = new SoftAssertions();
    for (Locale language : Texts.LANGUAGES) {
      Texts texts = Texts.in(language);
      for (String key : Texts.in(Locale.ENGLISH).keys()) {
        try {
          check.accept(texts, key);
        } catch (AssertionError | RuntimeException e) {
          all.fail(language + " " + key + "=" + texts.say(key), e);
        }
      }
    }
    all.assertAll();
  }

  /// Whether there is something to translate beside the values.
  private static boolean hasWords(String text) {
    return Pattern.compile("\\p{L}").matcher(text.replaceAll("[{][^}]*[}]", "")).find();
  }

  private static Path file(Locale language) {
    String name = language.equals(Locale.ENGLISH) ? "texts" : "texts_" + language;
    return Path.of("src/main/resources/freshet/web", name + ".properties");
  }

  private static Set<String> ownKeys(Locale language) {
    Properties own = new Properties();
    try (Reader reader = Files.newBufferedReader(file(language))) {
      own.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TreeSet<>(own.stringPropertyNames());
  }

  /// The values that a text has room for, such as `{0}`.
  private static Set<String> blanks(String text) {
    Set<String> found = new TreeSet<>();
    Matcher m = Pattern.compile("\\{(\\d)").matcher(text);
    while (m.find()) found.add(m.group(1));
    return found;
  }

  private static Set<String> used() {
    Set<String> keys = new TreeSet<>();
    Matcher said =
        Pattern.compile(
                "say\\(\\s*\"([a-z.-]+)\"\\s*[,)]|\"((?:refused|missing|broken)\\.[a-z-]+)\"")
            .matcher(sources());
    while (said.find()) keys.add(said.group(1) != null ? said.group(1) : said.group(2));
    return keys;
  }

  private static String sources() {
    StringBuilder all = new StringBuilder();
    for (String folder : new String[] {"src/main/jte", "src/main/java/freshet/web"}) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          all.append(Files.readString(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all.toString();
  }
}
