package freshet.translate.onnx;

/// What is wrong with a model, as a sentence for the settings page. A value of this package: it is
/// caught where an answer is made of it.
final class BrokenModel extends Exception {
  BrokenModel(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
