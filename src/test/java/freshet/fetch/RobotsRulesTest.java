package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.bound.Fuzzed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RobotsRulesTest {

  private static RobotsRules rules(String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(StandardCharsets.UTF_8), "Freshet");
  }

  private static boolean allows(String url, String... lines) {
    return rules(lines).allows(url);
  }

  private static boolean open(String url, String... rules) {
    return allows(url, "User-agent: *\n" + String.join("\n", rules));
  }

  @Nested
  class RfcRule {
    @Test
    void anEmptyFileAllowsEverything() {
      assertThat(allows("http://a.example/x", "")).isTrue();
    }

    @Test
    void aGroupForUsIsPreferredToTheGeneralOne() {
      String[] file = {
        "User-agent: *", "Disallow: /", "", "User-agent: freshet", "Disallow: /private/"
      };
      assertThat(allows("http://a.example/feed", file)).isTrue();
      assertThat(allows("http://a.example/private/x", file)).isFalse();
      assertThat(
              RobotsRules.parse(String.join("\n", file).getBytes(StandardCharsets.UTF_8), "Other")
                  .allows("/feed"))
          .isFalse();
    }

    @Test
    void groupsOfOneRobotCountTogether() {
      String[] file = {
        "User-agent: Freshet",
        "Disallow: /a",
        "User-agent: Other",
        "Disallow: /b",
        "User-agent: FRESHET",
        "Disallow: /c"
      };
      assertThat(allows("/a", file)).isFalse();
      assertThat(allows("/b", file)).isTrue();
      assertThat(allows("/c", file)).isFalse();
    }

    @Test
    void severalUserAgentLinesShareTheRulesBelow() {
      String[] file = {"User-agent: Other", "User-agent: Freshet", "Disallow: /x"};
      assertThat(allows("/x", file)).isFalse();
    }

    @Test
    void aGroupForUsWithoutRulesAllowsEverything() {
      assertThat(allows("/x", "User-agent: *", "Disallow: /", "User-agent: Freshet")).isTrue();
      assertThat(allows("/x", "User-agent: *", "Disallow: /", "User-agent: Freshet", "Disallow:"))
          .isTrue();
    }

    @Test
    void rulesOutsideAnyGroupAreIgnored() {
      assertThat(allows("/x", "Disallow: /", "User-agent: *", "Allow: /y")).isTrue();
    }

    @Test
    void otherLinesDoNotEndAGroup() {
      assertThat(
              allows(
                  "/x",
                  "User-agent: Freshet",
                  "Sitemap: http://a.example/s.xml",
                  "Crawl-delay: 2",
                  "User-agent: Other",
                  "Disallow: /x"))
          .isFalse();
    }

    @Test
    void theLongestMatchWinsAndAllowWinsATie() {
      assertThat(open("/x/page.html", "Disallow: /x/page.html", "Allow: /x/")).isFalse();
      assertThat(open("/x/page.html", "Allow: /x/page.html", "Disallow: /x/")).isTrue();
      assertThat(open("/x/page.html", "Disallow: /x/", "Allow: /x/")).isTrue();
      assertThat(open("/x/page.html", "Allow: /x/", "Disallow: /x/")).isTrue();
      assertThat(open("/page.html", "Allow: /page", "Disallow: /*.html")).isFalse();
      assertThat(open("/x/page.html", "Allow: /x/page.", "Disallow: /*.html")).isTrue();
    }

    @Test
    void pathsAreCaseSensitiveAndNamesAreNot() {
      assertThat(open("/x/y", "DISALLOW: /x")).isFalse();
      assertThat(open("/X/y", "disallow: /x")).isTrue();
    }

    @Test
    void aStarStandsForAnythingAndADollarForTheEnd() {
      assertThat(open("/folder/file.php?a=b", "Disallow: /*.php")).isFalse();
      assertThat(open("/folder/file.php?a=b", "Disallow: /*.php$")).isTrue();
      assertThat(open("/folder/file.php", "Disallow: /*.php$")).isFalse();
      assertThat(open("/a/b/c/d", "Disallow: /a*c*d")).isFalse();
      assertThat(open("/a/b/d/c", "Disallow: /a*c*d")).isTrue();
      assertThat(open("/", "Disallow: /", "Allow: /$")).isTrue();
      assertThat(open("/page", "Disallow: /", "Allow: /$")).isFalse();
      assertThat(open("/price$list", "Disallow: /price$list")).isFalse();
      assertThat(open("/aXbXb", "Disallow: /a*b$")).isFalse();
    }

    @Test
    void patternsInOtherScriptsMatchPercentEncodedAddresses() {
      assertThat(open("/k%C3%BCla/uudised", "Disallow: /küla")).isFalse();
      assertThat(open("/k%C3%BCla/uudised", "Disallow: /k%c3%bcla")).isFalse();
      assertThat(
              open(
                  "/foo?url=http://other.example/?a&b",
                  "Disallow: /foo?url=http://other.example/?a"))
          .isFalse();
    }

    @Test
    void commentsAndAllLineEndsAreUnderstood() {
      assertThat(allows("/x", "User-agent: Freshet # us\rDisallow: /x # not here\r\n# Allow: /x\n"))
          .isFalse();
    }

    @Test
    void noPatternTakesForEver() {
      String pattern = "Disallow: /" + "a*".repeat(5000) + "b";
      assertThat(open("/" + "a".repeat(4000), pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 2000})
    void asManyPatternsAsFitTakeNoTimeThatGrowsWithTheirLengthTimesTheAddress(int length) {
      String rule = "Disallow: /*" + "a".repeat(length) + "b\n";
      byte[] file =
          ("User-agent: *\n" + rule.repeat(Robots.MOST_BYTES / rule.length()))
              .getBytes(StandardCharsets.US_ASCII);
      RobotsRules rules = RobotsRules.parse(file, "Freshet");
      String path = "/" + "a".repeat(4000);
      Fuzzed.within(() -> {
        for (int i = 0; i < 20; i++) assertThat(rules.allows(path + i)).isTrue();
      });
    }

    @Test
    void aLongPieceIsFoundWhereverItBegins() {
      String piece = "ababababcababababd";
      for (String before : new String[] {"", "ab", "ababababc", "ababababcababababc"}) {
        assertThat(open("/" + before + piece + "x", "Disallow: /*" + piece)).isFalse();
      }
      assertThat(open("/ababababcabababab", "Disallow: /*" + piece)).isTrue();
    }

    @Test
    void tooManyPatternsWithStarsCloseMoreAndNotLess() {
      String many = "Disallow: /*never\n".repeat(RobotsRules.MOST_WITH_STARS);
      assertThat(open("/a", many)).isTrue();
      assertThat(open("/private/x", many + "Disallow: /private/*.html\n")).isFalse();
      assertThat(open("/open/x", many + "Disallow: /open/\nAllow: /open/*\n")).isFalse();
    }
  }

  @Nested
  class AsPublishersKnowIt {
    @Test
    void twoWordsDoWithoutAColon() {
      assertThat(allows("/x", "user-agent Freshet", "disallow /x")).isFalse();
      assertThat(allows("/x", "user-agent Freshet", "disallow this /x")).isTrue();
    }

    @Test
    void commonMisspellingsAreRead() {
      for (String word :
          new String[] {"Dissallow", "Disalow", "Diasllow", "Disallaw", "Dissalow"}) {
        assertThat(open("/x", word + ": /x")).as(word).isFalse();
      }
      assertThat(allows("/x", "Useragent: Freshet", "Disallow: /x")).isFalse();
      assertThat(allows("/x", "User agent: Freshet", "Disallow: /x")).isFalse();
    }

    @Test
    void aNameEndsWhereItStopsBeingOne() {
      assertThat(allows("/x", "User-agent: Freshet/2.1", "Disallow: /x")).isFalse();
      assertThat(allows("/x", "User-agent: Freshet the reader", "Disallow: /x")).isFalse();
      assertThat(allows("/x", "User-agent: Freshets", "Disallow: /x")).isTrue();
      assertThat(allows("/x", "User-agent: * for all", "Disallow: /x")).isFalse();
      assertThat(allows("/x", "User-agent: *bot", "Disallow: /x")).isTrue();
    }

    @Test
    void anAllowedIndexPageOpensItsFolder() {
      String[] file = {"Allow: /folder/index.html", "Disallow: /"};
      assertThat(open("/folder/", file)).isTrue();
      assertThat(open("/folder/index.html", file)).isTrue();
      assertThat(open("/folder/index.htm", file)).isFalse();
      assertThat(open("/folder/other", file)).isFalse();
    }

    @Test
    void byteOrderMarksWholeOrInPartAreSkipped() {
      for (int n = 1; n <= 3; n++) {
        byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
        byte[] text = "User-agent: Freshet\nDisallow: /x".getBytes(StandardCharsets.UTF_8);
        byte[] file = new byte[n + text.length];
        System.arraycopy(mark, 0, file, 0, n);
        System.arraycopy(text, 0, file, n, text.length);
        assertThat(RobotsRules.parse(file, "Freshet").allows("/x")).isFalse();
      }
    }

    @Test
    void veryLongLinesAreCut() {
      String path = "/" + "a".repeat(2083 * 8);
      assertThat(open(path.substring(0, 2083 * 8 - 11) + "/else", "Disallow: " + path + "/rest"))
          .isFalse();
    }

    @Test
    void addressesAreComparedAsTheyAreWritten() {
      assertThat(open("/foo/bar/baz", "Disallow: /", "Allow: /foo/bar/%62%61%7A")).isFalse();
      assertThat(open("/foo/bar/%62%61%7A", "Disallow: /", "Allow: /foo/bar/%62%61%7A")).isTrue();
    }

    @Test
    void theComparedPartOfAnAddressIsItsPathAndQuery() {
      String[][] cases = {
        {"", "/"},
        {"http://a.example", "/"},
        {"http://a.example/", "/"},
        {"http://a.example/b/c?d=http://e/", "/b/c?d=http://e/"},
        {"a.example/b#c", "/b"},
        {"a.example?q", "/?q"},
        {"a.example/b;c#d", "/b;c"},
        {"//a.example/b/c", "/b/c"},
        {"/b", "/b"},
        {"http://a.example#x/y", "/"},
        {"a", "/"}
      };
      for (String[] c : cases) assertThat(RobotsRules.path(c[0])).as(c[0]).isEqualTo(c[1]);
    }
  }

  @Nested
  class BesidesTheRules {
    @Test
    void theDelayOfOurGroupIsKnown() {
      assertThat(
              rules("User-agent: *", "Crawl-delay: 5", "User-agent: Freshet", "Crawl-delay: 2.5")
                  .crawlDelay())
          .isEqualTo(Duration.ofMillis(2500));
      assertThat(rules("User-agent: *", "Crawl-delay: 5").crawlDelay())
          .isEqualTo(Duration.ofSeconds(5));
      assertThat(rules("User-agent: *", "Crawl-delay: 1e300").crawlDelay())
          .isEqualTo(Duration.ofHours(1));
      for (String nonsense : new String[] {"-1", "NaN", "soon", ""}) {
        assertThat(rules("User-agent: *", "Crawl-delay: " + nonsense).crawlDelay()).isNull();
      }
    }

    @Test
    void aRateIsADelayToo() {
      assertThat(rules("User-agent: *", "Request-rate: 1/5").crawlDelay())
          .isEqualTo(Duration.ofSeconds(5));
      assertThat(rules("User-agent: *", "Request-rate: 3/1m 0900-1700").crawlDelay())
          .isEqualTo(Duration.ofSeconds(20));
      assertThat(
              rules("User-agent: *", "Crawl-delay: 30", "Request-rate: 1/10s", "Disallow: /x")
                  .crawlDelay())
          .isEqualTo(Duration.ofSeconds(30));
      for (String nonsense : new String[] {"5", "0/5", "1/", "a/b", "-1/5", "1/m"}) {
        assertThat(rules("User-agent: *", "Request-rate: " + nonsense).crawlDelay())
            .as(nonsense)
            .isNull();
      }
    }

    @Test
    void theHoursInWhichRobotsMayComeAreKept() {
      VisitTimes times =
          rules(
                  "User-agent: Other",
                  "Visit-time: 0100-0200",
                  "User-agent: *",
                  "Visit-time: 0600-0845",
                  "visit-time: 22:00 - 01:30")
              .visitTimes();
      for (String open : List.of("06:00", "08:44", "22:00", "23:59", "00:00", "01:29")) {
        Instant at = Instant.parse("2026-11-15T" + open + ":00Z");
        assertThat(times.next(at)).as(open).isEqualTo(at);
      }
      assertThat(times.next(Instant.parse("2026-11-15T08:45:00Z")))
          .isEqualTo(Instant.parse("2026-11-15T22:00:00Z"));
      assertThat(times.next(Instant.parse("2026-11-15T01:30:00Z")))
          .isEqualTo(Instant.parse("2026-11-15T06:00:00Z"));
      assertThat(times.next(Instant.parse("2026-11-15T05:59:59.5Z")))
          .isEqualTo(Instant.parse("2026-11-15T06:00:00Z"));
      Instant noon = Instant.parse("2026-11-15T12:00:00Z");
      for (String nonsense : new String[] {"", "soon", "0600", "600-800", "2500-2600", "06-06"}) {
        assertThat(rules("User-agent: *", "Visit-time: " + nonsense).visitTimes().next(noon))
            .as(nonsense)
            .isEqualTo(noon);
      }
    }

    @Test
    void sitemapsAreCollectedFromAnywhere() {
      assertThat(
              rules("Sitemap: http://a.example/1.xml", "User-agent: Other", "site-map: /2.xml")
                  .sitemaps())
          .containsExactly("http://a.example/1.xml", "/2.xml");
    }

    @Test
    void garbageIsNoRule() {
      byte[] noise = new byte[100_000];
      new java.util.Random(7).nextBytes(noise);
      assertThat(RobotsRules.parse(noise, "Freshet").allows("/x")).isTrue();
    }
  }
}
