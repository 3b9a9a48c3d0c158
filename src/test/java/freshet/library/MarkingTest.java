package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Mark;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.model.Tristate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MarkingTest extends TwoReaders {
  private static final List<Long> NOTHING = List.of();

  private Mark mark(freshet.model.Account who, long entry) {
    return browsing.marks(who, List.of(entry)).getOrDefault(entry, Mark.NONE);
  }

  @Test
  void whatAnAccountCannotSeeItCannotMark() {
    long hidden = ofNews.getFirst();
    marking.star(other, List.of(hidden, ofBlog), true);
    marking.tag(other, List.of(hidden, ofBlog), "later", true);
    marking.read(other, List.of(hidden, ofBlog), true);
    assertThat(browsing.starred(other, 9)).containsExactly(ofBlog);
    assertThat(browsing.tags(other)).containsEntry("later", 1L);
    assertThat(mark(other, hidden)).isEqualTo(Mark.NONE);
    assertThat(mark(other, ofBlog)).isEqualTo(new Mark(false, true, Set.of("later")));
    assertThat(mark(first, ofBlog))
        .as("another's marks")
        .isEqualTo(new Mark(true, false, Set.of()));
  }

  @Test
  void whatIsStarredOrTaggedCanBeMarkedWhenItsFeedIsFollowedNoLonger() {
    long second = ofNews.get(1);
    marking.star(first, List.of(ofNews.getFirst()), true);
    marking.tag(first, List.of(second), "later", true);
    store.subscriptions().remove(first.id(), news);
    marking.tag(first, ofNews, "kept", true);
    assertThat(mark(first, ofNews.getFirst()).tags()).containsExactly("kept");
    assertThat(mark(first, second).tags()).containsExactlyInAnyOrder("later", "kept");
    assertThat(mark(first, ofNews.getLast()).tags()).isEmpty();
    marking.star(first, ofNews, false);
    assertThat(browsing.starred(first, 9)).isEmpty();
  }

  @Test
  void moreAreMarkedAtOnceThanAreAskedForTogether() {
    List<Long> many = java.util.stream.LongStream.rangeClosed(1, 1200).boxed().toList();
    marking.read(first, many, true);
    assertThat(browsing.unread(first, 9)).isEmpty();
  }

  @Test
  void allOfASelectionAreMarkedAsReadAndTakenBack() {
    store.topics().give(ofNews.get(1), "boats", NOON);
    marking.tag(first, List.of(ofNews.getLast(), ofBlog), "later", true);
    marking.star(first, List.of(ofBlog), true);
    Selection all = Selection.ALL;
    assertReadAll(all, 4);
    assertReadAll(Selection.ofFeed(news), 3);
    assertReadAll(Selection.ofFeed(blog), 1);
    assertReadAll(all.withFolder("Papers"), 3);
    assertReadAll(all.withFolder("none"), 0);
    assertReadAll(all.withTopic("boats"), 1);
    assertReadAll(all.withLanguage("en"), 2);
    assertReadAll(all.withEvent(77L), 0);
    assertReadAll(all.withTag("later"), 2);
    assertReadAll(all.withLabel("later"), 2);
    assertReadAll(all.withLabel("Papers"), 3);
    assertReadAll(all.withStarred(Tristate.ONLY), 1);
    assertReadAll(all.withUntil(NOON.minus(Duration.ofHours(1))), 3);
    assertReadAll(all.withSince(NOON.minus(Duration.ofHours(1))), 1);
    assertReadAll(Selection.ofFeed(news).withLanguage("en").withTopic("boats"), 1);
  }

  private void assertReadAll(Selection which, int entries) {
    Marked marked = marking.readAll(first, which, null, null);
    assertThat(marked.entries()).as("%s", which).isEqualTo(entries);
    assertThat(browsing.unread(first, 9)).as("%s", which).hasSize(4 - entries);
    marking.undo(other, marked.batch());
    assertThat(browsing.unread(first, 9)).as("another's undo").hasSize(4 - entries);
    marking.undo(first, marked.batch());
    assertThat(browsing.unread(first, 9)).as("%s", which).hasSize(4);
    assertThat(browsing.unread(other, 9)).as("those of another").containsExactly(ofBlog);
  }

  @Test
  void markingAllStopsAtWhatTheReaderCouldSee() {
    assertThat(marking.readAll(first, Selection.ALL, ofNews.get(1), null).entries()).isEqualTo(2);
    var dayAgo = NOON.minus(Duration.ofDays(1));
    assertThat(marking.readAll(other, Selection.ALL, null, dayAgo).entries()).isZero();
    assertThat(browsing.unread(other, 9)).containsExactly(ofBlog);
  }

  @Test
  void feedsAndTopicsAreHiddenForTheirAccountAlone() {
    store.topics().give(ofNews.getFirst(), "boats", NOON);
    marking.hideFeed(first, blog, true);
    marking.hideTopic(first, "boats", true);
    marking.hideTopic(first, "cats", true);
    assertThat(marking.hiddenTopics(first)).containsExactly("boats", "cats");
    assertThat(marking.hiddenTopics(other)).isEmpty();
    assertThat(river()).containsExactly(ofNews.get(2), ofNews.get(1));
    assertThat(browsing.river(first, Selection.ofFeed(blog), null, 9, false).hidden()).isTrue();
    marking.hideTopics(first, List.of("cats"));
    marking.hideFeed(first, blog, false);
    assertThat(river()).hasSize(4);
    marking.hideTopic(first, "cats", false);
    assertThat(marking.hiddenTopics(first)).isEmpty();
    assertThatThrownBy(() -> marking.hideTopic(first, "two\nlines", true))
        .isInstanceOf(Refusal.class);
  }

  private List<Long> river() {
    return browsing.river(first, Selection.ALL, null, 9, false).stories().stream()
        .map(s -> s.entry().id())
        .toList();
  }

  @Test
  void nothingIsNothing() {
    marking.read(first, NOTHING, true);
    marking.star(first, NOTHING, true);
    marking.tag(first, List.of(987654321L), "later", true);
    assertThat(browsing.tags(first)).isEmpty();
    assertThat(browsing.unread(first, 9)).hasSize(4);
  }
}
