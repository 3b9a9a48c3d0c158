package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class NormalizeCommandTest {
  @Test
  void everyLineInIsALineOutAndABadOneSaysWhy() throws Exception {
    var in = "HTTP://E.com:80/b/../index.html#x\nmailto:a@e.com\n\nhttp://e.com/?b&a\n";
    var out = new ByteArrayOutputStream();
    new NormalizeCommand(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)), out).call();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "http://e.com/",
            "! 'mailto:a@e.com' is not a web address: only http and https can be read",
            "! '' is not a web address: it is empty",
            "http://e.com/?a&b");
  }
}
