package freshet.model;

/// Where a page of entries ended: the next one starts behind it.
public record Cursor(long placed, long id) {
  public static Cursor after(Entry e) {
    return new Cursor(e.placed().toEpochMilli(), e.id());
  }

  /// @throws IllegalArgumentException if it is not one that [#toString] made
  public static Cursor of(String text) {
    int dash = text.lastIndexOf('-');
    try {
      return new Cursor(
          Long.parseLong(text.substring(0, Math.max(dash, 0))),
          Long.parseLong(text.substring(dash + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a cursor of this service", e);
    }
  }

  @Override
  public String toString() {
    return placed + "-" + id;
  }
}
