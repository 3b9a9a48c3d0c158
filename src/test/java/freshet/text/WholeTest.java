package freshet.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

final class WholeTest {
  @Test
  void digitsAreANumber() {
    assertThat(Whole.of("0", 18)).contains(0L);
    assertThat(Whole.of("007", 3)).contains(7L);
    assertThat(Whole.of("999999999999999999", 18)).contains(999_999_999_999_999_999L);
    assertThat(Whole.or(5, "42", 9)).isEqualTo(42);
    assertThat(Whole.or(5, "999999999", 9)).isEqualTo(999_999_999);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "٣", "9999999999"})
  void anythingElseIsNone(String text) {
    assertThat(Whole.of(text, 9)).isEmpty();
    assertThat(Whole.or(5, text, 9)).isEqualTo(5);
  }

  @Test
  void whatDoesNotFitIsNoneAndNoError() {
    assertThat(Whole.of("9223372036854775808", 18)).isEmpty();
    assertThat(Whole.or(5, "2147483648", 9)).isEqualTo(5);
  }
}
