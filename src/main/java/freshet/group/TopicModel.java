package freshet.group;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/// Learns topics from examples, one at a time, and tells the topic of an entry.
///
/// The idea. Two learners over hashed word roots, beginnings and pairs (see [Features]) whose
/// scores are added up. The first counts: complement naive Bayes [1], in each language by itself,
/// which asks how rare a root is in all *other* topics; it is good after a handful of examples. The
/// second corrects what the counts get wrong: logistic regression learned by gradient steps whose
/// size shrinks for each root with what it has already learned (AdaGrad [2], one sum of squares a
/// root for all topics); it is what improves with many examples. Every example changes both at
/// once; a correction by a person repeats the step until the model agrees. docs/decisions/0170 has
/// the figures.
///
/// Costs. Eight bytes a topic and place that was ever learned, of 2^18 places: 34 MB with 16 topics
/// once all were, a tenth of that in the first weeks. A text costs a look-up a root and an addition
/// a root and topic. Known weakness: a topic that was taught long ago and never again loses ground
/// to the others.
///
/// Not safe for several threads while it learns, also by itself: see [#awaits].
///
/// [1] Rennie, Shih, Teevan, Karger, Tackling the poor assumptions of naive Bayes text classifiers,
/// 2003. [2] Duchi, Hazan, Singer, Adaptive subgradient methods, 2011.
public final class TopicModel {
  private static final int VERSION = 2;
  private static final int BITS = Features.BITS;
  private static final float RATE = 1.5f;
  private static final float START = 0.05f;

  private static final double AGREED = 0.6;
  private static final int MOST_STEPS = 30;
  private static final int FIRST_ROWS = 1 << 10;

  private final List<String> topics = new ArrayList<>();

  /// The row of a place, 0: never learned. This fits into the cache.
  private final int[] rows = new int[1 << BITS];

  /// How many rows there are, with the one of those that were never learned.
  private int used = 1;

  /// `table[row * 2 * room + topic]` is the correction, `room` further on the count.
  private float[] table;

  private int room = 4;

  /// What was counted in a row in all topics.
  private float[] totals = new float[FIRST_ROWS];

  private float[] squares = new float[FIRST_ROWS];
  private final Counted counted = new Counted();
  private @Nullable Starter starter;

  public TopicModel() {
    table = new float[2 * room * FIRST_ROWS];
  }

  /// A model that knows the usual topics in the major languages, from words written for Freshet.
  public static TopicModel starter() {
    TopicModel model = new TopicModel();
    Starter words = new Starter();
    words.topics().forEach(model::number);
    model.starter = words;
    return model;
  }

  /// Whether the words that a new user begins with are still to be learned in a language. It
  /// happens by itself with the first text in it.
  public boolean awaits(String language) {
    return starter != null && starter.knows(language);
  }

  /// Learns the words of a language that are still to be learned.
  public void begin(String language) {
    if (starter != null) starter.teach(this, language);
  }

  /// The topics seen so far.
  public List<String> topics() {
    return List.copyOf(topics);
  }

  /// Learns that an entry has a topic.
  public void learn(String title, String text, String language, String topic) {
    learn(Gist.of(title, text, language), topic);
  }

  /// Learns that an entry has a topic.
  public void learn(Gist gist, String topic) {
    if (gist.isEmpty()) return;
    begin(gist.language);
    int right = number(topic);
    step(gist, right);
    count(gist, right);
  }

  /// Learns what a person says about an entry: afterwards an entry like it has that topic.
  public void correct(Gist gist, String topic) {
    if (gist.isEmpty()) return;
    begin(gist.language);
    int right = number(topic);
    count(gist, right);
    for (int i = 0; i < MOST_STEPS && probabilities(gist)[right] < AGREED; i++) {
      step(gist, right);
    }
  }

  /// The topic of an entry; "other" if nothing in it was ever learned.
  public Topic classify(String title, String text, String language) {
    return classify(Gist.of(title, text, language));
  }

  /// The topic of an entry; "other" if nothing in it was ever learned.
  public Topic classify(Gist gist) {
    begin(gist.language);
    boolean known = false;
    for (int place : gist.features.places()) {
      if (totals[rows[place]] > 0) {
        known = true;
        break;
      }
    }
    if (!known) return new Topic(Topic.OTHER, 0);
    double[] probabilities = probabilities(gist);
    int best = 0;
    for (int t = 1; t < probabilities.length; t++) {
      if (probabilities[t] > probabilities[best]) best = t;
    }
    return new Topic(topics.get(best), probabilities[best]);
  }

  private void step(Gist gist, int right) {
    Features features = gist.features;
    double[] errors = probabilities(gist);
    errors[right] -= 1;
    double size = 0;
    for (double error : errors) size += error * error;
    for (int i = 0; i < features.places().length; i++) {
      int row = row(features.places()[i]);
      float value = features.weights()[i];
      squares[row] += (float) (size * value * value);
      float rate = RATE * value / (float) Math.sqrt(squares[row] + START);
      int from = row * 2 * room;
      for (int t = 0; t < errors.length; t++) table[from + t] -= (float) (rate * errors[t]);
    }
  }

