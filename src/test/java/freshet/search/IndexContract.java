package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Remark;
import freshet.model.Remark.Kind;
import freshet.model.SearchOrder;
import freshet.search.Results.Count;
import freshet.search.Results.Hit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every kind of index does.
abstract class IndexContract {
  static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  static final Names NAMES =
      new Names() {
        @Override
        public List<Long> crawls(String text) {
          return List.of();
        }

        @Override
        public List<Long> feeds(String text) {
          return text.equals("courier") ? List.of(1L, 2L) : List.of();
        }

        @Override
        public List<Long> topics(String text) {
          return text.equals("sport") ? List.of(7L) : List.of();
        }
      };

  Index index;

  /// The index of this test, as it was left.
  abstract Index opened();

  @BeforeEach
  void open() {
    index = opened();
  }

  @AfterEach
  void close() {
    index.close();
  }

  static IndexEntry entry(long id, String title, String text, @Nullable String language) {
    return new IndexEntry(
        id, 1, title, text, List.of(), language, NOON.minusSeconds(id * 60), 0, 0);
  }

  final Results search(String query) {
    return search(query, SearchOrder.BEST);
  }

  final Results search(String query, SearchOrder order) {
    index.refresh();
    return index.search(
        SearchQuery.read(query, NOON, ZoneOffset.UTC),
        NAMES,
        new SearchOptions(NOON, ZoneOffset.UTC, order, 100, true));
  }

  final List<Long> ids(String query) {
    return search(query).hits().stream().map(Hit::id).sorted().toList();
  }

  @Test
  void aWordIsFoundInItsOtherFormsInItsLanguage() {
    index.add(
        List.of(
            entry(1, "Kassid magavad", "Mõned kassid magavad päikese käes.", "et"),
            entry(2, "Evlerden biri", "Evlerin çatıları karla kaplandı.", "tr"),
            entry(3, "Die Häuser am See", "Viele alte Häuser stehen leer.", "de"),
            entry(4, "Новые законы", "Приняты новые законы о лесах.", "ru"),
            entry(5, "The mice ran", "Running mice were seen.", "en")));
    assertThat(ids("kass")).containsExactly(1L);
    assertThat(ids("ev")).containsExactly(2L);
    assertThat(ids("Haus")).containsExactly(3L);
    assertThat(ids("haeuser OR häuser")).containsExactly(3L);
    assertThat(ids("закон")).containsExactly(4L);
    assertThat(ids("runs")).containsExactly(5L);
  }

  @Test
  void rootsOfOneLanguageAreNotFoundInAnother() {
    // "habe" has the root "hab" in German, and "haber" (news) has it in Spanish
    index.add(
        List.of(entry(1, "", "ich habe keine Zeit", "de"), entry(2, "", "haber merkezi", "tr")));
    assertThat(ids("haber")).containsExactly(2L);
  }

  @Test
  void aWordThatIsItsOwnRootIsFoundByItsFormsInItsLanguageOnly() {
    index.add(
        List.of(
            entry(1, "The war is over", "", "en"),
            entry(2, "Es war einmal", "", "de"),
            entry(3, "Wars were fought here", "", "en"),
            entry(4, "A warehouse", "", "en")));
    assertThat(ids("wars")).containsExactly(1L, 3L);
    assertThat(ids("war")).containsExactly(1L, 2L, 3L);
    assertThat(ids("title:wars")).containsExactly(1L, 3L);
    assertThat(search("warring").suggestion()).isNull();
  }

  @Test
  void chineseJapaneseThaiAndKoreanAreFoundByAnyPart() {
    index.add(
        List.of(
            entry(1, "北京大学的新图书馆", "图书馆昨天开放。", "zh"),
            entry(2, "黒い猫。", "東京の猫カフェ", "ja"),
            entry(3, "서울에서 열린 회의", "회의가 끝났다", "ko"),
            entry(4, "แมวดำ", "แมวดำในกรุงเทพ", "th")));
    assertThat(ids("图书馆")).containsExactly(1L);
    assertThat(ids("大学")).containsExactly(1L);
    assertThat(ids("猫")).containsExactly(2L);
    assertThat(ids("京")).containsExactly(1L, 2L);
    assertThat(ids("서울")).containsExactly(3L);
    assertThat(ids("กรุงเทพ")).containsExactly(4L);
    assertThat(ids("学京")).isEmpty();
  }

