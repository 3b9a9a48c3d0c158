package freshet.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnderWayTest {
  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("reading");
  }

  /// A run that is killed while these feeds are read.
  private UnderWay killedWhile(long... feeds) {
    UnderWay run = UnderWay.open(file);
    for (long feed : feeds) run.of(feed).begins();
    return run;
  }

  private static void finishes(UnderWay run, long feed) {
    ReadingPool.Watch reading = run.of(feed);
    reading.begins();
    reading.ends();
  }

  @Test
  void aProgramThatEndsAsItShouldLeavesNobodySuspected() {
    killedWhile(7).close();
    UnderWay next = UnderWay.open(file);
    assertThat(next.leftOut()).isEmpty();
    assertThat(next.isSuspect(7)).isFalse();
  }

  @Test
  void onceIsNoProof() {
    killedWhile(7, 8);
    UnderWay next = UnderWay.open(file);
    assertThat(next.leftOut()).isEmpty();
    assertThat(next.of(7).alone()).isTrue();
    assertThat(next.of(8).alone()).isTrue();
    assertThat(next.of(9).alone()).isFalse();
  }

  @Test
  void aReadingThatIsFinishedClearsTheFeed() {
    killedWhile(7, 8);
    UnderWay next = UnderWay.open(file);
    finishes(next, 7);
    assertThat(next.isSuspect(7)).isFalse();
    next.of(7).begins(); // and killed again
    UnderWay third = UnderWay.open(file);
    assertThat(third.leftOut()).isEmpty();
    assertThat(third.isSuspect(7)).isTrue();
    assertThat(third.isSuspect(8)).as("not read in between").isTrue();
  }

  /// Whoever kills a busy machine's program again and again hits a feed twice now and then.
  @Test
  void twiceInARowIsNoProofYet() {
    killedWhile(7, 8);
    killedWhile(7);
    UnderWay third = UnderWay.open(file);
    assertThat(third.leftOut()).isEmpty();
    assertThat(third.of(7).alone()).isTrue();
    finishes(third, 7);
    killedWhile(7);
    killedWhile(7);
    assertThat(UnderWay.open(file).leftOut()).as("counted anew").isEmpty();
  }

  @Test
  void threeTimesInARowIsLeftOut() {
    killedWhile(7, 8);
    killedWhile(7);
    killedWhile(7);
    UnderWay fourth = UnderWay.open(file);
    assertThat(fourth.leftOut()).containsExactly(7L);
    fourth.close();
    UnderWay fifth = UnderWay.open(file);
    assertThat(fifth.leftOut()).as("said once").isEmpty();
    assertThat(fifth.of(7).alone()).as("until it was read to its end").isTrue();
    fifth.of(7).begins();
    assertThat(UnderWay.open(file).leftOut()).as("asked for, and killed").containsExactly(7L);
  }

  @Test
  void onceIsEnoughAfterMoreWorkThanAnyHonestFeedNeeds() {
    UnderWay run = killedWhile(8);
    ReadingPool.Watch long7 = run.of(7);
    long7.begins();
    long7.spent(Duration.ofSeconds(5));
    assertThat(UnderWay.open(file).leftOut()).containsExactly(7L);
  }

  @Test
  void moreAtOnceThanThereIsRoomForIsNoHarm() {
    UnderWay run = UnderWay.open(file);
    for (long feed = 1; feed <= 300; feed++) run.of(feed).begins();
    assertThat(UnderWay.open(file).leftOut()).isEmpty();
  }

  @Test
  void aFileOfSomethingElseIsBegunAnew() throws java.io.IOException {
    java.nio.file.Files.writeString(file, "nonsense ".repeat(1000));
    UnderWay run = UnderWay.open(file);
    assertThat(run.leftOut()).isEmpty();
    finishes(run, 7);
  }
}
