package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ItemIdsTest {
  private final ItemIds ids = new ItemIds(500);

  @Test
  void whatAppsKnowKeepsItsNumberAndTheRestHasSixteenDigits() {
    assertThat(ids.of(500)).isEqualTo(500);
    assertThat(ids.of(501)).isEqualTo(1_000_000_000_000_501L);
    assertThat(ids.longForm(500)).endsWith("/00000000000001f4");
    assertThat(ids.longForm(501)).endsWith("/00038d7ea4c681f5");
  }

  @Test
  void eachFormIsUnderstood() {
    for (String id :
        new String[] {
          "501",
          "1000000000000501",
          "00038d7ea4c681f5",
          "38d7ea4c681f5",
          "00000000000001f5",
          "tag:google.com,2005:reader/item/00000000000001f5",
          "tag:google.com,2005:reader/item/1f5",
          "tag:google.com,2005:reader/item/00038D7EA4C681F5"
        }) {
      assertThat(ItemIds.entry(id)).as(id).contains(501L);
    }
    // What looks decimal in the short form is decimal, in the long one never.
    assertThat(ItemIds.entry("tag:google.com,2005:reader/item/501")).contains(0x501L);
    for (String id : new String[] {"", "x", "-1", "tag:google.com,2005:reader/item/", "0x1f5"}) {
      assertThat(ItemIds.entry(id)).as(id).isEmpty();
    }
    assertThat(ItemIds.entry("ffffffffffffffff")).isEmpty();
  }
}