  @Test
  void accentsAndCaseNeedNotBeTyped() {
    index.add(
        List.of(
            entry(1, "İSTANBUL'da kış", "Isparta", "tr"),
            entry(2, "Café Müller", "", "fr"),
            entry(3, "Ёлка", "", null)));
    assertThat(ids("istanbul")).containsExactly(1L);
    assertThat(ids("ISTANBUL")).containsExactly(1L);
    assertThat(ids("cafe muller")).containsExactly(2L);
    assertThat(ids("елка")).containsExactly(3L);
  }

  @Test
  void phrasesNotOrFieldsAndPatternsNarrow() {
    index.add(
        List.of(
            entry(1, "Old harbour", "The ferry left the old harbour.", "en"),
            entry(2, "New ferry", "A harbour that is old, and a strike.", "en"),
            entry(3, "Boats", "Boats and harbingers.", "en")));
    assertThat(ids("\"old harbour\"")).containsExactly(1L);
    assertThat(ids("harbour ferry")).containsExactly(1L, 2L);
    assertThat(ids("ferry -strike")).containsExactly(1L);
    assertThat(ids("strike OR boat")).containsExactly(2L, 3L);
    assertThat(ids("-ferry")).containsExactly(3L);
    assertThat(ids("title:ferry")).containsExactly(2L);
    assertThat(ids("harb*")).containsExactly(1L, 2L, 3L);
    assertThat(ids("f?rry")).containsExactly(1L, 2L);
    assertThat(ids("(strike OR boats) -title:new")).containsExactly(3L);
  }

  @Test
  void feedsTopicsLanguagesAndTimesNarrow() {
    index.add(
        List.of(
            new IndexEntry(1, 1, "a", "", List.of(), "et", NOON.minus(Duration.ofDays(1)), 7, 0),
            new IndexEntry(2, 2, "a", "", List.of(), "tr", NOON.minus(Duration.ofDays(5)), 8, 0),
            new IndexEntry(
                3,
                3,
                "a",
                "",
                List.of("Jane Roe"),
                "et-EE",
                NOON.minus(Duration.ofDays(40)),
                7,
                0)));
    assertThat(ids("feed:courier")).containsExactly(1L, 2L);
    assertThat(ids("a -feed:courier")).containsExactly(3L);
    assertThat(ids("topic:sport")).containsExactly(1L, 3L);
    assertThat(ids("lang:et")).containsExactly(1L, 3L);
    assertThat(ids("age:7d")).containsExactly(1L, 2L);
    assertThat(ids("from:2026-11-10 to:2026-11-10")).containsExactly(2L);
    assertThat(ids("age:>30d")).containsExactly(3L);
    assertThat(ids("roe")).containsExactly(3L);
    assertThat(search("feed:nowhere").query().remarks())
        .containsExactly(new Remark(Kind.NO_FEED, "nowhere"));
  }

  @Test
  void everythingFoundIsCountedByKindAndDay() {
    index.add(
        List.of(
            new IndexEntry(1, 1, "cat", "", List.of(), "et", NOON, 7, 0),
            new IndexEntry(2, 1, "cat", "", List.of(), "tr", NOON.minus(Duration.ofDays(1)), 7, 0),
            new IndexEntry(3, 2, "cat", "", List.of(), "et", NOON.minus(Duration.ofDays(1)), 8, 0),
            new IndexEntry(4, 2, "dog", "", List.of(), "et", NOON, 8, 0)));
    Results found = search("cat");
    assertThat(found.total()).isEqualTo(3);
    assertThat(found.facets().topics()).containsExactly(new Count("7", 2), new Count("8", 1));
    assertThat(found.facets().languages()).containsExactly(new Count("et", 2), new Count("tr", 1));
    assertThat(found.facets().feeds()).containsExactly(new Count("1", 2), new Count("2", 1));
    int[] days = found.facets().days();
    assertThat(days[days.length - 1]).isEqualTo(1);
    assertThat(days[days.length - 2]).isEqualTo(2);
    assertThat(found.facets().firstDay().plusDays(days.length - 1)).isEqualTo("2026-11-15");
  }

