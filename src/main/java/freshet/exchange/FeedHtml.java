package freshet.exchange;

import freshet.exchange.OutFeed.OutEntry;
import freshet.model.ChannelFacts;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.text.Html;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A feed as HTML, through a template ([FeedTemplate]), so that a site can show it. Text is
/// escaped, addresses are such as a browser may follow, and the HTML of entries is the sanitised
/// one.
public final class FeedHtml {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /// A list of headlines with what they are about.
  public static final FeedTemplate USUAL =
      FeedTemplate.of(
          """
          <!doctype html>
          <html{{#language}} lang="{{language}}"{{/language}}>
          <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
          <title>{{title}}</title>
          <style>body{font:1rem/1.5 system-ui,sans-serif;margin:1rem}li{margin:0 0 1rem}ul{padding:0;list-style:none}img{max-width:100%;height:auto}small{opacity:.7}</style>
          </head>
          <body>
          <h1>{{#link}}<a href="{{link}}" target="_blank" rel="noopener noreferrer">{{/link}}{{title}}{{#link}}</a>{{/link}}</h1>
          {{#description}}<p>{{description}}</p>{{/description}}
          <ul>
          {{#entries}}<li><a href="{{link}}" target="_blank" rel="noopener noreferrer">{{title}}</a>
          <small>{{pubDate}}{{#author}} · {{author}}{{/author}}</small>
          {{#description}}<div>{{description}}</div>{{/description}}</li>
          {{/entries}}
          </ul>
          {{^entries}}<p>There are no entries.</p>{{/entries}}
          {{#copyright}}<p><small>{{copyright}}</small></p>{{/copyright}}
          </body>
          </html>
          """);

  private FeedHtml() {}

  /// @param feed read with its HTML sanitised
  /// @param most entries at most
  public static String of(ParsedFeed feed, int most, FeedTemplate template) {
    ParsedFeed.Channel c = feed.channel();
    Fields fields = new Fields().facts(ChannelFacts.of(c));
    fields.text("title", c.title()).link("link", c.link()).text("description", c.description());
    fields.text("language", c.language()).link("image", c.image() == null ? c.icon() : c.image());
    fields.text("ttl", c.ttl()).text("skipDays", joined(c.skipDays()));
    fields.text("skipHours", joined(c.skipHours().stream().map(String::valueOf).toList()));
    List<Map<String, String>> entries = new ArrayList<>();
    for (ParsedEntry e : feed.entries().subList(0, Math.min(most, feed.entries().size()))) {
      Fields entry = new Fields().body(EntryBody.of(e), e.title());
      entry.link("link", e.link()).text("guid", e.id()).link("image", e.image());
      entry.text("author", joined(e.authors().stream().map(FeedHtml::name).toList()));
      entry.text("category", joined(e.categories())).text("language", e.language());
      Instant at = e.published() == null ? e.updated() : e.published();
      entry.text("pubDate", at == null ? null : (e.dateOnly() ? DAY : TIME).format(at));
      entries.add(entry.within(fields));
    }
    return template.fill(new FeedTemplate.Values(fields.all, entries));
  }

  /// A view of Freshet, or a kept search.
  public static String of(OutFeed feed, int most, FeedTemplate template) {
    Fields fields = new Fields().text("title", feed.title()).link("link", feed.home());
    fields.text("generator", "Freshet");
    List<Map<String, String>> entries = new ArrayList<>();
    for (OutEntry out : feed.newest().subList(0, Math.min(most, feed.newest().size()))) {
      Entry e = out.entry();
      Fields entry = new Fields().body(out.body(), e.title());
      if (!entry.all.containsKey("description")) entry.text("description", e.excerpt());
      entry.link("link", e.link()).text("guid", e.guid()).link("image", e.image());
      entry.text("author", joined(e.authors())).text("category", joined(e.categories()));
      entry.text("language", e.language()).text("source", e.feedName());
      Instant at = e.published() == null ? e.firstSeen() : e.published();
      entry.text("pubDate", (e.dateOnly() ? DAY : TIME).format(at));
      entries.add(entry.within(fields));
    }
    return template.fill(new FeedTemplate.Values(fields.all, entries));
  }

  private static String joined(List<String> values) {
    return String.join(", ", values);
  }

  private static String name(ParsedFeed.Person p) {
    if (p.name() != null) return p.name();
    return p.email() == null ? "" : p.email();
  }

  /// Fields as they stand in the page.
  private static final class Fields {
    private final Map<String, String> all = new HashMap<>();

    Fields text(String name, @Nullable Object value) {
      if (value == null || value.toString().isBlank()) return this;
      all.put(name, Html.escape(value.toString().strip()).replace("'", "&#39;"));
      return this;
    }

    /// Only what leads to a web page; nothing that a browser would run.
    Fields link(String name, @Nullable String url) {
      boolean web = url != null && url.strip().matches("(?i)https?://.*");
      return web ? text(name, url) : this;
    }

    Fields html(String name, @Nullable String safe) {
      if (safe != null && !safe.isBlank()) all.put(name, safe);
      return this;
    }

    Fields facts(ChannelFacts facts) {
      text("copyright", facts.copyright()).text("managingEditor", facts.managingEditor());
      text("webMaster", facts.webMaster()).text("generator", facts.generator());
      text("rating", facts.rating()).text("category", joined(facts.categories()));
      if (facts.pubDate() != null) text("pubDate", TIME.format(facts.pubDate()));
      if (facts.lastBuildDate() != null) text("lastBuildDate", TIME.format(facts.lastBuildDate()));
      return this;
    }

    Fields body(EntryBody body, @Nullable String title) {
      html("description", body.summary() == null ? body.content() : body.summary());
      html("content", body.content() == null ? body.summary() : body.content());
      link("comments", body.comments());
      if (!body.enclosures().isEmpty()) link("enclosure", body.enclosures().getFirst().url());
      return text("title", title == null || title.isBlank() ? "…" : title);
    }

    Map<String, String> within(Fields feed) {
      feed.all.forEach((name, value) -> all.put("feed." + name, value));
      return all;
    }
  }
}
