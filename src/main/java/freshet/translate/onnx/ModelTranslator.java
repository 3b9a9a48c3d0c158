package freshet.translate.onnx;

import freshet.translate.Answers;
import freshet.translate.Translator;
import freshet.translate.Translator.Outcome.Failed;
import freshet.translate.Translator.Outcome.NoPair;
import freshet.translate.Translator.Outcome.Translated;
import java.nio.file.Path;
import java.util.List;

/// A model of the data folder, named by its languages. Nothing leaves the machine.
///
/// @param from two letters, or three
record ModelTranslator(Path folder, String from, String into, ModelHost host)
    implements Translator {

  @Override
  public String id() {
    return "model-" + from + "-" + into;
  }

  @Override
  public String name() {
    return "Model " + from + "-" + into;
  }

  @Override
  public boolean isElsewhere() {
    return false;
  }

  @Override
  public int atOnce() {
    return 1;
  }

  @Override
  public Outcome translate(List<String> texts, String source, String target)
      throws InterruptedException {
    if (!source.equals(from) || !target.equals(into)) return new NoPair();
    String text = texts.getFirst();
    try {
      String said = Answers.clean(text, host.translate(folder, from, into, text));
      return said == null
          ? failed("it gave a text that cannot be a translation")
          : new Translated(List.of(said));
    } catch (BrokenModel e) {
      return failed(e.sentence());
    }
  }

  private Failed failed(String why) {
    return new Failed("The model " + from + "-" + into + " cannot be used: " + why + ".", true);
  }
}
