package freshet.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DictionariesTest {
  @TempDir Path folder;

  private Translator bound() throws IOException {
    Dictd.bind(
        folder,
        Map.of(
            "eng-tur",
            Map.of(
                "freedom", "1. özgürlük, hürriyet\n2. açık sözlülük",
                "election", "seçim",
                "lock", "kilit",
                "castle", "kale"),
            "eng-hrv",
            Map.of("freedom", "sloboda, slobode", "climate change", "klimatska promjena"),
            "deu-eng",
            Map.of(
                "Freiheit", "freedom <n>\n      \"Freiheit der Meere\"  - freedom of the seas",
                "Schloss", "castle, lock",
                "Wahl", "election, choice"),
            "eng-deu",
            Map.of("freedom", "Freiheit <fem>", "election", "Wahl", "castle", "Schloss")));
    return new Shelf(folder).now();
  }

  @Test
  void aWordIsTranslatedBothWays() throws IOException {
    Translator translator = bound();
    assertThat(translator.translations("en", "freedom", "tr"))
        .containsExactly("özgürlük", "hürriyet", "açık sözlülük");
    assertThat(translator.translations("tr", "ozgurluk", "en")).containsExactly("freedom");
    assertThat(translator.translations("en", "Freedom", "hr"))
        .containsExactly("sloboda", "slobode");
  }

  @Test
  void formsAndNeighboursAreFound() throws IOException {
    Translator translator = bound();
    assertThat(translator.translations("en", "elections", "tr")).containsExactly("seçim");
    assertThat(translator.translations("de", "Wahlen", "en")).contains("election");
    List<Translator.Choice> choices =
        translator.translate(List.of("climate", "change"), List.of("hr", "tr"), null);
    assertThat(choices)
        .containsExactly(new Translator.Choice(0, 2, "hr", List.of("klimatska promjena")));
  }

  @Test
  void theWayLeadsOverEnglishWhereBothWaysAgree() throws IOException {
    Translator translator = bound();
    assertThat(translator.translations("de", "Wahl", "tr")).isEmpty(); // one way only
    Map<String, String> back = Map.of("özgürlük", "freedom", "seçim", "election", "kale", "castle");
    Dictd.write(folder.resolve("more"), "tur-eng", back);
    Binder binder = Binder.of(Dictionaries.open(Shelf.file(folder)));
    binder.add(Sources.at(folder.resolve("more")).getFirst());
    binder.write(Shelf.file(folder));
    Translator more = new Shelf(folder).now();
    assertThat(more.translations("de", "Wahl", "tr")).containsExactly("seçim");
    assertThat(more.translations("de", "Freiheit", "tr")).contains("özgürlük");
    // The lock is no castle: its dictionaries do not agree.
    assertThat(more.translations("de", "Schloss", "tr")).containsExactly("kale");
  }

  @Test
  void theReadersLanguageGoesFirstWhereAWordIsOfSeveral() throws IOException {
    Dictd.bind(
        folder,
        Map.of(
            "eng-fra", Map.of("gift", "cadeau"),
            "deu-fra", Map.of("Gift", "poison")));
    Translator translator = new Shelf(folder).now();
    assertThat(translator.translate(List.of("gift"), List.of("fr"), "de").getFirst().texts())
        .containsExactly("poison");
    assertThat(translator.translate(List.of("gift"), List.of("fr"), null).getFirst().texts())
        .containsExactly("cadeau");
  }

  @Test
  void manyWordsAreAllFoundAgain() throws IOException {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 3000; i++) many.put("word" + (char) ('a' + i % 26) + i, "sana" + i);
    Dictd.bind(folder, Map.of("eng-fin", many));
    Dictionaries all = Dictionaries.open(Shelf.file(folder));
    Translator translator = new Translator(all);
    many.forEach((word, other) ->
        assertThat(translator.translations("en", word, "fi")).containsExactly(other));
    assertThat(translator.translations("en", "zzz", "fi")).isEmpty();
    assertThat(translator.translations("en", "a", "fi")).isEmpty();
  }

  @Test
  void oneIsTakenOutAndTheOthersStay() throws IOException {
    bound();
    Binder binder = Binder.of(Dictionaries.open(Shelf.file(folder)));
    assertThat(binder.remove("eng-hrv")).isTrue();
    assertThat(binder.remove("eng-hrv")).isFalse();
    binder.write(Shelf.file(folder));
    Translator left = new Shelf(folder).now();
    assertThat(left.translations("en", "freedom", "hr")).isEmpty();
    assertThat(left.translations("en", "freedom", "tr")).contains("özgürlük");
    assertThat(left.translations("en", "freedom", "de")).containsExactly("Freiheit");
  }

  @Test
  void aDamagedFileIsRefusedAndSearchesGoWithout() throws IOException {
    bound();
    Path file = Shelf.file(folder);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Dictionaries.open(file)).hasMessageContaining("damaged");
    assertThat(new Shelf(folder).now().isEmpty()).isTrue();
    Files.write(file, new byte[3]);
    assertThatThrownBy(() -> Dictionaries.open(file)).hasMessageContaining("damaged");
  }

  @Test
  void whatIsNoDictionaryIsSaidToBeNone() throws IOException {
    Path odd = folder.resolve("odd");
    Dictd.write(odd, "eng-deu", Map.of());
    Files.writeString(odd.resolve("freedict-eng-fra.index"), "freedom\tA\n");
    Files.writeString(odd.resolve("freedict-eng-fra.dict"), "freedom\nliberté\n");
    Files.writeString(odd.resolve("freedict-eng-spa.index"), "freedom\tA\tzzzzz\n");
    Files.writeString(odd.resolve("freedict-eng-spa.dict"), "freedom\nlibertad\n");
    Files.writeString(odd.resolve("words.index"), "freedom\tA\tB\n");
    for (Source source : Sources.at(odd)) {
      assertThatThrownBy(() -> new Binder().add(source))
          .as(source.name())
          .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
    }
    assertThat(Sources.at(odd)).hasSize(4);
  }

  @Test
  void teiIsReadToo() throws IOException {
    Path tei = folder.resolve("eng-est.tei");
    Files.writeString(
        tei,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE TEI SYSTEM "http://127.0.0.1:9/freedict.dtd">
        <TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>
        <titleStmt><title>English-Estonian</title></titleStmt>
        <publicationStmt><availability><p>Creative Commons Attribution-ShareAlike 3.0</p>
        </availability></publicationStmt></fileDesc></teiHeader><text><body>
        <entry><form><orth>freedom</orth></form><sense>
          <cit type="trans"><quote>vabadus</quote></cit>
          <cit type="example"><quote>freedom of speech</quote></cit></sense></entry>
        <entry><form><orth>water</orth></form><sense><cit type="trans" xml:lang="et">
          <quote>vesi</quote></cit></sense></entry>
        </body></text></TEI>
        """);
    Binder binder = new Binder();
    Bound added = binder.add(Sources.at(tei).getFirst());
    assertThat(added)
        .isEqualTo(new Bound("eng-est", "en", "et", 2, "English-Estonian", "CC BY-SA 3.0"));
    binder.write(Shelf.file(folder));
    Translator translator = new Shelf(folder).now();
    assertThat(translator.translations("en", "freedom", "et")).containsExactly("vabadus");
    assertThat(translator.translations("et", "vesi", "en")).containsExactly("water");
  }

  /// As Debian's packages have them: eng-tur, eng-deu, eng-fin (WikDict), eng-pol, jpn-eng,
  /// eng-ell, eng-hin, eng-ara.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1. özgürlük, hürriyet;2. ihtiyar|özgürlük,hürriyet,ihtiyar",
        "Freiheit <fem>, Ungebundenheit <fem>;      \"freedom of fishing\"  - x; see:"
            + " {y}|Freiheit,Ungebundenheit",
        "vapaus 2.;state of not being imprisoned; 3.;lack of a constraint|vapaus",
        "I.  <N> 1.  wolność; 2.  swoboda; 3.  uwolnienie (from - od)|wolność,swoboda,uwolnienie",
        "(expressions); (noun (common));freedom, liberty, as it pleases you|freedom,liberty",
        ";ελευθερία|ελευθερία",
        "1. स्वतंत्रता;      \" After 5 years\";2. छूट|स्वतंत्रता,छूट",
        "الحرية|الحرية",
        "to elect, the choice|elect,choice",
        "1. свобода́, свобода;lack of a specific constraint|свобода"
      })
  void translationsAreFoundInTheTextsOfManyHands(String text, String expected) {
    assertThat(String.join(",", Wording.translations(text.replace(';', '\n')))).isEqualTo(expected);
  }
}
