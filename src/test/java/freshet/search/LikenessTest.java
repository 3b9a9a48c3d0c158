package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.SearchOrder;
import freshet.model.UnderstoodQuery;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A search that begins from a text, in ten languages.
final class LikenessTest {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

  /// Language, a story, another of the same subject in other words, one of another subject.
  private static final String[][] STORIES = {
    {
      "en",
      "The ferry to the island ran aground in the storm; forty passengers were rescued",
      "Passengers of the grounded island ferry tell how they were rescued from the storm",
      "Parliament votes on the budget for schools and hospitals next week"
    },
    {
      "de",
      "Die Fähre zur Insel lief im Sturm auf Grund, vierzig Passagiere wurden gerettet",
      "Passagiere der Inselfähre berichten: Die Fähre saß fest, im Sturm kamen die Retter zur"
          + " Insel",
      "Der Bundestag berät nächste Woche über den Haushalt für Schulen und Kliniken"
    },
    {
      "et",
      "Saarele sõitnud praam jooksis tormis madalikule, nelikümmend reisijat päästeti",
      "Päästetud reisijad räägivad, kuidas praam tormis madalikule jäi",
      "Riigikogu arutab järgmisel nädalal koolide ja haiglate eelarvet"
    },
    {
      "tr",
      "Adaya giden feribot fırtınada karaya oturdu, kırk yolcu kurtarıldı",
      "Kurtarılan yolcular fırtınada karaya oturan feribotu anlattı",
      "Meclis gelecek hafta okul ve hastane bütçesini görüşecek"
    },
    {
      "hr",
      "Trajekt za otok nasukao se u oluji, spašeno je četrdeset putnika",
      "Spašeni putnici pričaju kako se trajekt nasukao u oluji kod otoka",
      "Sabor sljedeći tjedan raspravlja o proračunu za škole i bolnice"
    },
    {
      "ro",
      "Feribotul spre insulă a eșuat în furtună, patruzeci de pasageri au fost salvați",
      "Pasagerii salvați povestesc cum feribotul a eșuat în furtună lângă insulă",
      "Parlamentul dezbate săptămâna viitoare bugetul pentru școli și spitale"
    },
    {
      "fr",
      "Le ferry pour l’île s’est échoué dans la tempête, quarante passagers ont été sauvés",
      "Les passagers sauvés racontent la tempête et le ferry échoué près de l’île",
      "Le parlement débat la semaine prochaine du budget des écoles et hôpitaux"
    },
    {
      "es",
      "El ferri a la isla encalló en la tormenta y cuarenta pasajeros fueron rescatados",
      "Los pasajeros rescatados cuentan cómo el ferri encalló en la tormenta",
      "El parlamento debate la próxima semana el presupuesto de escuelas y hospitales"
    },
    {
      "ru",
      "Паром на остров сел на мель во время шторма, спасены сорок пассажиров",
      "Спасённые пассажиры рассказывают, как паром во время шторма сел на мель у острова",
      "Парламент на следующей неделе обсудит бюджет школ и больниц"
    },
    {
      "ar",
      "جنحت العبارة المتجهة إلى الجزيرة في العاصفة وتم إنقاذ أربعين راكبا",
      "ركاب العبارة التي جنحت قرب الجزيرة يروون قصة إنقاذ أربعين راكبا في العاصفة",
      "يناقش البرلمان الأسبوع القادم ميزانية المدارس والمستشفيات"
    }
  };

  @TempDir Path folder;

  private static List<Long> search(Index index, SearchQuery query) {
    return index
        .search(
            query,
            IndexContract.NAMES,
            new SearchOptions(NOW, ZoneOffset.UTC, SearchOrder.BEST, 20, true))
        .hits()
        .stream()
        .map(Results.Hit::id)
        .toList();
  }

  private LuceneIndex filled() {
    LuceneIndex index = LuceneIndex.open(folder.resolve("index"));
    List<IndexEntry> entries = new ArrayList<>();
    for (int i = 0; i < STORIES.length; i++) {
      for (int s = 1; s < 4; s++) {
        entries.add(
            new IndexEntry(i * 10L + s, 1, "", STORIES[i][s], List.of(), STORIES[i][0], NOW, 0, 0));
      }
    }
    index.add(entries);
    index.refresh();
    return index;
  }

  @Test
  void aTextFindsWhatIsLikeItInTenLanguages() {
    try (LuceneIndex index = filled()) {
      for (int i = 0; i < STORIES.length; i++) {
        long first = i * 10L;
        List<Long> known = search(index, SearchQuery.like(STORIES[i][1], STORIES[i][0]));
        assertThat(known)
            .as(STORIES[i][0])
            .startsWith(first + 1, first + 2)
            .doesNotContain(first + 3);
        String written = UnderstoodQuery.like(STORIES[i][1]);
        List<Long> typed = search(index, SearchQuery.read(written, NOW, ZoneOffset.UTC));
        assertThat(typed)
            .as(STORIES[i][0] + ", typed")
            .startsWith(first + 1, first + 2)
            .doesNotContain(first + 3);
      }
    }
  }

  @Test
  void aTextIsAPartOfAQueryLikeAnyOther() {
    try (LuceneIndex index = filled()) {
      String like = UnderstoodQuery.like("He said: \"the ferry\" in the storm, passengers");
      SearchQuery query = SearchQuery.read(like + " lang:en -rescued", NOW, ZoneOffset.UTC);
      assertThat(query.remarks()).isEmpty();
      assertThat(query.understood())
          .isEqualTo("like:\"He said: the ferry in the storm, passengers\" lang:en -rescued");
      assertThat(search(index, query)).isEmpty();
      assertThat(search(index, SearchQuery.read(like + " lang:en", NOW, ZoneOffset.UTC)))
          .containsExactlyInAnyOrder(1L, 2L);
      assertThat(index.matching(query, IndexContract.NAMES, List.of(1L, 2L))).isEmpty();
      String either = "(xqzv OR " + like + ") lang:en";
      assertThat(search(index, SearchQuery.read(either, NOW, ZoneOffset.UTC)))
          .containsExactlyInAnyOrder(1L, 2L);
      assertThat(search(index, SearchQuery.read("lang:en -" + like, NOW, ZoneOffset.UTC)))
          .doesNotContain(1L, 2L)
          .isNotEmpty();
    }
  }

  @Test
  void textsThatSayNothingFindNothing() {
    try (LuceneIndex index = filled()) {
      assertThat(search(index, SearchQuery.like("", "en"))).isEmpty();
      assertThat(search(index, SearchQuery.like("xqzv wqpt zzkx", "en"))).isEmpty();
      assertThat(search(index, SearchQuery.like("the of and", "en"))).isEmpty();
      assertThat(search(index, SearchQuery.like("wort ".repeat(100_000), null))).isEmpty();
      SearchQuery nothing = SearchQuery.read("like:\"...\"", NOW, ZoneOffset.UTC);
      assertThat(nothing.remarks()).hasSize(1);
    }
  }
}
