package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.text.Cut;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Best first by a learned model: follows the links that most likely lead to pages on the topic.
///
/// The model is a logistic regression over the words of the link's text and of its address, over
/// how well the words of its text, its address and either side of it fit the topic's [Vocabulary],
/// and over how relevant the page is that it stands on. It begins with what the user's words say
/// (so that it starts where topic-selective does) and learns from every page it visits. So it finds
/// the words that go with the topic though the user did not name them, the sections of a site that
/// hold it, and that a word like "cat" in the links of some site means companies.
///
/// A page is judged by the user's words alone ([TopicWords#relevance]): that is what the model is
/// taught by. Where it was right, the user's words are left aside, so that the other features learn
/// to do without them; where it was wrong they count, so that what stood beside them is blamed.
/// Links of pages off the topic, which it does not visit, teach it what is common to all links. A
/// weight moves by AdaGrad, so that what is rare learns fast and what is frequent stays calm.
///
/// What a link is worth changes while it waits, so it is asked again when its turn comes
/// ([#priorityNow]): without that the model only drew level with topic-selective, for by the time
/// the good links ran short those next in line had been rated by a model that knew little.
public final class BestFirst implements LinkPolicy {
  private static final int SIZE = 1 << 18;
  private static final float RATE = 20f;
  private static final float NAMED = 3f;

  private static final double TEMPER = 3;

  /// A page at least so relevant counts as on topic.
  private static final double ON_TOPIC = 0.2;

  private static final int SAMPLED = 5;

  private static final int NEAR = 10;

  private static final char BETWEEN = '\u0001';

  private final TopicWords words;
  private final Vocabulary vocabulary = new Vocabulary();
  private final float[] weights = new float[SIZE];
  private final float[] squares = new float[SIZE];
  private final float bias = -1.5f;

  public BestFirst(TopicWords words) {
    this.words = words;
  }

  @Override
  public double look(Visit visit, HtmlPage page) {
    double relevance = words.relevance(page);
    vocabulary.learn(TopicFocused.words(page.mainText()), relevance >= ON_TOPIC);
    if (!visit.note().isEmpty()) learn(visit.url(), visit.note(), relevance >= ON_TOPIC);
    if (relevance < ON_TOPIC) passOver(page);
    return relevance;
  }

  /// Most links of a page that is off the topic lead to others that are: a few of them teach what
  /// is common to all links, without being visited.
  private void passOver(HtmlPage page) {
    List<Link> links = page.linksInContext();
    int step = Math.max(1, links.size() / SAMPLED);
    for (int i = 0; i < links.size(); i += step) {
      Link link = links.get(i);
      if (named(link.url(), link.text(), link.around()) > 0) continue;
      learn(features(link.url(), link.text(), link.around(), 0), 0, false, 0.5f);
    }
  }

  @Override
  public List<Link> links(HtmlPage page) {
    return page.linksInContext();
  }

  @Override
  public double priority(Link link, double relevance) {
    return priority(link.url(), link.text(), link.around(), bucket(relevance));
  }

  /// What was learned since the link was found may have made it a worse one.
  @Override
  public double priorityNow(String url, String note, double before) {
    String[] parts = parts(note);
    return parts.length == 0 ? before : priority(url, parts[0], parts[1], parent(parts));
  }

  private double priority(String url, String text, String around, int parent) {
    int[] features = features(url, text, around, parent);
    double sum = margin(features, named(url, text, around));
    // Softened, so that there are levels among the unlikely ones too.
    return 1 / (1 + Math.exp(-sum / TEMPER));
  }

  @Override
  public String note(Link link, double relevance) {
    return Cut.start(link.text(), 200) + BETWEEN + link.around() + BETWEEN + bucket(relevance);
  }

  private static int bucket(double relevance) {
    return (int) (Math.max(0, Math.min(0.999, relevance)) * 8);
  }

  /// What the user's words say, which the model need not learn.
  private float named(String url, String text, String around) {
    if (words.isIn(text) || words.isIn(url)) return NAMED;
    return words.isIn(around) ? NAMED / 4 : 0;
  }

  private synchronized double margin(int[] features, float named) {
    double sum = bias + named;
    for (int f : features) sum += weights[f];
    return sum;
  }

  private void learn(String url, String note, boolean onTopic) {
    String[] parts = parts(note);
    if (parts.length == 0) return;
    float named = onTopic ? 0 : named(url, parts[0], parts[1]);
    learn(features(url, parts[0], parts[1], parent(parts)), named, onTopic, 1);
  }

  /// The text, what is around, and how good its page was; nothing if the note is none of ours.
  private static String[] parts(String note) {
    String[] parts = note.split(String.valueOf(BETWEEN), -1);
    return parts.length == 3 ? parts : new String[0];
  }

  private static int parent(String[] parts) {
    return parts[2].isEmpty() ? 0 : parts[2].charAt(0) - '0';
  }

  /// The user's own words are left aside here: what they explain, the others have to learn too.
  private synchronized void learn(int[] features, float named, boolean onTopic, float weight) {
    float error =
        weight * (float) ((onTopic ? 1 : 0) - 1 / (1 + Math.exp(-margin(features, named))));
    for (int f : features) {
      squares[f] += error * error;
      weights[f] += RATE * error / (float) (features.length * Math.sqrt(1 + squares[f]));
    }
  }

  private int[] features(String url, String text, String around, int parent) {
    int host = url.indexOf('/', 8);
    String path = host < 0 ? "" : url.substring(host);
    List<String> ofText = TopicFocused.words(text);
    List<String> ofPath = TopicFocused.words(path.replace('_', ' '));
    int at = text.isEmpty() ? -1 : around.indexOf(text);
    String before = at < 0 ? around : around.substring(0, at);
    String after = at < 0 ? "" : around.substring(at + text.length());
    int[] features = new int[ofText.size() * 2 + ofPath.size() + 8];
    int n = 0;
    for (String word : ofText) {
      features[n++] = index('t', word);
      // The word together with how good its page is: "next" on a good page is a good link.
      features[n++] = index((char) ('0' + parent), word);
    }
    for (String word : ofPath) features[n++] = index('u', word);
    features[n++] = affinity('T', ofText);
    features[n++] = affinity('U', ofPath);
    features[n++] = affinity('B', near(before, true));
    features[n++] = affinity('A', near(after, false));
    features[n++] = index('p', String.valueOf(parent));
    features[n++] = index('h', host < 0 ? url : url.substring(0, host));
    features[n++] = index('s', Shapes.of(url).area().toLowerCase(Locale.ROOT));
    int[] used = Arrays.copyOf(features, n);
    Arrays.sort(used);
    int distinct = 0;
    for (int i = 0; i < n; i++) if (i == 0 || used[i] != used[i - 1]) used[distinct++] = used[i];
    return Arrays.copyOf(used, distinct);
  }

  /// The words next to the link, on one side of it.
  private static List<String> near(String side, boolean last) {
    List<String> all = TopicFocused.words(side);
    if (all.size() <= NEAR) return all;
    return last ? all.subList(all.size() - NEAR, all.size()) : all.subList(0, NEAR);
  }

  private int affinity(char kind, List<String> some) {
    return index(kind, String.valueOf(Math.round(vocabulary.affinity(some) * 2)));
  }

  private static int index(char kind, String word) {
    int h = word.hashCode() * 0x9E3779B1 + kind * 0x85EBCA6B;
    h ^= h >>> 15;
    return ((h * 0xC2B2AE35) >>> 7) & (SIZE - 1);
  }
}
