package freshet.demo;

import static java.net.http.HttpResponse.BodyHandlers.ofByteArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

final class DemoWebTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  private final SettableClock clock = new SettableClock(NOON);
  private final HttpClient client = HttpClient.newHttpClient();
  private DemoWeb web;

  /// A clock that stands until it is set.
  private static final class SettableClock implements InstantSource {
    private volatile Instant now;

    SettableClock(Instant now) {
      this.now = now;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @BeforeEach
  void start() throws IOException {
    web = DemoWeb.start(42, clock, 60);
  }

  @AfterEach
  void stop() {
    web.close();
    client.close();
  }

  @Test
  void everyFeedCanBeReadAndHoldsTheEntriesOfItsTime() throws Exception {
    Set<String> formats = new HashSet<>();
    Set<String> languages = new HashSet<>();
    for (DemoSite site : web.sites()) {
      languages.add(site.language());
      for (DemoSite.Feed feed : site.feeds()) {
        formats.add(feed.format());
        HttpResponse<byte[]> reply = get(feed.finalUrl());
        assertThat(reply.statusCode()).as(feed.toString()).isEqualTo(200);
        if (site.id().equals("valle")) continue; // the broken one
        if (feed.format().startsWith("json")) {
          String json = new String(reply.body(), StandardCharsets.UTF_8);
          assertThat(json).contains(web.shown(site, NOON, 1).getFirst().url().toString());
          continue;
        }
        Document xml = parse(reply.body());
        String entry = feed.format().startsWith("atom") ? "entry" : "item";
        assertThat(xml.getElementsByTagNameNS("*", entry).getLength()).isBetween(20, 40);
        String text = xml.getDocumentElement().getTextContent();
        assertThat(text).doesNotContain("\uFFFD");
        if (feed.title().equals(site.title())) {
          DemoEntry newest = web.shown(site, NOON, 1).getFirst();
          assertThat(text).contains(newest.title()).contains(newest.lead());
        }
      }
    }
    assertThat(formats)
        .containsExactlyInAnyOrder("rss 2.0", "atom 1.0", "rss 1.0", "rss 0.91", "json 1.1");
    assertThat(languages)
        .contains("en", "et", "tr", "hr", "ro", "de", "fr", "es", "ru", "el", "ja", "ar");
    assertThat(web.sites()).hasSizeGreaterThan(20);
  }

  @Test
  void theBrokenFeedIsBrokenInTwoWaysAndOtherwiseWhole() throws Exception {
    byte[] body = get(feed("valle", 0)).body();
    assertThatThrownBy(() -> parse(body)).isInstanceOf(SAXParseException.class);
    assertThat(new String(body, StandardCharsets.UTF_8))
        .contains("&nbsp;& más", " & claves")
        .endsWith("</rss>\n");
  }

  @Test
  void anUnchangedFeedAnswers304AndAChangedOneNot() throws Exception {
    URI feed = feed("northline", 0);
    HttpResponse<byte[]> first = get(feed);
    String etag = first.headers().firstValue("ETag").orElseThrow();
    String modified = first.headers().firstValue("Last-Modified").orElseThrow();
    assertThat(get(feed, "If-None-Match", etag).statusCode()).isEqualTo(304);
    assertThat(get(feed, "If-None-Match", "\"x\", W/" + etag).statusCode()).isEqualTo(304);
    assertThat(get(feed, "If-Modified-Since", modified).statusCode()).isEqualTo(304);
    assertThat(get(feed, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    clock.now = NOON.plusSeconds(600);
    assertThat(get(feed, "If-None-Match", etag).statusCode()).isEqualTo(200);
    assertThat(get(feed, "If-Modified-Since", modified).statusCode()).isEqualTo(200);
  }

  @Test
  void aFeedWithoutValidatorsNeverAnswers304() throws Exception {
    HttpResponse<byte[]> reply = get(feed("minato", 0), "If-None-Match", "*");
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("ETag")).isEmpty();
    assertThat(reply.headers().firstValue("Last-Modified")).isEmpty();
  }

  @Test
  void bodiesAreCompressedForThoseWhoAsk() throws Exception {
    URI feed = feed("harbour", 0);
    HttpResponse<byte[]> zipped = get(feed, "Accept-Encoding", "gzip");
    assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
    byte[] plain = get(feed).body();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(plain);
    }
    assertThat(zipped.body().length).isLessThan(plain.length / 2);
  }

  @Test
  void theMovedFeedSaysWhereItIsNow() throws Exception {
    DemoSite.Feed feed = web.site("lunca").feeds().getFirst();
    HttpResponse<byte[]> reply = get(feed.url());
    assertThat(reply.statusCode()).isEqualTo(301);
    assertThat(reply.headers().firstValue("Location")).hasValue(feed.finalUrl().toString());
  }

  @Test
  void theBusyFeedSometimesAsksForPatience() throws Exception {
    URI feed = feed("reka", 0);
    Set<Integer> statuses = new HashSet<>();
    for (int spell = 0; spell < 40; spell++) {
      clock.now = NOON.plusSeconds(spell * 20L);
      HttpResponse<byte[]> reply = get(feed);
      statuses.add(reply.statusCode());
      if (reply.statusCode() == 503) {
        assertThat(reply.headers().firstValue("Retry-After")).hasValue("30");
      }
    }
    assertThat(statuses).containsExactlyInAnyOrder(200, 503);
  }

  @Test
  void theAuthorityGivesDatesWithoutATime() throws Exception {
    Document xml = parse(get(feed("meretee", 0)).body());
    var dates = xml.getElementsByTagNameNS("http://purl.org/dc/elements/1.1/", "date");
    assertThat(dates.getLength()).isEqualTo(30);
    assertThat(dates.item(0).getTextContent()).matches("2026-11-1\\d");
    assertThat(xml.getElementsByTagName("pubDate").getLength()).isZero();
  }

  @Test
  void theTurkishFeedIsWrittenInItsOldEncodingAndSaysSo() throws Exception {
    byte[] body = get(feed("akcadere", 0)).body();
    String text = new String(body, Charset.forName("ISO-8859-9"));
    assertThat(text)
        .startsWith("<?xml version=\"1.0\" encoding=\"ISO-8859-9\"?>")
        .contains("ğ", "ş", "İ");
    assertThat(parse(body).getDocumentElement().getTextContent())
        .contains("ş")
        .doesNotContain("?ş");
  }

  @Test
  void sitesLetTheirFeedsBeFoundInDifferentWays() throws Exception {
    assertThat(page("harbour", "/")).contains("rel=\"alternate\" type=\"application/rss+xml\"");
    assertThat(page("meretee", "/"))
        .doesNotContain("rel=\"alternate\"")
        .contains("href=\"/teated.xml\"");
    assertThat(page("machines", "/")).doesNotContain("atom.xml");
    assertThat(page("pohjatuul", "/")).doesNotContain("atom.xml");
    assertThat(page("pohjatuul", "/robots.txt")).contains("Sitemap: ");
    assertThat(page("pohjatuul", "/sitemap.xml")).contains("/atom.xml</loc>");
    String directory = page("shelf", "/");
    for (DemoSite site : web.sites()) {
      if (!site.id().equals("shelf")) assertThat(directory).contains(site.url().toString());
    }
  }

  @Test
  void everyPageThatAHomePageLinksToExists() throws Exception {
    for (String id : List.of("harbour", "slowhour", "waha", "shelf")) {
      DemoSite site = web.site(id);
      String home = page(id, "/");
      assertThat(home).contains("lang=\"" + site.language() + "\"");
      for (String link : home.split("(href|src)=\"", -1)) {
        if (!link.startsWith("/")) continue;
        String path = link.substring(0, link.indexOf('"'));
        if (path.endsWith(".xml")) continue;
        assertThat(get(site.url().resolve(path)).statusCode()).as(path).isIn(200, 301);
      }
    }
    assertThat(page("waha", "/")).contains("dir=\"rtl\"");
    assertThat(get(web.site("harbour").url().resolve("/news/none")).statusCode()).isEqualTo(404);
  }

  @Test
  void theOriginLogTellsWhatWasAsked() throws Exception {
    URI feed = feed("talheim", 0);
    get(feed);
    get(feed, "If-None-Match", "*");
    List<OriginLog.Request> requests = web.requests();
    assertThat(requests).hasSize(2);
    assertThat(requests.getLast())
        .returns("talheim", OriginLog.Request::site)
        .returns(feed.getAuthority(), OriginLog.Request::host)
        .returns("/index.xml", OriginLog.Request::path)
        .returns(304, OriginLog.Request::status)
        .returns(true, OriginLog.Request::conditional)
        .returns(NOON, OriginLog.Request::at);
    assertThat(page("shelf", "/__log")).contains("GET /index.xml").contains("304 *");
  }

  @Test
  void theSitesHaveAddressesOfTheirOwnOnLoopback() {
    Set<String> authorities = new HashSet<>();
    for (DemoSite site : web.sites()) {
      assertThat(site.url().getHost()).startsWith("127.0.");
      authorities.add(site.url().getAuthority());
    }
    assertThat(authorities).hasSameSizeAs(web.sites());
  }

  @Test
  void aWebStartedAgainOnItsPortHasTheSameAddressesAndEntries() throws IOException {
    int port = web.sites().getFirst().url().getPort();
    List<DemoEntry> before = web.truth(NOON.minusSeconds(300), NOON);
    web.close();
    web = DemoWeb.start(42, clock, 60, port);
    assertThat(web.truth(NOON.minusSeconds(300), NOON)).isEqualTo(before).isNotEmpty();
  }

  @Test
  void theOpmlNamesEveryFeed() throws Exception {
    Document xml = parse(web.opml().getBytes(StandardCharsets.UTF_8));
    Set<String> urls = new HashSet<>();
    var outlines = xml.getElementsByTagName("outline");
    for (int i = 0; i < outlines.getLength(); i++) {
      var url = outlines.item(i).getAttributes().getNamedItem("xmlUrl");
      if (url != null) urls.add(url.getNodeValue());
    }
    for (DemoSite site : web.sites()) {
      for (DemoSite.Feed feed : site.feeds()) assertThat(urls).contains(feed.url().toString());
    }
  }

  private URI feed(String site, int number) {
    return web.site(site).feeds().get(number).finalUrl();
  }

  private String page(String site, String path) throws Exception {
    return new String(get(web.site(site).url().resolve(path)).body(), StandardCharsets.UTF_8);
  }

  private HttpResponse<byte[]> get(URI url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(url);
    if (headers.length > 0) request.headers(headers);
    return client.send(request.build(), ofByteArray());
  }

  private static Document parse(byte[] xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setErrorHandler(new DefaultHandler());
    return builder.parse(new ByteArrayInputStream(xml));
  }
}
