package freshet.group;

import java.util.List;

/// What a text has that texts of other languages about the same happening have, too: names,
/// numbers, countries, and words as far as somebody knows what they are in English. Each may stand
/// in several forms, of which one has to meet one of another text.
///
/// @param keys the forms of each, as places in a table
/// @param weights how much each says by its kind and place, 1 at most
/// @param kinds one of [#NAME], [#NUMBER], [#COUNTRY], [#WORD], [#PERHAPS]
record Traces(int[][] keys, float[] weights, byte[] kinds) {
  static final byte NAME = 0;
  static final byte NUMBER = 1;
  static final byte COUNTRY = 2;
  static final byte WORD = 3;

  /// It may be a name: its script has no capitals.
  static final byte PERHAPS = 4;

  static final int BITS = 18;

  static final Traces NONE = new Traces(new int[0][], new float[0], new byte[0]);

  /// One of them.
  record Trace(int[] keys, float weight, byte kind) {
    Trace heavier(Trace other) {
      return other.weight > weight ? other : this;
    }
  }

  static Traces of(List<Trace> all) {
    int[][] keys = new int[all.size()][];
    float[] weights = new float[keys.length];
    byte[] kinds = new byte[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = all.get(i).keys;
      weights[i] = all.get(i).weight;
      kinds[i] = all.get(i).kind;
    }
    return new Traces(keys, weights, kinds);
  }

  int size() {
    return keys.length;
  }

  /// The place of a form in the table, one for each kind of form.
  static int key(char kind, String form) {
    int h = form.hashCode() * 31 + kind;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return (h ^ (h >>> 16)) & ((1 << BITS) - 1);
  }
}