  @Test
  void ofTwoThatFitEquallyTheNewerIsFirstAndABetterFitBeatsAge() {
    String other = "Something about many other things that happened.";
    index.add(
        List.of(
            new IndexEntry(
                1, 1, "Lighthouse", other, List.of(), "en", NOON.minus(Duration.ofDays(200)), 0, 0),
            new IndexEntry(
                2, 1, "Lighthouse", other, List.of(), "en", NOON.minus(Duration.ofDays(2)), 0, 0),
            new IndexEntry(
                3,
                1,
                "Harbour",
                other + " " + other + " near the lighthouse",
                List.of(),
                "en",
                NOON,
                0,
                0)));
    assertThat(search("lighthouse").hits().stream().map(Hit::id)).containsExactly(2L, 1L, 3L);
    assertThat(search("lighthouse", SearchOrder.NEWEST).hits().stream().map(Hit::id))
        .containsExactly(3L, 2L, 1L);
  }

  @Test
  void theNewestIsFirstToTheSecondAndOfOneMomentTheLastThatCame() {
    List<IndexEntry> ferries = new ArrayList<>();
    for (int id = 1; id <= 3; id++) {
      Instant at = NOON.plusMillis(id == 1 ? 0 : 600);
      ferries.add(new IndexEntry(id, 1, "Ferry", "", List.of(), "en", at, 7, 0));
    }
    index.add(ferries);
    assertThat(search("ferry", SearchOrder.NEWEST).hits().stream().map(Hit::id))
        .containsExactly(3L, 2L, 1L);
  }

  @Test
  void smallWordsHelpButNeedNotBeThere() {
    index.add(
        List.of(
            entry(1, "New chancellor sworn in", "", "en"), entry(2, "The chancellor", "", "en")));
    assertThat(ids("the chancellor")).containsExactly(1L, 2L);
    assertThat(search("the chancellor").hits().getFirst().id()).isEqualTo(2);
  }

  @Test
  void aQuestionFindsWhatHasMostOfItsWordsAndSaysSo() {
    index.add(
        List.of(
            entry(1, "Ferry fares rise", "The ministry raised the fares to the islands.", "en"),
            entry(2, "Island ferries", "Why the ministry has raised the fares again.", "en"),
            entry(3, "A ministry moves", "Its new house stands near the river.", "en"),
            entry(4, "Cats", "Nothing of the kind.", "en")));
    Results found = search("why did the ministry raise ferry fares for pensioners?");
    assertThat(found.hits().stream().map(Hit::id)).containsExactlyInAnyOrder(1L, 2L);
    assertThat(found.total()).isEqualTo(2);
    assertThat(found.query().remarks()).containsExactly(new Remark(Kind.SOME_WORDS, ""));
    assertThat(search("ministry pensioners").hits()).hasSize(3);
  }

  @Test
  void aQuestionInCapitalsIsTheSameQuestion() {
    index.add(
        List.of(
            entry(1, "Ferry fares rise", "The ministry raised the fares to the islands.", "en"),
            entry(2, "What it said", "What did he do to the one on it?", "en")));
    Results found = search("WHY DID THE MINISTRY RAISE FERRY FARES ON THE ISLANDS?");
    assertThat(found.hits().stream().map(Hit::id)).containsExactly(1L);
  }

  @Test
  void amongManyWordsThoseThatSayMoreDecide() {
    List<IndexEntry> all = new ArrayList<>();
    for (int i = 10; i < 40; i++) all.add(entry(i, "Council", "council meeting report", "en"));
    String rare = "The lighthouse pension reform: lighthouse keepers on pension reform.";
    all.add(entry(1, "Keepers", rare, "en"));
    all.add(
        entry(
            2,
            "Minutes",
            "council report lighthouse pension reform " + "of this ".repeat(80),
            "en"));
    index.add(all);
    assertThat(ids("council report lighthouse pension reform")).startsWith(1L, 2L);
  }

  @Test
  void whatTheFirstAnswersShareOrdersTheOthers() {
    List<IndexEntry> all = new ArrayList<>();
    for (int i = 1; i < 5; i++) {
      String text = "Lighthouse keepers want a pension reform. The beacon " + i + " and its lamps.";
      all.add(entry(i, "Keepers", text, "en"));
    }
    all.add(entry(10, "Savings", "A pension reform for miners in the valley of coal.", "en"));
    all.add(entry(11, "Lamps", "A pension reform for those of the beacon and lamps.", "en"));
    for (int i = 20; i < 40; i++) all.add(entry(i, "Coal", "Miners of the valley", "en"));
    index.add(all);
    index.refresh();
    Texts texts =
        ids ->
            all.stream()
                .filter(e -> ids.contains(e.id()))
                .map(e -> new Texts.Text(e.id(), e.language(), e.title() + ". " + e.text()))
                .toList();
    assertThat(asked(texts)).endsWith(11L, 10L).hasSize(6);
    assertThat(asked(Texts.NONE)).endsWith(10L, 11L).hasSize(6);
  }