  private void count(Gist gist, int topic) {
    Features features = gist.features;
    for (int i = 0; i < features.places().length; i++) {
      int row = row(features.places()[i]);
      float value = features.weights()[i];
      counted.add(gist.language, topic, value, totals[row] == 0);
      totals[row] += value;
      table[(row * 2 + 1) * room + topic] += value;
    }
  }

  /// The row of a place; a new one if it has none yet.
  private int row(int place) {
    if (rows[place] != 0) return rows[place];
    if (used == totals.length) {
      int more = used + used / 2;
      totals = Arrays.copyOf(totals, more);
      squares = Arrays.copyOf(squares, more);
      table = Arrays.copyOf(table, 2 * room * more);
    }
    rows[place] = used;
    return used++;
  }

  private double[] probabilities(Gist gist) {
    Features features = gist.features;
    int[] places = features.places();
    float[] weights = features.weights();
    int[] found = new int[places.length];
    float[] corrections = new float[topics.size()];
    float[] counts = new float[topics.size()];
    float known = 0;
    // Twice through the roots: the first time waits for the memory of many rows at once, the second
    // finds them at hand.
    for (int i = 0; i < places.length; i++) {
      int row = rows[places[i]];
      found[i] = row;
      if (totals[row] == 0) continue;
      float value = weights[i];
      known += value;
      int from = row * 2 * room;
      for (int t = 0; t < corrections.length; t++) corrections[t] += value * table[from + t];
    }
    for (int i = 0; i < places.length; i++) {
      float total = totals[found[i]];
      if (total == 0) continue;
      float value = weights[i];
      int from = (found[i] * 2 + 1) * room;
      float all = Counted.log(total + Counted.SMOOTHING);
      for (int t = 0; t < counts.length; t++) {
        float here = table[from + t];
        if (here == 0) continue;
        counts[t] += value * (all - Counted.log(Math.max(0, total - here) + Counted.SMOOTHING));
      }
    }
    double[] scores = new double[topics.size()];
    for (int t = 0; t < scores.length; t++) scores[t] = corrections[t];
    counted.judge(gist.language, scores, counts, known);
    // Beside the topics stands "none of them" with a score of 0: a model of one topic could learn
    // nothing without it, and where little was learned the confidence stays low.
    double highest = 0;
    for (double score : scores) highest = Math.max(highest, score);
    double sum = Math.exp(-highest);
    for (int t = 0; t < scores.length; t++) {
      scores[t] = Math.exp(scores[t] - highest);
      sum += scores[t];
    }
    for (int t = 0; t < scores.length; t++) scores[t] /= sum;
    return scores;
  }

  private int number(String topic) {
    int number = topics.indexOf(topic);
    if (number >= 0) return number;
    topics.add(topic);
    if (topics.size() > room) widen(room + 4);
    return topics.size() - 1;
  }

  private void widen(int wider) {
    float[] moved = new float[2 * wider * totals.length];
    for (int row = 0; row < 2 * used; row++) {
      System.arraycopy(table, row * room, moved, row * wider, room);
    }
    table = moved;
    room = wider;
  }

  /// The model for the store, deflated: only what was learned.
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(VERSION);
      out.writeBoolean(starter != null);
      out.writeInt(topics.size());
      for (String topic : topics) out.writeUTF(topic);
      counted.write(out, topics.size());
      int last = -1;
      for (int place = 0; place < rows.length; place++) {
        int row = rows[place];
        if (totals[row] == 0) continue;
        out.writeInt(place - last);
        last = place;
        out.writeFloat(squares[row]);
        for (int t = 0; t < topics.size(); t++) {
          out.writeShort(rounded(table[row * 2 * room + t]));
          out.writeShort(rounded(table[(row * 2 + 1) * room + t]));
        }
      }
      out.writeInt(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// The upper half of a number: to two digits, which halves what is stored.
  private static int rounded(float value) {
    return (Float.floatToRawIntBits(value) + 0x8000) >>> 16;
  }

  private static float value(int rounded) {
    return Float.intBitsToFloat(rounded << 16);
  }

  /// Reads what [#toBytes] wrote.
  public static TopicModel fromBytes(byte[] stored) {
    TopicModel model = new TopicModel();
    try (DataInputStream in =
        new DataInputStream(
            new java.io.BufferedInputStream(
                new InflaterInputStream(new ByteArrayInputStream(stored))))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IllegalArgumentException("A topic model of version " + version + " is unknown.");
      }
      boolean began = in.readBoolean();
      int count = in.readInt();
      for (int i = 0; i < count; i++) model.number(in.readUTF());
      model.counted.read(in, count);
      if (began) {
        model.starter = new Starter();
        model.starter.forget(model.counted.languages());
      }
      int place = -1;
      for (int gap = in.readInt(); gap > 0; gap = in.readInt()) {
        place += gap;
        if (place >= model.rows.length) throw new IOException("it names a place beyond its table");
        int row = model.row(place);
        model.squares[row] = in.readFloat();
        for (int t = 0; t < count; t++) {
          model.table[row * 2 * model.room + t] = value(in.readUnsignedShort());
          float here = value(in.readUnsignedShort());
          model.table[(row * 2 + 1) * model.room + t] = here;
          model.totals[row] += here;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The stored topic model cannot be read.", e);
    }
    return model;
  }
}
