package freshet.group;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// Learns topics from examples, one at a time, and tells the topic of an entry.
///
/// The idea. Logistic regression over hashed word roots and pairs of them, learned by gradient
/// steps whose size shrinks for each root with what it has already learned (AdaGrad [1], with one
/// sum of squares a root for all topics). Every example changes the model at once, a correction by
/// a person repeats its step until the model agrees. Compared with naive Bayes, which counts, it is
/// better with many examples and as good with few; docs/decisions/0063-topics.md has the figures.
///
/// Costs. Four bytes a place of the table and topic: 2^18 places and ten topics are 11 MB, whatever
/// is learned. A text costs a look-up a word and an addition a word and topic. Known weakness: a
/// topic that was taught long ago and never again loses ground to the others.
///
/// Not safe for several threads while it learns.
///
/// [1] Duchi, Hazan, Singer, Adaptive subgradient methods, 2011.
public final class TopicModel {
  private static final int VERSION = 1;
  private static final int BITS = Features.BITS;
  private static final float RATE = 1.5f;
  private static final float START = 0.05f;
  private static final double AGREED = 0.6;
  private static final int MOST_STEPS = 30;

  private final List<String> topics = new ArrayList<>();

  /// `weights[place * room + topic]`
  private float[] weights;

  private int room = 4;
  private final float[] squares = new float[1 << BITS];

  public TopicModel() {
    weights = new float[room << BITS];
  }

  /// A model that knows the usual topics in the major languages, from words written for Freshet.
  public static TopicModel starter() {
    TopicModel model = new TopicModel();
    Starter.teach(model);
    return model;
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
    if (!gist.isEmpty()) step(gist.features, number(topic));
  }

  /// Learns what a person says about an entry: afterwards an entry like it has that topic.
  public void correct(String title, String text, String language, String topic) {
    correct(Gist.of(title, text, language), topic);
  }

  /// Learns what a person says about an entry: afterwards an entry like it has that topic.
  public void correct(Gist gist, String topic) {
    if (gist.isEmpty()) return;
    int right = number(topic);
    for (int i = 0; i < MOST_STEPS && probabilities(gist.features)[right] < AGREED; i++) {
      step(gist.features, right);
    }
  }

  /// The topic of an entry; "other" if nothing in it was ever learned.
  public Topic classify(String title, String text, String language) {
    return classify(Gist.of(title, text, language));
  }

  /// The topic of an entry; "other" if nothing in it was ever learned.
  public Topic classify(Gist gist) {
    boolean known = false;
    for (int place : gist.features.places()) {
      if (squares[place] > 0) {
        known = true;
        break;
      }
    }
    if (!known) return new Topic(Topic.OTHER, 0);
    double[] probabilities = probabilities(gist.features);
    int best = 0;
    for (int t = 1; t < probabilities.length; t++) {
      if (probabilities[t] > probabilities[best]) best = t;
    }
    return new Topic(topics.get(best), probabilities[best]);
  }

  private void step(Features features, int right) {
    double[] errors = probabilities(features);
    errors[right] -= 1;
    double size = 0;
    for (double error : errors) size += error * error;
    for (int i = 0; i < features.places().length; i++) {
      int place = features.places()[i];
      float value = features.weights()[i];
      squares[place] += (float) (size * value * value);
      float rate = RATE * value / (float) Math.sqrt(squares[place] + START);
      for (int t = 0; t < errors.length; t++) {
        weights[place * room + t] -= (float) (rate * errors[t]);
      }
    }
  }

  private double[] probabilities(Features features) {
    double[] scores = new double[topics.size()];
    for (int i = 0; i < features.places().length; i++) {
      int place = features.places()[i];
      if (squares[place] == 0) continue; // never learned: this table fits into the cache
      int from = place * room;
      float value = features.weights()[i];
      for (int t = 0; t < scores.length; t++) scores[t] += value * weights[from + t];
    }
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
    if (topics.size() > room) widen(room * 2);
    return topics.size() - 1;
  }

  private void widen(int wider) {
    float[] moved = new float[wider << BITS];
    for (int place = 0; place < 1 << BITS; place++) {
      System.arraycopy(weights, place * room, moved, place * wider, room);
    }
    weights = moved;
    room = wider;
  }

  /// The model for the store, deflated: only what was learned.
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(VERSION);
      out.writeInt(topics.size());
      for (String topic : topics) out.writeUTF(topic);
      int last = -1;
      for (int place = 0; place < squares.length; place++) {
        if (squares[place] == 0) continue;
        out.writeInt(place - last);
        last = place;
        out.writeFloat(squares[place]);
        for (int t = 0; t < topics.size(); t++) out.writeFloat(weights[place * room + t]);
      }
      out.writeInt(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
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
      int count = in.readInt();
      for (int i = 0; i < count; i++) model.number(in.readUTF());
      int place = -1;
      for (int gap = in.readInt(); gap > 0; gap = in.readInt()) {
        place += gap;
        if (place >= model.squares.length)
          throw new IOException("it names a place beyond its table");
        model.squares[place] = in.readFloat();
        for (int t = 0; t < count; t++) model.weights[place * model.room + t] = in.readFloat();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The stored topic model cannot be read.", e);
    }
    return model;
  }
}
