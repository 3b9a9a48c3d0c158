package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParsedEntry;
import freshet.store.Entries.Known;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SifterTest {

  @Test
  void whatIsKnownByItsKeyIsNotNew() {
    var sifted =
        Sifter.sift(List.of(entry(1, 11, 5), entry(2, 12, 5)), List.of(new Known(7, 1, 11, 5)));
    assertThat(sifted.added()).extracting(ParsedEntry::key).containsExactly(2L);
    assertThat(sifted.edits()).isEmpty();
  }

  @Test
  void aKnownEntryWithOtherContentIsAnEditOfTheSame() {
    var edited = entry(1, 11, 6);
    var sifted = Sifter.sift(List.of(edited), List.of(new Known(7, 1, 11, 5)));
    assertThat(sifted.added()).isEmpty();
    assertThat(sifted.edits()).containsEntry(edited, 7L);
  }

  @Test
  void idsThatChangeAtEveryFetchDoNotMakeEntriesNew() {
    var sifted = Sifter.sift(List.of(entry(99, 11, 5)), List.of(new Known(7, 1, 11, 5)));
    assertThat(sifted.added()).isEmpty();
    assertThat(sifted.edits()).isEmpty();
  }

  @Test
  void twoEntriesThatLookAlikeButStandSideBySideStayTwo() {
    // "Live updates" twice in one feed under different ids: the second is not an edit of the first
    var sifted =
        Sifter.sift(List.of(entry(1, 11, 5), entry(2, 11, 5)), List.of(new Known(7, 1, 11, 5)));
    assertThat(sifted.added()).extracting(ParsedEntry::key).containsExactly(2L);
  }

  @Test
  void anEntryThatAFeedHasTwiceIsTakenOnce() {
    assertThat(Sifter.sift(List.of(entry(1, 11, 5), entry(1, 11, 6)), List.of()).added())
        .hasSize(1);
  }

  @Test
  void whatWasKeptLongEnoughAndDeletedIsNeitherNewNorEdited() {
    List<Known> deleted = List.of(new Known(0, 1, 11, 0), new Known(0, 2, 12, 0));
    var sifted = Sifter.sift(List.of(entry(1, 11, 6), entry(99, 12, 6)), deleted);
    assertThat(sifted.added()).isEmpty();
    assertThat(sifted.edits()).isEmpty();
  }

  private static ParsedEntry entry(long key, long alias, long hash) {
    return new ParsedEntry(
        key, alias, hash, null, "t", null, List.of(), null, false, null, null, List.of(), null,
        null, List.of(), List.of(), null, null, null, null, List.of(), Map.of());
  }
}
