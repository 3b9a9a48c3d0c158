package freshet.model;

/// What reading some bytes as a feed came to.
public sealed interface ParseOutcome {

  record Parsed(ParsedFeed feed) implements ParseOutcome {}

  /// @param reason a sentence for the user: what the bytes are instead, or where they break
  record NotAFeed(String reason) implements ParseOutcome {}
}
