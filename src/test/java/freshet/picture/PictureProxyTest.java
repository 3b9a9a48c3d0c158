package freshet.picture;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.Validators;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PictureProxyTest {
  @TempDir Path folder;
  private final Map<String, byte[]> web = new HashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private long room = 1_000_000;

  private final Fetcher fetcher =
      request -> {
        asked.incrementAndGet();
        byte[] body = web.get(request.url().toString());
        if (body == null) {
          return new FetchOutcome.Unreachable(Trouble.NO_CONNECTION, "no");
        }
        return new FetchOutcome.Fetched(body, "text/html", 1, answer(request.url()));
      };

  private Answer answer(FeedUrl url) {
    return new Answer(200, url, null, Validators.NONE, null, null, null, 1, now, Duration.ZERO);
  }

  private PictureProxy proxy() {
    return new PictureProxy(folder, () -> "a key", fetcher, () -> room, () -> now);
  }

  private static byte[] gif(int bytes) {
    return Arrays.copyOf("GIF89a".getBytes(StandardCharsets.US_ASCII), bytes);
  }

  private boolean there(PictureProxy proxy, String address) throws InterruptedException {
    return proxy.get(address, proxy.sign(address)).isPresent();
  }

  private long onDisk() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> Files.isRegularFile(f)).mapToLong(f -> f.toFile().length()).sum();
    }
  }

  @Test
  void picturesAreAskedForOnceAlsoAfterARestart() throws Exception {
    web.put("https://a.example/1", gif(100));
    assertThat(there(proxy(), "https://a.example/1")).isTrue();
    assertThat(there(proxy(), "https://a.example/1")).isTrue();
    assertThat(proxy().get("https://a.example/1", proxy().sign("https://a.example/2"))).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void whatIsNoPictureIsNotHandedOnWhateverItIsCalled() throws Exception {
    web.put("https://a.example/x.png", "<html><script>".getBytes(StandardCharsets.UTF_8));
    web.put("https://a.example/d", "<?xml?>\n<svg></svg>".getBytes(StandardCharsets.UTF_8));
    PictureProxy proxy = proxy();
    assertThat(there(proxy, "https://a.example/x.png")).isFalse();
    assertThat(proxy.get("https://a.example/d", proxy.sign("https://a.example/d")).orElseThrow())
        .extracting(PictureProxy.Picture::type)
        .isEqualTo("image/svg+xml");
  }

  @Test
  void whatCannotBeHadIsTriedAgainAfterAnHour() throws Exception {
    PictureProxy proxy = proxy();
    assertThat(there(proxy, "https://a.example/1")).isFalse();
    assertThat(there(proxy, "https://a.example/1")).isFalse();
    assertThat(asked).hasValue(1);
    web.put("https://a.example/1", gif(100));
    now = now.plus(Duration.ofMinutes(61));
    assertThat(there(proxy, "https://a.example/1")).isTrue();
  }

  @Test
  void theDiskIsBoundedAndTheLastUsedStays() throws Exception {
    room = 10_000;
    PictureProxy proxy = proxy();
    for (int i = 0; i < 40; i++) {
      web.put("https://a.example/" + i, gif(1_000));
      assertThat(there(proxy, "https://a.example/" + i)).isTrue();
      now = now.plus(Duration.ofHours(2));
      there(proxy, "https://a.example/0");
      assertThat(onDisk()).isLessThanOrEqualTo(room);
    }
    asked.set(0);
    assertThat(there(proxy, "https://a.example/0")).isTrue();
    assertThat(asked).hasValue(0);
    room = 0;
    web.put("https://a.example/none", gif(1_000));
    assertThat(there(proxy, "https://a.example/none")).isTrue();
  }
}
