package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TextsTest {
  /// Keys that are put together while a page is made.
  private static final Pattern COMPOSED =
      Pattern.compile(
          "(?:reads|density|font|size|width|hours|view|theme)\\..*|(theme|view|by|show|account|topic|done|health|outcome|state|format|remark)\\..*|found\\.[a-z]+"
              + "|rules\\.(action|way|wrong)-.*|alerts\\.state-.*|discovery\\.act-.*|crawl\\.(mode|left)-.*|stats\\.(by-.*|[a-z]+(-help)?)"
              + "|feeds\\.sort-.*|missing\\.[a-z]+-help|article\\.(state|mode|learned)-.*|search\\.damaged-help"
              + "|jobs\\.(kind|doing)-.*|installation\\.(disk|sure)-.*");

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

  @Test
  void everyLanguageIsComplete() {
    Set<String> english = Texts.in(Locale.ENGLISH).keys();
    for (Locale language : Texts.LANGUAGES) {
      Texts texts = Texts.in(language);
      if (!language.equals(Locale.ENGLISH)) {
        assertThat(ownKeys(language)).as(language.toString()).isEqualTo(new TreeSet<>(english));
      }
      for (String key : english) {
        assertThat(blanks(texts.say(key)))
            .as(language + " " + key)
            .isEqualTo(blanks(Texts.in(Locale.ENGLISH).say(key)));
      }
    }
  }

  @Test
  void noKeyStandsTwice() throws IOException {
    for (String file : new String[] {"texts.properties", "texts_de.properties"}) {
      Set<String> seen = new TreeSet<>();
      assertThat(Files.readAllLines(Path.of("src/main/resources/freshet/web", file)))
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

  private static Set<String> ownKeys(Locale language) {
    Properties own = new Properties();
    Path file = Path.of("src/main/resources/freshet/web/texts_" + language + ".properties");
    try (Reader reader = Files.newBufferedReader(file)) {
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
