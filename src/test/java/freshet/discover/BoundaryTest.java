package freshet.discover;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import org.junit.jupiter.api.Test;

final class BoundaryTest {
  @Test
  void aSiteIsItsHostWithoutWwwUnlessTheDomainIsChosen() {
    FeedUrl blog = FeedUrl.of("http://www.blog.ut.ee/x/");
    Boundary host = new Boundary(blog, Reach.HOST);
    assertThat(Boundary.key(blog, Reach.HOST)).isEqualTo("blog.ut.ee");
    assertThat(host.contains(FeedUrl.of("https://blog.ut.ee/y"))).isTrue();
    assertThat(host.contains(FeedUrl.of("https://www.ut.ee/other/"))).isFalse();
    assertThat(host.contains(FeedUrl.of("https://ut.ee/"))).isFalse();
    Boundary domain = new Boundary(blog, Reach.DOMAIN);
    assertThat(domain.contains(FeedUrl.of("https://www.ut.ee/other/"))).isTrue();
    assertThat(domain.contains(FeedUrl.of("https://tartu.ee/"))).isFalse();
  }

  @Test
  void aMachinesPortsAreSitesOfTheirOwnAndWwwCanBeADomain() {
    assertThat(Boundary.key(FeedUrl.of("http://127.0.0.1:81/"), Reach.HOST))
        .isNotEqualTo(Boundary.key(FeedUrl.of("http://127.0.0.1:82/"), Reach.HOST));
    assertThat(Boundary.key(FeedUrl.of("https://www.ee/"), Reach.HOST)).isEqualTo("www.ee");
    assertThat(Boundary.key(FeedUrl.of("https://www.ut.ee/"), Reach.HOST)).isEqualTo("ut.ee");
  }
}
