package freshet.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedFeed;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FeedHtmlTest {
  private static final String FEED =
      """
      <rss version="2.0"><channel><title>Cats &amp; &lt;dogs&gt;</title>
      <link>https://a.example/</link><description>All of it</description><language>en</language>
      <copyright>© A</copyright><managingEditor>jane@a.example</managingEditor>
      <webMaster>web@a.example</webMaster><pubDate>Sun, 15 Nov 2026 10:00:00 GMT</pubDate>
      <lastBuildDate>Sun, 15 Nov 2026 11:00:00 GMT</lastBuildDate><category>Pets</category>
      <generator>Pen</generator><rating>(PICS)</rating><ttl>60</ttl>
      <skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>
      <item><title>One "x'</title><link>javascript:alert(1)</link>
      <description>&lt;p onclick="x()"&gt;Body&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;</description>
      <author>jane@a.example (Jane)</author><pubDate>Sun, 15 Nov 2026 10:00:00 GMT</pubDate>
      <guid isPermaLink="false">g1</guid><comments>https://a.example/1#c</comments></item>
      <item><title>Two</title><link>https://a.example/2?a=1&amp;b="2"</link></item>
      <item><title>Three</title></item></channel></rss>
      """;

  private static String filled(String template, int most) {
    return FeedHtml.of(read(), most, FeedTemplate.of(template));
  }

  private static ParsedFeed read() {
    var outcome =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(
                FEED.getBytes(StandardCharsets.UTF_8),
                null,
                URI.create("https://a.example/feed"),
                HtmlHandling.SANITISED);
    return ((Parsed) outcome).feed();
  }

  @Test
  void everyFieldOfChannelAndItemCanBeShown() {
    assertThat(
            filled(
                "{{title}}|{{link}}|{{description}}|{{language}}|{{copyright}}|{{managingEditor}}"
                    + "|{{webMaster}}|{{pubDate}}|{{lastBuildDate}}|{{category}}|{{generator}}"
                    + "|{{ttl}}|{{rating}}|{{skipHours}}|{{skipDays}}",
                1))
        .isEqualTo(
            "Cats &amp; &lt;dogs&gt;|https://a.example/|All of it|en|© A|jane@a.example"
                + "|web@a.example|15 Nov 2026 10:00 UTC|15 Nov 2026 11:00 UTC|Pets|Pen|60|(PICS)"
                + "|3|Sunday");
    assertThat(
            filled(
                "{{#entries}}{{author}}|{{comments}}|{{pubDate}}|{{guid}}|{{feed.title}}\n"
                    + "{{/entries}}",
                1))
        .isEqualTo("Jane|https://a.example/1#c|15 Nov 2026 10:00 UTC|g1|Cats &amp; &lt;dogs&gt;\n");
  }

  @Test
  void atMostSoManyEntriesAreShownAndNothingBreaksOut() {
    String form =
        "{{#entries}}<a title='{{title}}' href=\"{{link}}\">{{#link}}L{{/link}}{{^link}}-{{/link}}"
            + "</a>{{description}}\n{{/entries}}";
    assertThat(filled(form, 2).lines())
        .containsExactly(
            "<a title='One &quot;x&#39;' href=\"\">-</a><p>Body</p>",
            "<a title='Two' href=\"https://a.example/2?a=1&amp;b=&quot;2&quot;\">L</a>");
    assertThat(filled(form, 3).lines()).hasSize(3);
    assertThat(FeedHtml.of(read(), 2, FeedHtml.USUAL))
        .contains("<title>Cats &amp; &lt;dogs&gt;</title>", "Two", "© A")
        .doesNotContain("Three", "<script", "onclick", "javascript:", "{{");
  }

  @Test
  void aMistakeInATemplateIsNamedWithItsLine() {
    assertThatThrownBy(() -> FeedTemplate.of("a\n{{titel}}"))
        .hasMessage("In line 2 of the template there is no field 'titel'");
    assertThatThrownBy(() -> FeedTemplate.of("{{#entries}}{{title}}"))
        .hasMessageContaining("no end");
    assertThatThrownBy(() -> FeedTemplate.of("{{/title}}")).hasMessageContaining("no beginning");
    assertThatThrownBy(() -> FeedTemplate.of("{{#entries}}{{ttl}}{{/entries}}"))
        .hasMessageContaining("'ttl'");
    assertThat(filled("{ {{ language }} }}", 1)).isEqualTo("{ en }}");
  }
}
