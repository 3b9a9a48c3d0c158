package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.Selection;
import freshet.model.Subscription;
import freshet.model.Tristate;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class BrowsingTest extends TwoReaders {
  private static void assertRefused(Reason reason, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.reason).isEqualTo(reason));
  }

  private List<Long> river(Account who, Selection which) {
    return browsing.river(who, which, null, 9, false).stories().stream()
        .map(s -> s.entry().id())
        .toList();
  }

  @Test
  void everyoneSeesTheirOwnFeedsByTheirOwnNames() {
    assertThat(river(first, Selection.ALL)).hasSize(4);
    assertThat(river(other, Selection.ALL)).containsExactly(ofBlog);
    assertThat(browsing.entries(other, Selection.ALL, null, 9))
        .extracting(Entry::id)
        .containsExactly(ofBlog);
    assertThat(browsing.stories(other, Selection.ALL, null, 9)).hasSize(1);
    assertThat(browsing.river(other, Selection.ofFeed(blog), null, 9, false).name())
        .isEqualTo("My blog");
    Browsing.Overview overview = browsing.overview(other);
    assertThat(overview.feeds()).extracting(Subscription::name).containsExactly("My blog");
    assertThat(overview.languages()).isEmpty();
    assertThat(overview.entries()).isEqualTo(1);
    assertThat(browsing.overview(first).languages()).containsExactly("de", "en");
    assertThat(browsing.readers(blog)).containsExactlyInAnyOrder(first.id(), other.id());
  }

  @Test
  void whatAnotherFollowsDoesNotExist() {
    long hidden = ofNews.getFirst();
    assertRefused(
        Reason.NO_FEED, () -> browsing.river(other, Selection.ofFeed(news), null, 9, false));
    assertRefused(
        Reason.NO_EVENT, () -> browsing.river(other, Selection.ALL.withEvent(7L), null, 9, false));
    assertRefused(Reason.NO_ENTRY, () -> browsing.open(other, hidden));
    assertRefused(Reason.NO_ENTRY, () -> browsing.entry(other, hidden));
    assertRefused(Reason.NO_ENTRY, () -> browsing.compare(other, ofBlog, hidden));
    assertRefused(Reason.NO_EVENT, () -> browsing.event(other, 7));
    assertThat(browsing.items(other, List.of(hidden, ofBlog)))
        .extracting(i -> i.full().entry().id())
        .containsExactly(ofBlog);
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> browsing.each(other, (_, _) -> {}));
  }

  @Test
  void aStarOutlivesTheSubscription() {
    long kept = ofNews.getFirst();
    marking.star(first, List.of(kept), true);
    store.subscriptions().remove(first.id(), news);
    assertThat(river(first, Selection.ALL)).containsExactly(ofBlog);
    Selection starred = Selection.ALL.withStarred(Tristate.ONLY);
    assertThat(river(first, starred)).containsExactly(kept);
    assertThat(browsing.open(first, kept).mark().starred()).isTrue();
    assertRefused(Reason.NO_ENTRY, () -> browsing.open(first, ofNews.getLast()));
    assertThat(browsing.arrived(first, starred, false, null, 9))
        .extracting(Arrived::id)
        .containsExactly(kept);
    Browsing.Item item = browsing.items(first, List.of(kept)).getFirst();
    assertThat(item.from()).isNull();
  }

  @Test
  void theRiverGoesOnWhereItsPageEnded() {
    List<Long> seen = new ArrayList<>();
    Cursor before = null;
    do {
      Browsing.River page = browsing.river(first, Selection.ALL, before, 3, true);
      page.stories().forEach(s -> seen.add(s.entry().id()));
      assertThat(page.bodies()).hasSameSizeAs(page.stories());
      assertThat(page.marks()).hasSameSizeAs(page.stories());
      assertThat(page.newest()).isEqualTo(ofBlog);
      before = page.older();
    } while (before != null);
    assertThat(seen).containsExactly(ofBlog, ofNews.get(2), ofNews.get(1), ofNews.get(0));
  }

  @Test
  void anEntryLeadsToTheNextOfItsReader() {
    assertThat(browsing.open(first, ofBlog).next()).isEqualTo(ofNews.getLast());
    assertThat(browsing.open(other, ofBlog).next()).isNull();
    Browsing.Pair pair = browsing.compare(first, ofBlog, ofNews.getFirst());
    assertThat(pair.first().title()).as("the earlier").isEqualTo("Old");
    assertThat(pair.second().title()).isEqualTo("Post");
  }

  @Test
  void streamsGoByArrivalAndItemsInTheOrderAskedFor() {
    assertThat(browsing.arrived(first, Selection.ALL, true, ofNews.getFirst(), 2))
        .extracting(Arrived::id)
        .containsExactly(ofNews.get(1), ofNews.get(2));
    assertThat(browsing.items(first, List.of(ofBlog, 987654321L, ofNews.get(1))))
        .extracting(i -> i.full().entry().id())
        .containsExactly(ofBlog, ofNews.get(1));
    assertThat(browsing.count(first)).isEqualTo(4);
  }

  @Test
  void everyEntryIsHandedOverWithTheTagsOfTheAccount() {
    marking.tag(first, List.of(ofBlog), "later", true);
    marking.tag(first, List.of(ofBlog), "again", true);
    marking.tag(other, List.of(ofBlog), "mine", true);
    List<String> lines = new ArrayList<>();
    browsing.each(first, (full, tags) -> lines.add(full.entry().title() + tags));
    assertThat(lines).containsExactly("Old[]", "Middle[]", "Young[]", "Post[again, later]");
  }
}
