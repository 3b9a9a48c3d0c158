package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LuceneIndexTest extends IndexContract {
  @TempDir Path folder;

  @Override
  Index opened() {
    return LuceneIndex.open(folder);
  }

  @Test
  void whatWasCommittedIsThereAfterAKillAndTheRestIsNot() {
    index.add(List.of(entry(1, "one", "", "en")));
    index.commit(new IndexMark(1, NOON));
    index.add(List.of(entry(2, "two", "", "en")));
    index.close();
    index = opened();
    assertThat(index.mark()).isEqualTo(new IndexMark(1, NOON));
    assertThat(index.ids()).containsExactly(1);
  }

  @Test
  void anotherProcessMayReadButNotWrite() {
    index.add(List.of(entry(1, "one", "", "en")));
    assertThatThrownBy(() -> LuceneIndex.openReadOnly(folder)).isInstanceOf(IndexDamaged.class);
    index.commit(new IndexMark(1, NOON));
    assertThatThrownBy(() -> LuceneIndex.open(folder)).isInstanceOf(LuceneIndex.InUse.class);
    try (Index reader = LuceneIndex.openReadOnly(folder)) {
      assertThat(reader.size()).isEqualTo(1);
      assertThat(reader.mark().entry()).isEqualTo(1);
      index.add(List.of(entry(2, "two", "", "en")));
      index.commit(new IndexMark(2, NOON));
      assertThat(reader.size()).isEqualTo(2);
    }
  }

  @Test
  void aDamagedIndexIsEmptiedAndSaysSo() throws IOException {
    index.add(List.of(entry(1, "one", "", "en")));
    index.commit(new IndexMark(1, NOON));
    index.close();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path f : files.toList()) {
        if (f.getFileName().toString().startsWith("segments")) Files.write(f, new byte[] {1, 2, 3});
      }
    }
    index = LuceneIndex.open(folder);
    assertThat(index.mark()).isEqualTo(IndexMark.NOTHING);
    assertThat(index.size()).isZero();
  }

  @Test
  void damageInsideAFileIsNoticedByVerifying() throws IOException {
    List<IndexEntry> many = new ArrayList<>();
    for (int i = 1; i < 300; i++) many.add(entry(i, "title " + i, "text " + i * 31, "en"));
    index.add(many);
    index.commit(new IndexMark(300, NOON));
    index.verify();
    index.close();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path f : files.filter(p -> p.toString().endsWith(".cfs")).toList()) {
        byte[] bytes = Files.readAllBytes(f);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(f, bytes);
      }
    }
    index = LuceneIndex.open(folder);
    assertThatThrownBy(index::verify).isInstanceOf(IndexDamaged.class);
    index.clear();
    assertThat(index.size()).isZero();
    index.add(List.of(entry(1, "one", "", "en")));
    assertThat(ids("one")).containsExactly(1L);
  }

  @Test
  void aLockThatWasOverwrittenDoesNotKeepItFromBeingBuiltAgain() throws IOException {
    index.add(List.of(entry(1, "Cats", "sleep", "en")));
    Files.writeString(folder.resolve("write.lock"), "nonsense");
    assertThatThrownBy(() -> index.commit(new IndexMark(1, NOON))).isInstanceOf(IndexDamaged.class);
    index.clear();
    index.add(List.of(entry(1, "Cats", "sleep", "en")));
    index.commit(new IndexMark(1, NOON));
    assertThat(ids("cats")).containsExactly(1L);
    index.close();
    Files.writeString(folder.resolve("write.lock"), "nonsense");
    index = LuceneIndex.open(folder);
    assertThat(ids("cats")).containsExactly(1L);
    index.add(List.of(entry(2, "Dogs", "bark", "en")));
    index.commit(new IndexMark(2, NOON));
    assertThat(ids("dogs")).containsExactly(2L);
  }
}
