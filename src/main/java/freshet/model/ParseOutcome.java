package freshet.model;

/// What reading some bytes as a feed came to.
public sealed interface ParseOutcome {

  record Parsed(ParsedFeed feed) implements ParseOutcome {}

  /// @param reason a sentence for the user: what the bytes are instead, or where they break
  record NotAFeed(String reason) implements ParseOutcome {}

  /// Reading them was stopped, because it took too long or too much memory.
  ///
  /// @param reason a sentence for the user
  record Stopped(String reason) implements ParseOutcome {}

  /// Freshet itself failed at them, whatever they are: no fault of whoever published them. The log
  /// has it whole.
  ///
  /// @param reason a sentence for the user
  record Broken(String reason) implements ParseOutcome {
    public Broken() {
      this("Freshet could not read this feed because of a bug of its own; it is in the log.");
    }
  }
}
