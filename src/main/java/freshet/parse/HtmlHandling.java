package freshet.parse;

/// What happens to the HTML of summaries and contents.
public enum HtmlHandling {
  /// Only what is safe to show is kept.
  SANITISED,
  /// As the feed has it.
  RAW
}
