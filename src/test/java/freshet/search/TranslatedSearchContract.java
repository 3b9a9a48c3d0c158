package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.dictionary.Dictd;
import freshet.dictionary.Shelf;
import freshet.dictionary.Translator;
import freshet.model.Piece;
import freshet.model.SearchOrder;
import freshet.model.UnderstoodQuery.Added;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A query in one language finds entries in others.
abstract class TranslatedSearchContract {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

  @TempDir Path folder;
  private Index index;
  private Translator translator;
  private long next = 1;

  /// An empty index.
  abstract Index opened();

  @BeforeEach
  void open() throws IOException {
    Dictd.bind(
        folder,
        Map.of(
            "eng-tur",
                Map.of("freedom", "özgürlük, hürriyet", "election", "seçim", "flood", "sel, su"),
            "eng-hrv",
                Map.of("freedom", "sloboda, slobode", "climate change", "klimatska promjena"),
            "eng-deu",
                Map.of(
                    "freedom", "Freiheit",
                    "poison", "Gift",
                    "climate change", "Klimawandel",
                    "president", "Generaldirektor, Präsident, Rektor",
                    "storm", "Sturm"),
            "eng-jpn", Map.of("freedom", "自由")));
    translator = new Shelf(folder).now();
    index = opened();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private long add(String language, String title, String text) {
    long id = next++;
    index.add(
        List.of(
            new IndexEntry(id, 1, title, text, List.of(), language, NOW.minusSeconds(3600), 0, 0)));
    return id;
  }

  private Results search(String query) {
    index.refresh();
    return index.search(
        SearchQuery.read(query, NOW, ZoneOffset.UTC),
        IndexContract.NAMES,
        new SearchOptions(
            NOW, ZoneOffset.UTC, SearchOrder.BEST, 100, true, null, translator, "en", Texts.NONE));
  }

  private List<Long> found(String query) {
    return search(query).hits().stream().map(Results.Hit::id).toList();
  }

  @Test
  void freedomFindsTheWordInAllLanguagesInItsForms() {
    long english = add("en", "Freedom of the press", "Freedom is discussed again.");
    long turkish = add("tr", "Basın özgürlüğü", "Basının özgürlüğünü savunanlar toplandı.");
    long german = add("de", "Pressefreiheit", "Die Freiheit der Presse und andere Freiheiten.");
    long croatian = add("hr", "Sloboda medija", "O slobodi medija govore danas.");
    long japanese = add("ja", "報道の自由", "報道の自由について");
    add("en", "Weather", "Rain again.");
    assertThat(found("freedom"))
        .containsExactlyInAnyOrder(english, turkish, german, croatian, japanese)
        .startsWith(english);
    assertThat(search("freedom").query().explained().added())
        .contains(
            new Added("tr", "özgürlük"), new Added("de", "Freiheit"), new Added("hr", "sloboda"));
  }

  @Test
  void whatWasAddedCanBeSwitchedOff() {
    long english = add("en", "Freedom of the press", "Freedom is discussed.");
    add("tr", "Basın özgürlüğü", "Özgürlük");
    Results typed = search("freedom translate:no");
    assertThat(typed.hits()).extracting(Results.Hit::id).containsExactly(english);
    assertThat(typed.query().explained().added()).isEmpty();
    assertThat(typed.query().explained().translated()).isFalse();
    assertThat(typed.query().understood()).isEqualTo("freedom translate:no");
    assertThat(found("freedom translate:yes")).hasSize(2);
    assertThat(found("\"freedom\"")).containsExactly(english);
  }

  @Test
  void wordsOfAnotherLanguageThatAreWrittenAlikeAreNotMeant() {
    add("en", "A gift for the birthday", "Gifts for everybody");
    long german = add("de", "Gift im Fluss", "Das Gift im Wasser");
    assertThat(found("poison")).containsExactly(german);
  }

  @Test
  void onlyWordsThatAreThereAreAddedAndTheUsualBeforeTheOdd() {
    for (int i = 0; i < 9; i++) add("de", "Der Präsident spricht " + i, "Der Präsident war da.");
    add("de", "Generaldirektor", "Ein Generaldirektor kommt.");
    List<Added> added = search("president").query().explained().added();
    assertThat(added)
        .containsExactly(new Added("de", "Präsident"), new Added("de", "Generaldirektor"));
    assertThat(search("storm").query().explained().added()).isEmpty();
  }

  @Test
  void severalWordsAreOneHeadword() {
    long german = add("de", "Folgen des Klimawandels", "Der Klimawandel trifft alle.");
    long croatian = add("hr", "Klimatske promjene", "Klimatska promjena je tu.");
    long english = add("en", "Climate change", "What climate change does.");
    add("en", "Change of plans", "Nothing of climates here: change.");
    assertThat(found("climate change")).contains(german, croatian, english).startsWith(english);
    assertThat(found("the climate change effects")).contains(german, english);
  }

  @Test
  void anEntryNeedsAllWordsInItsOwnLanguage() {
    long both = add("tr", "Özgürlük ve seçim", "Seçim günü özgürlük konuşuldu");
    long one = add("tr", "Seçim günü", "Seçim yapıldı");
    assertThat(found("freedom election")).contains(both).startsWith(both);
    Results results = search("freedom election");
    assertThat(results.total()).isEqualTo(1);
    assertThat(results.hits()).extracting(Results.Hit::id).doesNotContain(one);
  }

  @Test
  void notPhrasesAndPatternsStayAsTyped() {
    long english = add("en", "Freedom and storm", "freedom storm");
    long german = add("de", "Freiheit und Sturm", "Freiheit Sturm");
    assertThat(found("freedom -storm")).containsExactly(german);
    assertThat(found("freed*")).containsExactly(english);
    assertThat(found("title:freedom")).containsExactlyInAnyOrder(english, german);
    assertThat(found("freedom lang:de")).containsExactly(german);
    assertThat(found("freedom OR poison")).containsExactlyInAnyOrder(english, german);
  }

  @Test
  void translatedWordsAreMarked() {
    add("tr", "Basın özgürlüğü", "Basının özgürlüğünü savundular");
    Results results = search("freedom");
    Marker marker = new Marker(results.query());
    assertThat(marked(marker.whole("Basın özgürlüğü", "tr"))).isEqualTo("Basın [özgürlüğü]");
    assertThat(marked(marker.whole("Ozgurluk", "en"))).isEqualTo("Ozgurluk");
  }

  private static String marked(List<Piece> pieces) {
    return pieces.stream()
        .map(p -> p.marked() ? "[" + p.text() + "]" : p.text())
        .collect(Collectors.joining());
  }

  @Test
  void aTurkishQueryFindsEnglishEntries() {
    long english = add("en", "Freedom of the press", "Freedom");
    add("tr", "Başka bir haber", "Hava güzel");
    assertThat(found("özgürlük")).containsExactly(english);
  }

  @Test
  void manyWordsAreBounded() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 30; i++) words.add(i % 2 == 0 ? "freedom" : "election");
    long turkish = add("tr", "Özgürlük", "seçim");
    assertThat(search(String.join(" ", words)).query().explained().added()).hasSizeLessThan(49);
    assertThat(found("freedom election")).containsExactly(turkish);
  }
}
