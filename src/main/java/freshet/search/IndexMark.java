package freshet.search;

import java.time.Instant;

/// How far the index has followed the store; kept with each commit.
///
/// @param entry every entry up to this one is in the index
/// @param at changes of entries before this time are in it too
public record IndexMark(long entry, Instant at) {
  public static final IndexMark NOTHING = new IndexMark(0, Instant.EPOCH);
}
