package freshet.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// How much was counted in each language: in each of its topics, in all of them, and how many
/// different roots.
final class Counted {
  /// What is added to every count.
  static final float SMOOTHING = 0.05f;

  /// How much the counts say beside the corrections.
  private static final float WEIGHT = 2;

  private static final class Language {
    float[] topics = new float[4];
    float all;
    int roots;

    boolean has(int topic) {
      return topic < topics.length && topics[topic] > 0;
    }
  }

  private final Map<String, Language> languages = new HashMap<>();

  Set<String> languages() {
    return languages.keySet();
  }

  void add(String language, int topic, float value, boolean newRoot) {
    Language l = languages.computeIfAbsent(language, _ -> new Language());
    if (topic >= l.topics.length) l.topics = Arrays.copyOf(l.topics, topic + 4);
    l.topics[topic] += value;
    l.all += value;
    if (newRoot) l.roots++;
  }

  /// Adds what the counts say to the scores, as differences from their mean, so that a topic of
  /// which much was counted has no advantage. Of a topic that the language never had they say as
  /// little as of the least likely one.
  ///
  /// @param counts for each topic the sum over the roots of a text of how rare they are in others
  /// @param known the weight of those roots
  void judge(String language, double[] scores, float[] counts, float known) {
    Language l = languages.get(language);
    if (l == null) return;
    double sum = 0;
    int seen = 0;
    float least = Float.MAX_VALUE;
    for (int t = 0; t < counts.length; t++) {
      if (!l.has(t)) continue;
      float others = Math.max(0, l.all - l.topics[t]);
      counts[t] += known * log(others + SMOOTHING * (l.roots + 1));
      sum += counts[t];
      least = Math.min(least, counts[t]);
      seen++;
    }
    if (seen == 0) return;
    double mean = sum / seen;
    for (int t = 0; t < counts.length; t++) {
      scores[t] += WEIGHT * ((l.has(t) ? counts[t] : least) - mean);
    }
  }

  private static final float[] LOGS = new float[4096];

  static {
    for (int i = 0; i < LOGS.length; i++) LOGS[i] = (float) Math.log1p((i + 0.5) / LOGS.length);
  }

  /// The logarithm to three decimals, from the exponent and the first bits of the fraction.
  static float log(float positive) {
    int bits = Float.floatToRawIntBits(positive);
    return ((bits >>> 23) - 127) * 0.6931472f + LOGS[(bits >>> 11) & 4095];
  }

  void write(DataOutputStream out, int topics) throws IOException {
    out.writeInt(languages.size());
    for (Map.Entry<String, Language> language : languages.entrySet()) {
      Language l = language.getValue();
      out.writeUTF(language.getKey());
      out.writeFloat(l.all);
      out.writeInt(l.roots);
      for (int t = 0; t < topics; t++) out.writeFloat(l.has(t) ? l.topics[t] : 0);
    }
  }

  void read(DataInputStream in, int topics) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      Language l = new Language();
      languages.put(in.readUTF(), l);
      l.all = in.readFloat();
      l.roots = in.readInt();
      l.topics = new float[topics];
      for (int t = 0; t < topics; t++) l.topics[t] = in.readFloat();
    }
  }
}
