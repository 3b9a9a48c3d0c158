package freshet.cli;

/// The input was bad. The message is a sentence for the user: what, where, what to do.
final class UserError extends RuntimeException {
  UserError(String sentence) {
    super(sentence);
  }
}
