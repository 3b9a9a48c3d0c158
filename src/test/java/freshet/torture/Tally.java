package freshet.torture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What came of one round, or of all rounds of a kind.
final class Tally {
  int kills;
  int lost;
  int doubled;
  int gaps;

  /// Answered with an error and stored nevertheless, or stored in part.
  int halves;

  /// Did not go on by itself in the time it was given.
  int stuck;

  int compared;
  final List<String> remarks = new ArrayList<>();

  boolean isGood() {
    return lost + doubled + gaps + halves + stuck == 0;
  }

  void lost(Collection<?> things) {
    lost += things.size();
    remark("lost", things);
  }

  void doubled(Collection<?> things) {
    doubled += things.size();
    remark("doubled", things);
  }

  void gaps(Collection<?> things) {
    gaps += things.size();
    remark("gap broken", things);
  }

  void half(String what) {
    halves++;
    remarks.add("half: " + what);
  }

  void stuck(String what) {
    stuck++;
    remarks.add("stuck: " + what);
  }

  private void remark(String what, Collection<?> things) {
    things.stream().limit(5).forEach(thing -> remarks.add(what + ": " + thing));
  }

  void add(Tally other) {
    kills += other.kills;
    lost += other.lost;
    doubled += other.doubled;
    gaps += other.gaps;
    halves += other.halves;
    stuck += other.stuck;
    compared += other.compared;
    remarks.addAll(other.remarks);
  }
}
