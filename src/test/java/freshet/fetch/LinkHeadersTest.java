package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.LinkHeader;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;

final class LinkHeadersTest {
  @Test
  void severalLinksStandInOneHeaderAndParametersAreQuotedOrNot() {
    assertThat(
            LinkHeaders.of(
                Headers.of(
                    "Link",
                    "</a,b;c>; rel=\"Alternate  x\" ; type=\"application/RSS+xml; charset=utf-8\";"
                        + "title=\"a \\\"b\\\", <c>; d\",<e>;rel=next;rel=alternate",
                    "link",
                    "<f> ; type = text/xml; rel = feed; crossorigin")))
        .containsExactly(
            new LinkHeader("/a,b;c", "alternate x", "application/rss+xml", "a \"b\", <c>; d"),
            new LinkHeader("e", "next", "", ""),
            new LinkHeader("f", "feed", "text/xml", ""));
  }

  @Test
  void nonsenseIsPassedOver() {
    for (String nonsense :
        new String[] {"", "<", ">", "<x", "x; rel=y", ";,=", "<a>;\"", "<a>;="}) {
      assertThat(LinkHeaders.of(Headers.of("Link", nonsense)).size()).as(nonsense).isLessThan(2);
    }
  }
}
