package freshet.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class SitemapTest {
  private static final String PLAIN =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://a.example/feed.xml </loc><lastmod>2026-11-01</lastmod>
          <image:image><image:loc>https://a.example/x.png</image:loc></image:image></url>
        <url><loc>https://a.example/b?x=1&amp;y=2</loc></url>
        <url><loc>/relative</loc></url>
      </urlset>
      """;

  private static Sitemap read(byte[] file) {
    return Objects.requireNonNull(Sitemap.read(file));
  }

  @Test
  void pagesWithTheirTimesAndWithoutTheirPictures() {
    Sitemap map = read(PLAIN.getBytes(UTF_8));
    assertThat(map.pages())
        .extracting(Sitemap.Page::url)
        .containsExactly("https://a.example/feed.xml", "https://a.example/b?x=1&y=2");
    assertThat(map.pages().getFirst().modified()).isEqualTo("2026-11-01T00:00:00Z");
    assertThat(map.news()).isFalse();
  }

  @Test
  void anIndexNamesFurtherOnes() {
    Sitemap map =
        read(
            "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>"
                .getBytes(UTF_8));
    assertThat(map.sitemaps()).containsExactly("https://a.example/1.xml");
    assertThat(map.pages()).isEmpty();
  }

  @Test
  void newsAreTold() {
    Sitemap map =
        read(
            """
            <urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url>
            <loc>https://a.example/1</loc><news:news>
            <news:publication_date>2026-11-01T10:00:00+02:00</news:publication_date></news:news>
            </url></urlset>
            """
                .getBytes(UTF_8));
    assertThat(map.news()).isTrue();
    assertThat(map.pages().getFirst().modified()).isEqualTo("2026-11-01T08:00:00Z");
  }

  @Test
  void packedOnesAndListsAreRead() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(PLAIN.getBytes(UTF_8));
    }
    assertThat(read(out.toByteArray()).pages()).hasSize(2);
    assertThat(read("https://a.example/1\nhttps://a.example/2\n".getBytes(UTF_8)).pages())
        .hasSize(2);
  }

  @Test
  void whatCameBeforeItBrokeCounts() {
    String cut = PLAIN.substring(0, PLAIN.indexOf("/relative"));
    assertThat(read(cut.getBytes(UTF_8)).pages()).hasSize(2);
    assertThat(read(("  \n" + cut).getBytes(UTF_8)).pages()).hasSize(2);
  }

  @Test
  void hostileAndOtherFilesAreNoSitemaps() {
    String bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>"
            + "<urlset><url><loc>https://a.example/&b;</loc></url><url><loc>file:///etc/passwd</loc>"
            + "</url></urlset>";
    Sitemap map = Sitemap.read(bomb.getBytes(UTF_8));
    assertThat(map == null || map.pages().stream().allMatch(p -> p.url().length() < 40)).isTrue();
    assertThat(Sitemap.read("<html><body>404</body></html>".getBytes(UTF_8))).isNull();
    assertThat(Sitemap.read("<rss version='2.0'/>".getBytes(UTF_8))).isNull();
    assertThat(Sitemap.read(new byte[0])).isNull();
    assertThat(read(("<urlset>" + "<a>".repeat(5000)).getBytes(UTF_8)).pages()).isEmpty();
  }
}
