package freshet.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SiteListTest {

  @Test
  void aPlainListMayHaveCommentsAndNoSchemes() {
    var list = read("# mine\nhttps://a.example.com/x\n\nb.ee\nhttp://b.ee/\nnot an address\n");
    assertThat(addresses(list)).containsExactly("https://a.example.com/x", "https://b.ee/");
    assertThat(list.repeated()).isEqualTo(1);
    assertThat(list.leftOut()).containsExactly("Line 6 has no address: 'not an address'");
  }

  @Test
  void theColumnWithTheSitesIsFoundAmongOthersWithAddresses() {
    var list =
        read(
            """
            name;logo;facebook;e-mail;homepage
            Mill Ltd.;https://cdn.example/1.png;https://facebook.com/mill;a@mill.ee;www.mill.ee
            Weir Co.Uk;https://cdn.example/2.png;https://facebook.com/weir;b@weir.ee;http://weir.ee
            Ford;https://cdn.example/3.png;https://facebook.com/ford;c@ford.ee;ford.ee/en
            """);
    assertThat(addresses(list))
        .containsExactly("https://www.mill.ee/", "http://weir.ee/", "https://ford.ee/en");
    assertThat(list.leftOut()).isEmpty();
  }

  @Test
  void aLineWithItsAddressElsewhereIsTakenTooAndACellMayHoldSeveral() {
    var list =
        read("id,site\n1,a.ee\n2,b.ee\n3,\"c.ee, http://d.ee/\"\nhttps://e.ee/,5\n6,none\n7\n");
    assertThat(addresses(list))
        .containsExactly(
            "https://a.ee/", "https://b.ee/", "https://c.ee/", "http://d.ee/", "https://e.ee/");
    assertThat(list.leftOut()).hasSize(2);
  }

  @Test
  void aQuotationMarkThatIsNeverClosedSpoilsOneLineOnly() {
    var list = read("name,web\n\"Open,http://a.ee/\n\"Good\",http://b.ee/\nx,http://c.ee/\n");
    assertThat(addresses(list)).contains("http://b.ee/", "http://c.ee/");
  }

  @Test
  void everyLineMayHaveItsOwnEncoding() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes("nimi;veeb\nÕhtu;http://õhtu.ee/\n".getBytes(UTF_8));
    file.writeBytes("Jõgi;http://jõgi.ee/\r\n".getBytes(ISO_8859_1));
    file.writeBytes("Küla;http://kula.ee/".getBytes(ISO_8859_1));
    assertThat(addresses(SiteListReader.read(file.toByteArray())))
        .containsExactly("http://xn--htu-nna.ee/", "http://xn--jgi-ona.ee/", "http://kula.ee/");
  }

  @Test
  void wideTextsAreReadWithAndWithoutAMark() {
    assertThat(addresses(SiteListReader.read("name\ta\nx\thttp://a.ee/\n".getBytes(UTF_16LE))))
        .containsExactly("http://a.ee/");
    assertThat(addresses(SiteListReader.read("\uFEFFa.ee\nb.ee".getBytes(UTF_16LE))))
        .containsExactly("https://a.ee/", "https://b.ee/");
    assertThat(addresses(read("\uFEFFa.ee\n"))).containsExactly("https://a.ee/");
  }

  @Test
  void opmlGivesTheSiteOfAFeedOrTheFeedItself() {
    var list =
        read(
            """
            <opml><body><outline text="Folder">
              <outline text="A" xmlUrl="http://a.ee/rss" htmlUrl="http://a.ee/"/>
              <outline text="B" xmlUrl="http://b.ee/rss"/></outline>
              <outline text="C"/></body></opml>
            """);
    assertThat(addresses(list)).containsExactly("http://a.ee/", "http://b.ee/rss");
    assertThat(list.leftOut()).containsExactly("'C': the outline has no address");
  }

  @Test
  void whatIsNoListIsSaidSo() {
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);
    noise[0] = 0;
    assertThat(SiteListReader.read(new byte[300]).leftOut()).hasSize(1);
    assertThat(read("<!doctype html><p>x").leftOut().getFirst()).contains("web page");
    assertThat(SiteListReader.read(noise).sites()).isEmpty();
    assertThat(SiteListReader.read(new byte[0]).sites()).isEmpty();
    assertThat(read("http://\nhttp://[::1\n").sites()).isEmpty();
  }

  @Test
  void aHundredThousandLinesAreOneList() {
    StringBuilder file = new StringBuilder("reg,name,url\n");
    for (int i = 0; i < 100_000; i++) {
      file.append(i).append(",\"Company, \"\"").append(i).append("\"\"\",");
      file.append(i % 1000 == 7 ? "-" : "http://c" + i + ".ee/").append('\n');
    }
    var list = read(file.toString());
    assertThat(list.sites()).hasSize(99_900);
    assertThat(list.leftOut()).hasSize(100);
  }

  private static SiteList read(String file) {
    return SiteListReader.read(file.getBytes(UTF_8));
  }

  private static List<String> addresses(SiteList list) {
    return list.sites().stream().map(u -> u.toString()).toList();
  }
}
