package freshet.model;

/// In which order a search gives its results.
public enum SearchOrder {
  /// The words that fit best, newer ones before older ones.
  BEST,
  NEWEST
}
