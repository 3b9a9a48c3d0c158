package freshet.model;

/// What is wanted of entries in regard to a mark.
public enum Tristate {
  ANY,
  ONLY,
  WITHOUT
}
