package freshet.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RefreshTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "0;url=/x, /x",
        "`5; URL='/x'`, /x",
        "`0,/x`, /x",
        "` 0.5 ; url = \"/x\" `, /x",
        "`;/x`, /x",
        "0; /x, /x",
        "`0;url=\"/it's\"`, /it's",
        "`0;url=/it's`, /it's",
        "`0;url='/x' and more`, /x",
        "0;urlaub.html, urlaub.html",
      })
  void leadsSomewhere(String content, String address) {
    assertThat(Refresh.byMeta(content)).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({"30", "0;", "0;url=", "'0;url=\"\"'", "x;url=/x", "''"})
  void leadsNowhere(String content) {
    assertThat(Refresh.byMeta(content)).isNull();
  }

  @Test
  void takesNoLongerThanThePublisherWrote() {
    String blanks = " ".repeat(500_000);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (String hostile :
              new String[] {
                "0;x" + blanks + "\"y", "0;url" + blanks, "1".repeat(500_000), "0;url=\"" + blanks
              }) {
            String _ = Refresh.byMeta(hostile);
          }
        });
  }
}
