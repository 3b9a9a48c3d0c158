package freshet.group;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Which strands of events have a root or a trace, by its place, and how often each was seen
/// lately: what is in too many of them tells nothing.
final class Table {
  private static final int COUNTED = 400_000;

  private final int most;
  private final int[] seen;
  private int counted;
  private final @Nullable Strand[][] byPlace;
  private final int[] having;

  /// @param most a place that more strands have is not looked at
  Table(int places, int most) {
    this.most = most;
    seen = new int[places];
    byPlace = new Strand[places][];
    having = new int[places];
  }

  /// How many entries were counted.
  int counted() {
    return counted;
  }

  int seen(int place) {
    return seen[place];
  }

  void see(int place) {
    seen[place]++;
  }

  /// All of an entry was seen. Old counts are halved now and then.
  void count() {
    if (++counted < COUNTED) return;
    counted /= 2;
    for (int i = 0; i < seen.length; i++) seen[i] /= 2;
  }

  /// How many strands to look at; 0 if there are too many.
  int telling(int place) {
    return having[place] > most ? 0 : having[place];
  }

  Strand strand(int place, int i) {
    return byPlace[place][i];
  }

  /// A place that too many have already tells of none of them.
  void put(int place, Strand strand) {
    int size = having[place];
    if (size > most) return;
    if (size == 0) byPlace[place] = new Strand[2];
    if (size == byPlace[place].length) byPlace[place] = Arrays.copyOf(byPlace[place], size * 2);
    byPlace[place][size] = strand;
    having[place]++;
  }

  void remove(int place, Strand strand) {
    keep(place, s -> s != strand);
  }

  /// Forgets events of which nothing was heard since a time.
  void forget(long epochSecond) {
    for (int place = 0; place < having.length; place++) {
      if (having[place] > 0) keep(place, s -> s.of.last >= epochSecond);
    }
  }

  private void keep(int place, Predicate<Strand> kept) {
    Strand[] strands = byPlace[place];
    int n = 0;
    for (int i = 0; i < having[place]; i++) if (kept.test(strands[i])) strands[n++] = strands[i];
    Arrays.fill(strands, n, having[place], null);
    having[place] = n;
    if (n == 0) byPlace[place] = null;
  }

  void write(NumbersOut out) throws IOException {
    out.number(counted);
    int[] places = places(seen);
    int[] often = new int[places.length];
    for (int i = 0; i < often.length; i++) often[i] = seen[places[i]];
    out.all(places, places.length);
    out.all(often, often.length);
    int[] full = places(having);
    out.all(full, full.length);
    int[] numbers = new int[most + 1];
    for (int place : full) {
      for (int i = 0; i < having[place]; i++) numbers[i] = byPlace[place][i].number;
      out.all(numbers, having[place]);
    }
  }

  private static int[] places(int[] counts) {
    return IntStream.range(0, counts.length).filter(place -> counts[place] > 0).toArray();
  }

  /// The strands of a place, by their numbers.
  record Having(int place, int[] strands) {}

  /// Reads what [#write] wrote; the strands themselves are put in by [#take].
  ///
  /// @param strands how many there are
  List<Having> read(NumbersIn in, int strands) throws IOException {
    counted = (int) in.number();
    int[] places = in.ints(0);
    int[] often = in.ints(0);
    EventNumbers.check(often.length == places.length);
    for (int i = 0; i < places.length; i++) {
      check(places[i]);
      seen[places[i]] = often[i];
    }
    List<Having> all = new ArrayList<>();
    for (int place : in.ints(0)) {
      check(place);
      Having having = new Having(place, in.ints(0));
      for (int strand : having.strands) EventNumbers.check(strand >= 0 && strand < strands);
      all.add(having);
    }
    return all;
  }

  private void check(int place) throws IOException {
    EventNumbers.check(place >= 0 && place < seen.length);
  }

  /// @param strands null where one is left out
  void take(List<Having> all, @Nullable Strand[] strands) {
    for (Having having : all) {
      for (int number : having.strands) {
        Strand strand = strands[number];
        if (strand != null) put(having.place, strand);
      }
    }
  }
}
