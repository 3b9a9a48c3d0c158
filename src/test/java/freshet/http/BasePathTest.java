package freshet.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Freshet in a folder of its server.
final class BasePathTest {
  @Test
  void thePageThatABrowserComesFromIsCalledAsWeCallIt() {
    BasePath base = BasePath.of("https://news.example/freshet/");
    assertThat(base.referrer("https://news.example/freshet/?unread=1"))
        .isEqualTo("https://news.example/?unread=1");
    assertThat(base.referrer("https://news.example/freshet")).isEqualTo("https://news.example");
    assertThat(base.referrer("https://news.example/freshets")).endsWith("/freshets");
    assertThat(base.referrer("https://news.example/feed/freshet")).endsWith("/feed/freshet");
  }
}