  private List<Long> asked(Texts texts) {
    SearchOptions options =
        new SearchOptions(
            NOON, ZoneOffset.UTC, SearchOrder.BEST, 100, true, null, null, null, texts);
    String question = "why do the lighthouse keepers want pension reform?";
    Results found = index.search(SearchQuery.read(question, NOON, ZoneOffset.UTC), NAMES, options);
    assertThat(found.facets().languages()).containsExactly(new Count("en", found.total()));
    assertThat(found.query().remarks())
        .containsExactly(new Remark(Kind.BEST_OF_ALL_AND_MOST, Long.toString(found.total())));
    return found.hits().stream().map(Hit::id).toList();
  }

  @Test
  void whatHasAllWordsStaysAboveWhatHasSome() {
    String much = "harbour harbour lighthouse lighthouse harbour lighthouse";
    index.add(
        List.of(
            entry(1, "Harbour lighthouse", much, "en"),
            entry(
                2, "A long report", "About a harbour, its lighthouse and a painter " + much, "en"),
            entry(3, "Weather", "rain", "en")));
    Results found = search("harbour lighthouse painter");
    assertThat(found.hits().stream().map(Hit::id)).containsExactly(2L, 1L);
    assertThat(found.hits().get(1).score()).isLessThanOrEqualTo(found.hits().get(0).score());
    assertThat(found.total()).as("with all words").isEqualTo(1);
    assertThat(found.query().remarks()).containsExactly(new Remark(Kind.FEW_WITH_ALL_WORDS, "1"));
  }

  @Test
  void onlyWordsMayBeMissingNotWhatNarrows() {
    index.add(
        List.of(
            entry(1, "Harbour", "painter", "en"),
            entry(2, "Hafen", "harbour painter", "de"),
            entry(3, "Harbour", "painter spoilt", "en")));
    assertThat(ids("harbour painter sculptor lang:en -spoilt")).containsExactly(1L);
    assertThat(search("harbour sculptor", SearchOrder.NEWEST).hits()).isEmpty();
    assertThat(ids("harbour sculptor lang:fr")).isEmpty();
    assertThat(ids("harbour painter \"the sculptor\"")).as("a phrase is meant").isEmpty();
    assertThat(ids("harbour painter title:hafen")).containsExactly(2L);
    assertThat(
            index.matching(
                SearchQuery.read("harbour sculptor", NOON, ZoneOffset.UTC), NAMES, List.of(1L)))
        .as("rules mean what they say")
        .isEmpty();
  }

  @Test
  void ageDecidesLittleWhereWordsAreMany() {
    Instant old = NOON.minus(Duration.ofDays(900));
    index.add(
        List.of(
            new IndexEntry(
                1, 1, "Harbour, lighthouse, painter and storm", "", List.of(), "en", old, 0, 0),
            new IndexEntry(
                2,
                1,
                "News",
                "Of a storm, and a harbour, and other things that went on while a painter at the"
                    + " lighthouse slept through it all.",
                List.of(),
                "en",
                NOON,
                0,
                0)));
    assertThat(search("harbour lighthouse painter storm").hits().getFirst().id()).isEqualTo(1);
  }

  @Test
  void aMisspeltWordIsCorrectedFromTheIndex() {
    index.add(
        List.of(
            entry(1, "Parliament", "The parliament voted.", "en"),
            entry(2, "Parlament", "Das Parlament stimmte ab.", "de"),
            entry(3, "Parliament", "", "en")));
    assertThat(search("parliamnet vote").suggestion()).isEqualTo("parliament vote");
    assertThat(search("parliament").suggestion()).isNull();
    assertThat(search("xqzzyw").suggestion()).isNull();
  }

  @Test
  void whatIsReplacedOrRemovedIsNoLongerFound() {
    index.add(List.of(entry(1, "first", "", "en"), entry(2, "second", "", "en")));
    index.replace(List.of(entry(1, "changed", "", "en")));
    assertThat(ids("first")).isEmpty();
    assertThat(ids("changed")).containsExactly(1L);
    index.remove(List.of(2L));
    assertThat(ids("second")).isEmpty();
    index.removeFeed(1);
    assertThat(index.size()).isZero();
  }

