package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Account;
import freshet.model.ChannelFacts;
import freshet.model.Cursor;
import freshet.model.Feed;
import freshet.model.FeedCounts;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.Kept;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.PollRecord;
import freshet.model.Selection;
import freshet.model.Validators;
import freshet.model.Visibility;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every store must do; run against SQLite and against a real PostgreSQL.
abstract class StoreContract {
  static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  Store store;

  abstract Store open();

  @BeforeEach
  void openIt() {
    store = open();
  }

  @AfterEach
  void closeIt() {
    store.close();
  }

  @Test
  void whatAFeedSaysOfItselfIsKept() {
    long feed = store.feeds().add(FeedUrl.of("https://a.example/feed"), "a", null, null, NOON).id();
    assertThat(store.feeds().channel(feed)).isEqualTo(ChannelFacts.NONE);
    store.polls().record(poll(feed, NOON, List.of(), Feed.Asking.FRESH, Feed.Plan.NEW));
    assertThat(store.feeds().channel(feed))
        .isEqualTo(
            new ChannelFacts(
                "© Ekspress; all: rights",
                null,
                "web@a.example",
                NOON,
                NOON.plusSeconds(60),
                List.of("news", "sport local"),
                "Pen 2.1",
                "(PICS-1.1)"));
  }

  @Test
  void aSearchIsKeptOnceUnderItsNameAndFoundByItsSecret() {
    var first = store.savedSearches().save(1, "Cats", "cat", "secret1", NOON);
    var second = store.savedSearches().save(1, "Cats", "cat OR dog", "secret2", NOON);
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.query()).isEqualTo("cat OR dog");
    assertThat(store.savedSearches().bySecret("secret1"))
        .contains(new SavedSearches.Owned(1, second));
    assertThat(store.savedSearches().bySecret("secret2")).isEmpty();
    assertThat(store.savedSearches().all(1)).containsExactly(second);
    assertThat(store.savedSearches().remove(1, first.id())).isTrue();
    assertThat(store.savedSearches().remove(1, first.id())).isFalse();
    assertThat(store.savedSearches().bySecret("secret1")).isEmpty();
  }

  @Test
  void aPushThatBringsNothingNewIsNoNews() {
    long feed = add("https://a.example/feed").id();
    Instant later = NOON.plusSeconds(3600);
    var resolver = StoryResolver.NONE;
    store.polls().take(feed, NOON, List.of(entry(1, "One")), resolver);
    var _ = store.polls().take(feed, later, List.of(entry(1, "One, edited")), resolver);
    assertThat(store.feeds().find(feed).orElseThrow().plan().lastNew()).isEqualTo(NOON);
  }

  @Test
  void theSearchIndexReadsEntriesInTheOrderTheyWereStored() {
    long feed = add("https://a.example/feed").id();
    store.polls().record(poll(feed, NOON, List.of(entry(1, "One"), entry(2, "Two"))));
    var rows = store.searchRows();
    var all = rows.after(0, 10);
    assertThat(all).extracting(r -> r.entry().title()).containsExactly("One", "Two");
    long first = all.getFirst().entry().id();
    assertThat(rows.after(first, 10)).hasSize(1);
    assertThat(rows.countAfter(first)).isEqualTo(1);
    assertThat(rows.count()).isEqualTo(2);
    assertThat(rows.rows(List.of(first, 999L))).hasSize(1);
    assertThat(rows.places(List.of(first)).get(first)).isEqualTo(new SearchRows.Place(0, 0));
    List<Long> ids = new ArrayList<>();
    rows.eachId(ids::add);
    assertThat(ids).hasSize(2).startsWith(first);
    List<Long> named = new ArrayList<>();
    store.entries().eachNamed(1, (id, _, _) -> named.add(id));
    assertThat(named).containsExactlyInAnyOrderElementsOf(ids);
    long[] numbers = ids.stream().mapToLong(Long::longValue).toArray();
    assertThat(rows.numbers()).isEqualTo(SearchRows.Numbers.of(numbers));
    assertThat(rows.changedSince(NOON)).isEmpty();
    assertThat(rows.feedsCalled(Visibility.EVERYTHING, "THE PAPER", 10)).containsExactly(feed);
    assertThat(rows.feedsCalled(Visibility.EVERYTHING, ".example/feed", 10)).containsExactly(feed);
    assertThat(rows.feedsCalled(Visibility.EVERYTHING, "_example/feed", 10)).isEmpty();
    assertThat(rows.feedsCalled(Visibility.EVERYTHING, "%example/feed", 10)).isEmpty();
    assertThat(rows.feedsCalled(Visibility.EVERYTHING, "7", 10)).containsExactly(7L);
    assertThat(rows.feedNames(List.of(feed)).get(feed))
        .extracting(SearchRows.FeedName::name)
        .isEqualTo("The Paper");
    assertThat(rows.feeds()).containsExactly(feed);
    for (String name : List.of("Новости", "Ärzteblatt", "Éducation", "Ελλάδα")) {
      long other =
          store
              .feeds()
              .add(FeedUrl.of("https://" + name.charAt(2) + ".example"), "other", name, null, NOON)
              .id();
      for (String text : List.of(name, name.toLowerCase(Locale.ROOT))) {
        assertThat(rows.feedsCalled(Visibility.EVERYTHING, text, 10))
            .as(text)
            .containsExactly(other);
      }
    }
  }

  @Test
  void anAddressAddedTwiceIsOneFeed() {
    var first = add("https://a.example/feed");
    var second = add("https://a.example/feed");
    assertThat(first.wasNew()).isTrue();
    assertThat(second.wasNew()).isFalse();
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(store.feeds().all()).hasSize(1);
  }

  @Test
  void aLongListIsTakenAsAShortOneWould() {
    long known = add("https://a7.example/feed").id();
    List<Feeds.Listed> list = new ArrayList<>();
    for (int i = 0; i < 230; i++) {
      var more =
          new Feeds.More(
              i % 3 == 0 ? "id " + i : null,
              i % 5 == 0 ? List.of("F", "G" + i) : List.of(),
              "https://a" + i + ".example/",
              null);
      String host = "a" + (i == 9 ? 8 : i) + ".example"; // one stands there twice
      list.add(
          new Feeds.Listed(FeedUrl.of("https://" + host + "/feed"), host, "T" + i, "F", null, null)
              .with(more));
    }
    List<Feeds.Added> added = store.feeds().addAll(1, list, NOON);
    assertThat(added).hasSize(230);
    assertThat(added.stream().filter(Feeds.Added::wasNew)).hasSize(228);
    assertThat(added.get(7)).isEqualTo(new Feeds.Added(known, false));
    assertThat(added.get(9)).isEqualTo(new Feeds.Added(added.get(8).id(), false));
    assertThat(store.feeds().all()).hasSize(229);
    for (int i : new int[] {0, 15, 99, 100, 150, 229}) {
      long id = added.get(i).id();
      Feed feed = store.feeds().find(id).orElseThrow();
      assertThat(feed.url().toString()).isEqualTo("https://a" + i + ".example/feed");
      assertThat(feed.name()).isEqualTo("T" + i);
      assertThat(feed.link()).isEqualTo("https://a" + i + ".example/");
      assertThat(store.subscriptions().find(1, id).orElseThrow().folders())
          .isEqualTo(i % 5 == 0 ? List.of("F", "G" + i) : List.of("F"));
    }
    assertThat(store.subscriptions().ownIds(1))
        .hasSize(77)
        .containsEntry(added.get(99).id(), "id 99");
    assertThat(store.feeds().addAll(1, list, NOON).stream().filter(Feeds.Added::wasNew)).isEmpty();
  }

  @Test
  void aBackupForWhichThereIsNoRoomSaysSo() {
    var full =
        new Dump.Sink() {
          @Override
          public OutputStream table(String name) {
            return new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("No space left on device");
              }
            };
          }

          @Override
          public void row() {}
        };
    assertThatThrownBy(() -> store.dump(full))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No space left on device")
        .hasMessageNotContaining("acks");
  }

  @Test
  void aListIsTakenWholeOrNotAtAll() {
    var good = new Feeds.Listed(FeedUrl.of("https://a.example/"), "a.example", "A", "F", "g", NOON);
    // The name of its site is missing, which no table takes.
    @SuppressWarnings("NullAway")
    var bad = new Feeds.Listed(FeedUrl.of("https://b.example/"), null, null, null, null, null);
    assertThatThrownBy(() -> store.feeds().addAll(1, List.of(good, bad), NOON))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(store.feeds().all()).isEmpty();
    assertThat(store.feeds().addAll(1, List.of(good), NOON).getFirst().wasNew()).isTrue();
    Feed added = store.feeds().all().getFirst();
    assertThat(added.plan().quotaGroup()).isEqualTo("g");
    assertThat(added.plan().notBefore()).isEqualTo(NOON);
  }

  @Test
  void aFeedComesBackAsItWasWritten() {
    long id = add("https://a.example/feed").id();
    var asking =
        new Feed.Asking(
            new Validators("\"x\"", "Sun, 15 Nov 2026 11:00:00 GMT"),
            42,
            3,
            "https://b.example/",
            1,
            "https://hub.example/",
            Map.of(),
            null);
    var plan =
        new Feed.Plan(
            null,
            null,
            "ttl 60 minutes",
            NOON,
            NOON,
            NOON,
            NOON.plusSeconds(600),
            "ttl",
            NOON.plusSeconds(700),
            "why");
    store.polls().record(poll(id, NOON, List.of(entry(1, "One")), asking, plan));

    Feed f = store.feeds().find(id).orElseThrow();
    assertThat(f.asking()).isEqualTo(asking);
    assertThat(f.plan().notBefore()).isEqualTo(NOON.plusSeconds(600));
    assertThat(f.plan().heldBy()).isEqualTo("ttl");
    assertThat(f.plan().lastNew()).isEqualTo(NOON);
    assertThat(f.name()).isEqualTo("The Paper");
    assertThat(f.language()).isEqualTo("et");
    assertThat(f.entries()).isEqualTo(1);
    assertThat(f.health()).isEqualTo(new Feed.Health("new", null, 0));
    assertThat(store.feeds().counts()).isEqualTo(new FeedCounts(1, 0, 0, 0, 1));
  }

  @Test
  void aPollWrittenTwiceStoresItsEntriesOnce() {
    long id = add("https://a.example/feed").id();
    var poll = poll(id, NOON, List.of(entry(1, "One"), entry(2, "Two")));
    assertThat(store.polls().record(poll).newEntries()).hasSize(2);
    assertThat(store.polls().record(poll).newEntries()).isEmpty();
    assertThat(titles(Selection.ALL)).containsExactly("Two", "One");
  }

  @Test
  void theSameKeyInTwoFeedsIsTwoEntries() {
    for (String address : List.of("https://a.example/", "https://b.example/")) {
      store.polls().record(poll(add(address).id(), NOON, List.of(entry(1, address))));
    }
    assertThat(titles(Selection.ALL)).containsExactly("https://b.example/", "https://a.example/");
  }

  @Test
  void manyFeedsAreAddedAtOnceAndAskedForTogether() {
    List<Feeds.Listed> list = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      String group = i == 7 ? "graph" : null;
      list.add(
          new Feeds.Listed(
              FeedUrl.of("https://many.example/" + i), "many", null, "In", group, null));
    }
    List<Integer> told = new ArrayList<>();
    List<Feeds.Added> added = store.feeds().addAll(1, list, NOON, told::add);
    assertThat(added).hasSize(1_200).allMatch(Feeds.Added::wasNew);
    assertThat(told).isSorted().endsWith(1_200);
    List<Long> ids = added.stream().map(Feeds.Added::id).toList();
    assertThat(store.feeds().grouped()).containsExactly(Map.entry(ids.get(7), "graph"));
    assertThat(store.feeds().folders(1, ids)).isEqualTo(store.feeds().folders(1)).hasSize(1_200);
    assertThat(store.subscriptions().troubled(1)).isEmpty();
    assertThat(store.subscriptions().lastNew(1)).isEqualTo(Instant.EPOCH);
    long id = ids.getFirst();
    store.polls().record(poll(id, NOON, List.of(entry(1, "One"))));
    assertThat(store.subscriptions().lastNew(1)).isAfter(Instant.EPOCH);
  }

  @Test
  void anEditKeepsTheEarlierVersionAndHappensOnce() {
    long id = add("https://a.example/feed").id();
    long entry =
        store.polls().record(poll(id, NOON, List.of(entry(1, "One")))).newEntries().getFirst();
    var edit = poll(id, NOON.plusSeconds(60), List.of(edit(entry, entry(1, "One, corrected"))));
    assertThat(store.polls().record(edit).edited()).isEqualTo(1);
    assertThat(store.polls().record(edit).edited()).isZero();
    assertThat(store.entries().find(entry).orElseThrow().title()).isEqualTo("One, corrected");
    assertThat(store.entries().find(entry).orElseThrow().editedAt())
        .isEqualTo(NOON.plusSeconds(60));
    assertThat(store.entries().versions(entry))
        .singleElement()
        .satisfies(v -> {
          assertThat(v.until()).isEqualTo(NOON.plusSeconds(60));
          assertThat(v.title()).isEqualTo("One");
          assertThat(v.body().content()).isEqualTo("<p>One</p>");
        });
    assertThat(store.entries().versions(entry + 1)).isEmpty();
  }

  @Test
  void ofAnEntryThatChangesAllTheTimeOnlyTheLastVersionsAreKept() {
    long id = add("https://a.example/feed").id();
    long entry =
        store.polls().record(poll(id, NOON, List.of(entry(1, "v0")))).newEntries().getFirst();
    for (int i = 1; i <= 30; i++) {
      store.polls().record(poll(id, NOON.plusSeconds(i), List.of(edit(entry, entry(1, "v" + i)))));
    }
    assertThat(store.entries().versions(entry))
        .extracting(Entries.Version::title)
        .hasSize(20)
        .startsWith("v29")
        .endsWith("v10");
  }

  @Test
  void oldVersionsAreDroppedAFewAtATimeButNotOfStarredEntries() {
    long id = add("https://a.example/feed").id();
    List<Long> entries =
        store
            .polls()
            .record(poll(id, NOON, List.of(entry(1, "One"), entry(2, "Two"))))
            .newEntries();
    for (int i = 1; i <= 4; i++) {
      for (int e = 0; e < 2; e++) {
        var edited = edit(entries.get(e), entry(e + 1, "v" + i));
        store.polls().record(poll(id, NOON.plusSeconds(i * 10L + e), List.of(edited)));
      }
    }
    store.reading().star(Account.FIRST, List.of(entries.get(1)), true, NOON);
    var kept =
        store.keeping().kept(Kept.Kind.VERSIONS, NOON.plus(Duration.ofDays(40)), Kept.LIMITS);
    assertThat(kept.count()).isEqualTo(8);
    assertThat(kept.older().getFirst().count()).as("those of the starred one stay").isEqualTo(4);
    Instant before = NOON.plusSeconds(35);
    assertThat(store.keeping().forgetVersions(before, 2)).isEqualTo(2);
    assertThat(store.keeping().forgetVersions(before, 2)).isEqualTo(1);
    assertThat(store.keeping().forgetVersions(before, 2)).isZero();
    assertThat(store.entries().versions(entries.get(0))).hasSize(1);
    assertThat(store.entries().versions(entries.get(1))).hasSize(4);
  }

  @Test
  void knownEntriesAreFoundByKeyOrAlias() {
    long id = add("https://a.example/feed").id();
    store.polls().record(poll(id, NOON, List.of(entry(1, "One"), entry(2, "Two"))));
    assertThat(store.entries().known(id, List.of(1L, 9L), List.of(8L, 9L)))
        .extracting(Entries.Known::key)
        .containsExactly(1L);
    assertThat(store.entries().known(id, List.of(9L), List.of(alias(2))))
        .extracting(Entries.Known::key)
        .containsExactly(2L);
  }

  @Test
  void pagesFollowEachOtherWithoutGapOrOverlap() {
    long id = add("https://a.example/feed").id();
    List<NewEntry> many = new ArrayList<>();
    for (int i = 0; i < 25; i++) many.add(entry(i, "e" + i));
    store.polls().record(poll(id, NOON, many));
    List<String> seen = new ArrayList<>();
    Cursor cursor = null;
    for (int page = 0; page < 4; page++) {
      var entries = store.entries().page(Selection.ALL, Visibility.EVERYTHING, cursor, 10);
      entries.forEach(e -> seen.add(e.title()));
      if (!entries.isEmpty()) cursor = Cursor.of(Cursor.after(entries.getLast()).toString());
    }
    assertThat(seen).hasSize(25).doesNotHaveDuplicates().startsWith("e24").endsWith("e0");
  }

  @Test
  void entriesAreFilteredByFeedAndTime() {
    long a = add("https://a.example/").id();
    long b = add("https://b.example/").id();
    store.polls().record(poll(a, NOON, List.of(entry(1, "old"))));
    store.polls().record(poll(b, NOON.plusSeconds(9), List.of(entry(1, "young"))));
    assertThat(titles(Selection.ofFeed(a))).containsExactly("old");
    assertThat(titles(Selection.ALL.withSince(NOON.plusSeconds(1)))).containsExactly("young");
    assertThat(titles(Selection.ALL.withLanguage("et"))).containsExactly("young", "old");
    assertThat(titles(Selection.ALL.withLanguage("tr"))).isEmpty();
  }

  @Test
  void bodiesComeBackWhole() {
    long id = add("https://a.example/feed").id();
    String longText = "<p>Õhtul sadas lund. 夜に雪。 </p>".repeat(5000);
    var parsed = parsed(1, "One", longText);
    long entry =
        store
            .polls()
            .record(poll(id, NOON, List.of(new NewEntry(parsed, 0, "x", null))))
            .newEntries()
            .getFirst();
    var body = store.entries().body(entry);
    assertThat(body.content()).isEqualTo(longText);
    assertThat(body.summary()).isEqualTo("sum");
    assertThat(body.enclosures())
        .containsExactly(new ParsedFeed.Enclosure("https://a.example/x.mp3", "audio/mpeg", 7L));
    assertThat(body.links()).isEqualTo(parsed.links());
    assertThat(body.media()).isEqualTo(parsed.media());
    List<String> all = new ArrayList<>();
    store.entries().each((e, b) -> all.add(e.title() + b.comments()));
    assertThat(all).containsExactly("Onehttps://a.example/1#c");
  }

  @Test
  void howLongASoundLastsIsKeptAndFollowsEdits() {
    long id = add("https://a.example/feed").id();
    long entry =
        store.polls().record(poll(id, NOON, List.of(entry(1, "One")))).newEntries().getFirst();
    assertThat(store.entries().find(entry).orElseThrow().duration())
        .isEqualTo(Duration.ofSeconds(3723));
    NewEntry silent =
        new NewEntry(Made.entry(1, "Now a text", NOON, "only", "en"), entry, "x", null);
    store.polls().record(poll(id, NOON.plusSeconds(60), List.of(silent)));
    assertThat(store.entries().find(entry).orElseThrow().duration()).isNull();
    long key = silent.parsed().key();
    store.entries().fillIn(id, Map.of(key, Duration.ofSeconds(61), key + 1, Duration.ofHours(1)));
    assertThat(store.entries().find(entry).orElseThrow().duration())
        .isEqualTo(Duration.ofSeconds(61));
    store.entries().fillIn(id, Map.of(key, Duration.ofHours(9)));
    assertThat(store.entries().find(entry).orElseThrow().duration())
        .as("what is known stays")
        .isEqualTo(Duration.ofSeconds(61));
  }

  @Test
  void charactersThatADatabaseMightRefuseAreTaken() {
    long id = add("https://a.example/feed").id();
    String odd = "nul\0 emoji 😀 rtl \u202e quote ' \" lone \ud800 end";
    store.polls().record(poll(id, NOON, List.of(entry(1, odd))));
    assertThat(
            store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 1).getFirst().title())
        .startsWith("nul emoji 😀 rtl")
        .endsWith("end");
  }

  @Test
  void bookingIsSeenAtOnceAndSurvivesReopening() {
    long id = add("https://a.example/feed").id();
    store.feeds().book(id, NOON.plusSeconds(600), "its turn");
    store.close();
    store = open();
    List<Feeds.Planned> planned = new ArrayList<>();
    store.feeds().eachPlanned(planned::add);
    assertThat(planned).hasSize(1);
    assertThat(planned.getFirst().notBefore()).isEqualTo(NOON.plusSeconds(600));
  }

  @Test
  void theRhythmIsKeptWhenAPollLearnsNothing() {
    long id = add("https://a.example/feed").id();
    store.polls().record(learned(poll(id, NOON, List.of()), new byte[] {1, 2, 3}));
    store.polls().record(poll(id, NOON.plusSeconds(1), List.of()));
    store.feeds().eachPlanned(p -> assertThat(p.rhythm()).containsExactly(1, 2, 3));
  }

  @Test
  void aFeedThatMovesOntoAnotherKeepsItsAddress() {
    long a = add("https://a.example/").id();
    add("https://b.example/");
    PollRecord polled = poll(a, NOON, List.of());
    store.polls().record(moved(polled, FeedUrl.of("https://b.example/")));
    assertThat(store.feeds().find(a).orElseThrow().url().host()).isEqualTo("a.example");
    store.polls().record(moved(polled, FeedUrl.of("https://c.example/")));
    assertThat(store.feeds().find(a).orElseThrow().url().host()).isEqualTo("c.example");
  }

  @Test
  void whatAPersonChangesDuringAPollIsNotUndoneByIt() {
    long id = add("https://a.example/").id();
    PollRecord polled = moved(poll(id, NOON, List.of()), FeedUrl.of("https://c.example/"));
    polled = asked(polled, FeedUrl.of("https://a.example/"));
    store.feeds().move(id, FeedUrl.of("https://b.example/"), "b.example");
    store.feeds().edit(Account.FIRST, id, FeedEdit.state(Feed.State.PAUSED), false);
    store.polls().record(polled);
    Feed feed = store.feeds().find(id).orElseThrow();
    assertThat(feed.url().host()).isEqualTo("b.example");
    assertThat(feed.asking().validators().isEmpty()).isTrue();
    assertThat(feed.state()).isEqualTo(Feed.State.PAUSED);

    store.polls().record(asked(polled, FeedUrl.of("https://b.example/")));
    assertThat(store.feeds().find(id).orElseThrow().url().host()).isEqualTo("c.example");
  }

  private static PollRecord asked(PollRecord p, FeedUrl asked) {
    return new PollRecord(
        p.feedId(),
        new PollRecord.Asked(asked, 0),
        p.address(),
        p.at(),
        p.outcome(),
        p.status(),
        p.message(),
        p.bytes(),
        p.took(),
        p.state(),
        p.asking(),
        p.plan(),
        p.failures(),
        p.rhythm(),
        p.format(),
        p.channel(),
        p.entries());
  }

  @Test
  void removingAFeedTakesItsEntriesAndPollsAlong() {
    long id = add("https://a.example/feed").id();
    store.polls().record(poll(id, NOON, List.of(entry(1, "One"))));
    assertThat(store.feeds().remove(id)).isTrue();
    assertThat(store.feeds().remove(id)).isFalse();
    assertThat(store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 9)).isEmpty();
    assertThat(store.polls().of(id, 9)).isEmpty();
    // a poll that was under way when its feed was removed must neither fail nor revive it
    store.polls().record(poll(id, NOON, List.of()));
    assertThat(store.feeds().find(id)).isEmpty();
  }

  @Test
  void aJobThatFailsTakesNobodyAlong() throws Exception {
    long id = add("https://a.example/feed").id();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> good = new ArrayList<>();
      List<Future<?>> bad = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int n = i;
        // entries of a feed that does not exist violate the foreign key
        if (i % 10 == 0)
          bad.add(
              threads.submit(() -> store.polls().record(poll(-5, NOON, List.of(entry(n, "bad"))))));
        else
          good.add(
              threads.submit(() ->
                  store.polls().record(poll(id, NOON.plusSeconds(n), List.of(entry(n, "e" + n))))));
      }
      for (Future<?> f : good) f.get();
      for (Future<?> f : bad) assertThatThrownBy(f::get).hasCauseInstanceOf(StoreUnavailable.class);
    }
    assertThat(store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 500)).hasSize(180);
  }

  @Test
  void oldPollsAreForgottenByTheDay() {
    long id = add("https://a.example/feed").id();
    for (int day = 0; day < 3; day++) {
      store
          .polls()
          .record(poll(id, NOON.plus(Duration.ofDays(day)), List.of(entry(day, "d" + day))));
    }
    assertThat(store.polls().spent(Visibility.EVERYTHING, NOON.plusSeconds(1)))
        .isEqualTo(new Polls.Spent(2, java.util.Optional.of(NOON.plus(Duration.ofDays(1)))));
    assertThat(store.polls().spent(Visibility.EVERYTHING, NOON.plus(Duration.ofDays(9))).first())
        .isEmpty();
    assertThat(store.polls().forget(NOON.plus(Duration.ofDays(2)), 9)).isEqualTo(2);
    assertThat(store.polls().of(id, 9)).hasSize(1);
  }

  @Test
  void postsAreCountedByQuarterAndLanguageAndPollsByWhatTheyBrought() {
    long feed = add("https://a.example/feed").id();
    Instant at = Instant.parse("2026-11-15T11:37:00Z");
    store
        .polls()
        .record(
            poll(
                feed,
                NOON,
                List.of(
                    entryAt(1, at, false),
                    entryAt(2, at.plusSeconds(60), false),
                    entryAt(3, Instant.parse("2026-11-14T00:00:00Z"), true))));
    store.polls().record(poll(feed, NOON.plusSeconds(60), List.of()));
    for (PollRecord.Outcome outcome : PollRecord.Outcome.values()) {
      store.polls().record(poll(feed, NOON.plusSeconds(90), outcome));
    }
    List<Counts.Posts> posts = new ArrayList<>();
    store.counts().eachQuarter(Visibility.EVERYTHING, Instant.EPOCH, NOON, posts::add);
    assertThat(posts)
        .containsExactly(
            new Counts.Posts(Instant.parse("2026-11-14T00:00:00Z"), true, 1),
            new Counts.Posts(Instant.parse("2026-11-15T11:30:00Z"), false, 2));
    assertThat(store.counts().languages(Visibility.EVERYTHING, Instant.EPOCH, NOON))
        .isEqualTo(Map.of("und", 3L));
    assertThat(store.counts().declaredLanguages(Visibility.EVERYTHING, Instant.EPOCH, NOON))
        .isEqualTo(Map.of("et", 3L));
    assertThat(store.counts().requests(Visibility.EVERYTHING, Instant.EPOCH))
        .singleElement()
        .satisfies(r -> {
          assertThat(r.day()).isEqualTo(java.time.LocalDate.parse("2026-11-15"));
          assertThat(r.useful()).isEqualTo(1);
          assertThat(r.nothingNew()).isEqualTo(4);
          assertThat(r.failed()).isEqualTo(8);
        });
  }

  @Test
  void delaysCountOnlyWhatCouldHaveBeenSooner() {
    long id = add("https://a.example/feed").id(); // added at NOON
    var early = entryAt(1, NOON.minusSeconds(3600), false);
    var dayOnly = entryAt(2, NOON.plusSeconds(1), true);
    var future = entryAt(3, NOON.plusSeconds(9999), false);
    var good = entryAt(4, NOON.plusSeconds(100), false);
    store.polls().record(poll(id, NOON.plusSeconds(160), List.of(early, dayOnly, future, good)));
    assertThat(store.entries().arrivals(Visibility.EVERYTHING, NOON, 100))
        .containsExactly(new Entries.Arrival(id, NOON.plusSeconds(100), NOON.plusSeconds(160)));
  }

  Feeds.Added add(String address) {
    return store.feeds().add(FeedUrl.of(address), "a.example", null, null, NOON);
  }

  List<String> titles(Selection filter) {
    return store.entries().page(filter, Visibility.EVERYTHING, null, 100).stream()
        .map(e -> String.valueOf(e.title()))
        .toList();
  }

  private static PollRecord learned(PollRecord p, byte[] rhythm) {
    return new PollRecord(
        p.feedId(),
        null,
        p.address(),
        p.at(),
        p.outcome(),
        p.status(),
        p.message(),
        p.bytes(),
        p.took(),
        p.state(),
        p.asking(),
        p.plan(),
        p.failures(),
        rhythm,
        p.format(),
        p.channel(),
        p.entries());
  }

  private static PollRecord moved(PollRecord p, FeedUrl to) {
    return new PollRecord(
        p.feedId(),
        null,
        to,
        p.at(),
        p.outcome(),
        p.status(),
        p.message(),
        p.bytes(),
        p.took(),
        p.state(),
        p.asking(),
        p.plan(),
        p.failures(),
        p.rhythm(),
        p.format(),
        p.channel(),
        p.entries());
  }

  static PollRecord poll(long feed, Instant at, List<NewEntry> entries) {
    return poll(feed, at, entries, Feed.Asking.FRESH, Feed.Plan.NEW);
  }

  private static PollRecord poll(long feed, Instant at, PollRecord.Outcome outcome) {
    PollRecord p = poll(feed, at, List.of());
    return new PollRecord(
        feed,
        null,
        p.address(),
        at,
        outcome,
        200,
        null,
        0,
        p.took(),
        p.state(),
        p.asking(),
        p.plan(),
        0,
        null,
        null,
        null,
        List.of());
  }

  static PollRecord poll(
      long feed, Instant at, List<NewEntry> entries, Feed.Asking asking, Feed.Plan plan) {
    var channel =
        new ParsedFeed.Channel(
            "The Paper",
            "https://a.example/",
            null,
            null,
            null,
            null,
            "et",
            NOON,
            NOON.plusSeconds(60),
            List.of(),
            "© Ekspress; all: rights",
            "Pen 2.1",
            null,
            null,
            List.of("news", "sport\nlocal"),
            null,
            List.of(),
            List.of(),
            null,
            List.of(),
            Map.of("webMaster", "web@a.example", "rating", "(PICS-1.1)"));
    return new PollRecord(
        feed,
        null,
        FeedUrl.of("https://a" + feed + ".example/feed"),
        at,
        PollRecord.Outcome.NEW,
        200,
        null,
        1000,
        Duration.ofMillis(20),
        Feed.State.ACTIVE,
        asking,
        plan,
        0,
        null,
        "rss 2.0",
        channel,
        entries);
  }

  static long alias(long key) {
    return key + 1_000_000;
  }

  static NewEntry entry(long key, String title) {
    return new NewEntry(parsed(key, title, "<p>" + title + "</p>"), 0, title, "et");
  }

  static NewEntry edit(long id, NewEntry to) {
    return new NewEntry(to.parsed(), id, to.excerpt(), to.language());
  }

  static NewEntry entryAt(long key, Instant published, boolean dateOnly) {
    return new NewEntry(parsed(key, "t" + key, "c", published, dateOnly), 0, null, null);
  }

  static ParsedEntry parsed(long key, String title, String content) {
    return parsed(key, title, content, NOON, false);
  }

  static ParsedEntry parsed(
      long key, String title, String content, @Nullable Instant published, boolean dateOnly) {
    return new ParsedEntry(
        key,
        alias(key),
        (title + content).hashCode(),
        "id" + key,
        title,
        "https://a.example/" + key,
        List.of(new ParsedFeed.Link("alternate", "https://a.example/" + key, null)),
        published,
        dateOnly,
        null,
        null,
        List.of(new ParsedFeed.Person("Desk", null, null)),
        "sum",
        content,
        List.of("news"),
        List.of(new ParsedFeed.Enclosure("https://a.example/x.mp3", "audio/mpeg", 7L)),
        "https://a.example/1#c",
        null,
        null,
        null,
        List.of(
            new ParsedFeed.Media(
                "https://a.example/i.png", "image/png", "image", 3, null, "t", null, null)),
        Map.of("duration", "1:02:03"));
  }
}
