package freshet.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTagFormat;
import opennlp.tools.postag.POSTaggerME;
import opennlp.tools.util.Sequence;

/// Kinds by a tagger of OpenNLP, which has learned from a treebank and looks at the words around:
/// `the play` is a noun, `they play` a verb.
final class TaggedKinds implements KindFinder {
  private static final Set<String> VERBS = Set.of("VERB", "AUX");

  private final POSTaggerME tagger;

  private TaggedKinds(POSModel model) {
    tagger = new POSTaggerME(model, POSTagFormat.UD);
  }

  static Supplier<KindFinder> load(String resource) throws IOException {
    try (InputStream in = TaggedKinds.class.getResourceAsStream(resource)) {
      if (in == null) throw new FileNotFoundException(resource);
      POSModel model = new POSModel(in);
      return () -> new TaggedKinds(model);
    }
  }

  @Override
  public List<Kind> tell(List<String> tokens) {
    Sequence[] readings = tagger.topKSequences(tokens.toArray(String[]::new));
    List<String> best = readings[0].getOutcomes();
    // A whole sentence has a verb: `The captain waits for a new engine.`
    if (".!?".contains(tokens.getLast())) {
      for (Sequence reading : readings) {
        if (reading.getOutcomes().stream().noneMatch(VERBS::contains)) continue;
        best = reading.getOutcomes();
        break;
      }
    }
    return best.stream().map(TaggedKinds::kind).toList();
  }

  private static Kind kind(String tag) {
    return switch (tag) {
      case "NOUN", "PROPN" -> Kind.NOUN;
      case "VERB" -> Kind.VERB;
      default -> Kind.OTHER;
    };
  }
}