  @Test
  void newEntriesAreMatchedAgainstAQueryWithoutTheRest() {
    index.add(
        List.of(entry(1, "cat", "", "en"), entry(2, "cats", "", "en"), entry(3, "dog", "", "en")));
    index.refresh();
    SearchQuery cats = SearchQuery.read("cat", NOON, ZoneOffset.UTC);
    assertThat(index.matching(cats, NAMES, List.of(2L, 3L))).containsExactly(2L);
    assertThat(index.matching(cats, NAMES, List.of())).isEmpty();
  }

  @Test
  void anEntryIsFoundByItsOriginalAndByItsTranslations() {
    index.add(
        List.of(
            new IndexEntry(
                1,
                1,
                "Alte Häuser",
                "Viele Häuser stehen leer.",
                List.of(),
                "de",
                NOON,
                0,
                0,
                List.of(
                    new IndexEntry.Translated("en", "Old houses", "Many houses are empty."),
                    new IndexEntry.Translated("et", "Vanad majad", "")))));
    for (String query :
        List.of("Haus", "house", "majad", "title:houses", "\"stehen leer\"", "\"many houses\"")) {
      assertThat(ids(query)).as(query).containsExactly(1L);
    }
    assertThat(ids("lang:en")).as("it is what it was written in").isEmpty();
    for (String query :
        List.of("\"stehen leer Old houses\"", "\"leer old\"", "\"are empty vanad\"")) {
      assertThat(ids(query)).as("no phrase: " + query).isEmpty();
    }
    assertThat(ids("title:\"Häuser old\"")).isEmpty();
  }

  @Test
  void whatWasCommittedIsThereAfterAKill() {
    index.add(List.of(entry(1, "one", "", "en")));
    index.commit(new IndexMark(1, NOON));
    index.add(List.of(entry(2, "two", "", "en")));
    index.close();
    index = opened();
    assertThat(index.mark()).isEqualTo(new IndexMark(1, NOON));
    assertThat(index.ids()).contains(1);
    index.replace(List.of(entry(2, "two", "", "en")));
    assertThat(index.ids()).containsExactly(1, 2);
  }

  @Test
  void whatIsBuiltAnewReplacesWhatThereWas() {
    index.add(List.of(entry(1, "one", "", "en"), entry(2, "two", "", "en")));
    index.commit(new IndexMark(2, NOON));
    index.clear();
    assertThat(index.mark()).isEqualTo(IndexMark.NOTHING);
    assertThat(index.size()).isZero();
    index.add(List.of(entry(2, "three", "", "en")));
    index.commit(new IndexMark(2, NOON));
    index.present();
    assertThat(ids("two")).isEmpty();
    assertThat(ids("three")).containsExactly(2L);
    index.close();
    index = opened();
    assertThat(index.ids()).containsExactly(2);
    assertThat(index.feeds()).containsExactly(1L);
  }

  @Test
  void hostileTextsAndQueriesNeitherBreakNorTakeLong() {
    Random random = new Random(3);
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < 100_000; i++) noise.append((char) random.nextInt(0x10000));
    index.add(
        List.of(
            entry(1, "x".repeat(1_000_000), noise.toString(), "en"),
            entry(
                2, "\u0001en\u0002hous \0 \ud83d", "a\u0300\u0316".repeat(5000), "not a language!"),
            entry(3, "", "", null)));
    for (String query :
        List.of(
            "ab* ".repeat(300),
            "\u0001en\u0002hous",
            "x".repeat(1000),
            noise.substring(0, 900),
            "????",
            "\\",
            "/.*(a+)+/",
            "[* TO *]")) {
      assertThat(search(query).total()).isNotNegative();
    }
    assertThat(index.size()).isEqualTo(3);
  }

  @Test
  void formsOfTheLanguageThatItWasTranslatedIntoAreFoundWhereNothingElseIsInIt() {
    index.add(
        List.of(
            new IndexEntry(
                1,
                1,
                "Los puentes",
                "Se construyen dos puentes.",
                List.of(),
                "es",
                NOON,
                0,
                0,
                List.of(new IndexEntry.Translated("en", "The bridges", "Bridges over a flood.")))));
    assertThat(ids("bridge")).containsExactly(1L);
    assertThat(ids("floods")).as("which is its own root").containsExactly(1L);
    assertThat(ids("puente lang:es")).containsExactly(1L);
    assertThat(ids("bridge lang:en")).isEmpty();
    assertThat(search("bridge").facets().languages()).containsExactly(new Count("es", 1));
  }
}
