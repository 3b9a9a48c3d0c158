package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Best first by a learned model: follows the links that most likely lead to pages on the topic.
///
/// The model is a logistic regression over hashed words: those of the link's text, of its address,
/// of the text around it, and how relevant the page is that it stands on. It begins with what the
/// user's words say (so that it starts where topic-selective does) and learns from every page it
/// visits: the relevance of the page against what was expected of the link. So it finds the words
/// that go with the topic though the user did not name them, the sections of a site that hold it,
/// and that a word like "cat" in the links of some site means companies.
///
/// Links of pages that are off the topic, which it does not visit, teach it what is common to all
/// links. The page is judged by the user's words alone ([TopicWords#relevance]): that is what the
/// model is taught by. A word's weight moves by AdaGrad, so that rare words learn fast and frequent
/// ones stay calm. Known weakness: a link keeps the priority it was found with.
public final class BestFirst implements Selection {
  private static final int SIZE = 1 << 18;
  private static final float RATE = 10f;
  private static final float NAMED = 2f;

  private static final double TEMPER = 3;

  /// A page at least so relevant counts as on topic.
  private static final double ON_TOPIC = 0.2;

  private static final int SAMPLED = 5;

  private static final char BETWEEN = '\u0001';

  private final TopicWords words;
  private final float[] weights = new float[SIZE];
  private final float[] squares = new float[SIZE];
  private final float bias = -1.5f;

  public BestFirst(TopicWords words) {
    this.words = words;
  }

  @Override
  public double look(Visit visit, HtmlPage page) {
    double relevance = words.relevance(page);
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
      learn(features(link.url(), link.text(), link.around(), 0), false, 0.5f);
    }
  }

  @Override
  public List<Link> links(HtmlPage page) {
    return page.linksInContext();
  }

  @Override
  public double priority(Link link, double relevance) {
    int[] features = features(link.url(), link.text(), link.around(), bucket(relevance));
    double sum = margin(features, named(link.url(), link.text(), link.around()));
    // Softened, so that there are levels among the unlikely ones too.
    return 1 / (1 + Math.exp(-sum / TEMPER));
  }

  @Override
  public String note(Link link, double relevance) {
    String text = link.text().length() > 200 ? link.text().substring(0, 200) : link.text();
    return text + BETWEEN + link.around() + BETWEEN + bucket(relevance);
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
    String[] parts = note.split(String.valueOf(BETWEEN), -1);
    if (parts.length != 3) return;
    int parent = parts[2].isEmpty() ? 0 : parts[2].charAt(0) - '0';
    learn(features(url, parts[0], parts[1], parent), onTopic, 1);
  }

  /// The user's own words are left aside here: what they explain, the others have to learn too.
  private synchronized void learn(int[] features, boolean onTopic, float weight) {
    float error = weight * (float) ((onTopic ? 1 : 0) - 1 / (1 + Math.exp(-margin(features, 0))));
    for (int f : features) {
      squares[f] += error * error;
      weights[f] += RATE * error / (float) (features.length * Math.sqrt(1 + squares[f]));
    }
  }

  private static int[] features(String url, String text, String around, int parent) {
    List<String> ofText = TopicFocused.words(text);
    int host = url.indexOf('/', 8);
    String path = host < 0 ? "" : url.substring(host);
    List<String> ofPath = TopicFocused.words(path.replace('_', ' '));
    List<String> ofAround = TopicFocused.words(around);
    int most = Math.min(ofAround.size(), 30);
    int[] features = new int[ofText.size() * 2 + ofPath.size() + most + 3];
    int n = 0;
    for (String word : ofText) {
      features[n++] = index('t', word);
      // The word together with how good its page is: "next" on a good page is a good link.
      features[n++] = index((char) ('0' + parent), word);
    }
    for (String word : ofPath) features[n++] = index('u', word);
    for (int i = 0; i < most; i++) {
      String word = ofAround.get(i);
      if (!ofText.contains(word)) features[n++] = index('a', word);
    }
    features[n++] = index('p', String.valueOf(parent));
    features[n++] = index('h', host < 0 ? url : url.substring(0, host));
    features[n++] = index('s', Shapes.of(url).area().toLowerCase(Locale.ROOT));
    int[] used = Arrays.copyOf(features, n);
    Arrays.sort(used);
    int distinct = 0;
    for (int i = 0; i < n; i++) if (i == 0 || used[i] != used[i - 1]) used[distinct++] = used[i];
    return Arrays.copyOf(used, distinct);
  }

  private static int index(char kind, String word) {
    int h = word.hashCode() * 0x9E3779B1 + kind * 0x85EBCA6B;
    h ^= h >>> 15;
    return ((h * 0xC2B2AE35) >>> 7) & (SIZE - 1);
  }
}
