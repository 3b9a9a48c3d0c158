package freshet.parse;

import freshet.bound.Stop;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Media;
import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Draft;
import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.MediaDraft;
import freshet.parse.ns.Most;
import freshet.parse.ns.Numbers;
import freshet.parse.ns.Text;
import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Makes the model's feed of the drafts: dates read, texts cleaned, addresses absolute, names
/// given.
final class Assembly {
  private final Drafts drafts;
  private final HtmlHandling reading;
  private final Sanitiser sanitiser = new Sanitiser();
  private final @Nullable String base;
  private final @Nullable String language;

  Assembly(Drafts drafts, HtmlHandling reading, @Nullable String address) {
    this.drafts = drafts;
    this.reading = reading;
    Draft feed = drafts.feed();
    this.base =
        address != null ? address : firstAbsolute(feed.string(Slot.SELF), feed.string(Slot.LINK));
    this.language = language(feed.string(Slot.LANGUAGE));
  }

  private static @Nullable String firstAbsolute(@Nullable String... addresses) {
    for (String a : addresses) if (a != null && Addresses.isAbsolute(a)) return a;
    return null;
  }

  ParsedFeed feed(boolean wellFormed) {
    String format = drafts.format();
    Draft d = drafts.feed();
    List<ParsedEntry> entries = entries(absolute(d.string(Slot.LINK)));
    Instant updated = instant(d.string(Slot.UPDATED));
    // JSON Feed has no date of the feed: it is as new as its newest entry.
    boolean json = format != null && format.startsWith("json");
    if (updated == null && json) updated = newest(entries);
    return new ParsedFeed(
        format == null ? "unknown" : format, wellFormed, channel(d, updated), entries);
  }

  private static @Nullable Instant newest(List<ParsedEntry> entries) {
    Instant newest = null;
    for (ParsedEntry e : entries) {
      Instant at = e.updated() == null ? e.published() : e.updated();
      if (at != null && (newest == null || at.isAfter(newest))) newest = at;
    }
    return newest;
  }

  private ParsedFeed.Channel channel(Draft d, @Nullable Instant updated) {
    return new ParsedFeed.Channel(
        line(d.text(Slot.TITLE)),
        absolute(d.string(Slot.LINK)),
        absolute(d.string(Slot.SELF)),
        absolute(d.string(Slot.HUB)),
        cut(d.string(Slot.ID), Most.ID),
        html(d.text(Slot.SUMMARY)),
        language,
        instant(d.string(Slot.PUBLISHED)),
        updated,
        people(d),
        line(d.text(Slot.COPYRIGHT)),
        line(d.text(Slot.GENERATOR)),
        absolute(d.string(Slot.IMAGE)),
        absolute(d.string(Slot.ICON)),
        categories(d),
        Numbers.intOrNull(d.string(Slot.TTL)),
        List.copyOf(drafts.skipHours),
        List.copyOf(drafts.skipDays),
        period(d.string(Slot.UPDATE_PERIOD), d.string(Slot.UPDATE_FREQUENCY)),
        List.copyOf(drafts.namespaces()),
        d.more());
  }

  private List<ParsedEntry> entries(@Nullable String home) {
    List<Draft> read = drafts.entries();
    List<EntryKeys.Names> names = new ArrayList<>(read.size());
    List<Dates.@Nullable Stamp> dates = new ArrayList<>(read.size());
    List<@Nullable String> titles = new ArrayList<>(read.size());
    for (Draft d : read) {
      Stop.check();
      Dates.Stamp published = Dates.read(d.string(Slot.PUBLISHED), language);
      dates.add(published);
      String title = title(d.text(Slot.TITLE));
      titles.add(title);
      names.add(names(d, title, published));
    }
    EntryKeys identity = new EntryKeys(names, home);
    List<ParsedEntry> entries = new ArrayList<>(read.size());
    for (int i = 0; i < read.size(); i++) {
      Stop.check();
      entries.add(entry(read.get(i), titles.get(i), names.get(i), dates.get(i), identity));
    }
    return entries;
  }

  private EntryKeys.Names names(Draft d, @Nullable String shown, Dates.@Nullable Stamp published) {
    // A blank is as good as another for telling entries apart.
    String title = shown == null ? null : PlainText.collapsed(shown);
    String link = link(d);
    long text = EntryKeys.contentHash(title, link, d.string(Slot.SUMMARY), d.string(Slot.CONTENT));
    Instant date = published == null ? null : published.instant();
    return EntryKeys.Names.of(d.string(Slot.ID), link, title, date, text);
  }

  private ParsedEntry entry(
      Draft d,
      @Nullable String title,
      EntryKeys.Names names,
      Dates.@Nullable Stamp published,
      EntryKeys identity) {
    String own = language(d.string(Slot.LANGUAGE));
    Dates.Stamp updated = Dates.read(d.string(Slot.UPDATED), language);
    // The only date there is stands for the other; the entry's names do not change by it.
    Dates.Stamp dated = published == null ? updated : published;
    return new ParsedEntry(
        identity.key(names),
        identity.alias(names),
        names.text(),
        cut(d.string(Slot.ID), Most.ID),
        title == null ? null : Cut.to(title, Most.TITLE),
        link(d),
        links(d),
        dated == null ? null : dated.instant(),
        dated != null && dated.dateOnly(),
        dated == null ? null : dated.offsetSeconds(),
        updated == null ? null : updated.instant(),
        people(d),
        html(d.text(Slot.SUMMARY)),
        html(d.text(Slot.CONTENT)),
        categories(d),
        enclosures(d),
        absolute(d.string(Slot.COMMENTS)),
        own,
        line(d.text(Slot.COPYRIGHT)),
        absolute(d.string(Slot.IMAGE)),
        media(d),
        d.more());
  }

  /// An id that may be a link is one, if there is no better.
  private @Nullable String link(Draft d) {
    String link = absolute(d.string(Slot.LINK));
    if (link != null) return link;
    String id = d.string(Slot.ID);
    if (id != null && d.idIsLink && Addresses.isWeb(id)) return id;
    return null;
  }

  private List<Link> links(Draft d) {
    if (base == null || d.links.isEmpty()) return List.copyOf(d.links);
    List<Link> links = new ArrayList<>(d.links.size());
    for (Link l : d.links) {
      String url = absolute(l.url());
      links.add(url == null || url.equals(l.url()) ? l : new Link(l.rel(), url, l.type()));
    }
    return List.copyOf(links);
  }

  /// Some writers put HTML even into names.
  private static List<Person> people(Draft d) {
    List<Person> people = d.authors;
    for (int i = 0; i < people.size(); i++) {
      Person p = people.get(i);
      String name = p.name();
      if (name != null && isMarkup(name)) {
        name = Titles.plain(new Text(name, Text.Kind.UNKNOWN, null));
      }
      people.set(i, new Person(cut(name, Most.NAME), cut(p.email(), Most.NAME), p.uri()));
    }
    return List.copyOf(people);
  }

  private static List<String> categories(Draft d) {
    List<String> categories = d.categories;
    for (int i = 0; i < categories.size(); i++) {
      String c = categories.get(i);
      String plain = isMarkup(c) ? Titles.plain(new Text(c, Text.Kind.UNKNOWN, null)) : c;
      categories.set(i, Cut.to(plain, Most.NAME));
    }
    return List.copyOf(categories);
  }

  private static boolean isMarkup(String text) {
    return text.indexOf('<') >= 0 || text.indexOf('&') >= 0;
  }

  private List<Enclosure> enclosures(Draft d) {
    if (d.enclosures.isEmpty()) return List.of();
    List<Enclosure> enclosures = new ArrayList<>(d.enclosures.size());
    for (Enclosure e : d.enclosures) {
      String url = absolute(e.url());
      if (url != null) enclosures.add(new Enclosure(url, e.type(), e.length()));
    }
    return List.copyOf(enclosures);
  }

  private List<Media> media(Draft d) {
    if (d.media.isEmpty()) return List.of();
    List<Media> media = new ArrayList<>(d.media.size());
    for (MediaDraft m : d.media) {
      m.url = absolute(m.url);
      m.thumbnail = absolute(m.thumbnail);
      m.title = cut(m.title, Most.TITLE);
      m.description = cut(m.description, Most.VALUE);
      Media one = m.media();
      if (one != null) media.add(one);
    }
    return List.copyOf(media);
  }

  private @Nullable String absolute(@Nullable String address) {
    return address == null || base == null ? address : Addresses.resolve(base, address);
  }

  private static @Nullable String title(@Nullable Text text) {
    if (text == null) return null;
    String plain = Titles.plain(text);
    return plain.isEmpty() ? null : plain;
  }

  private static @Nullable String line(@Nullable Text text) {
    return cut(title(text), Most.TITLE);
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null ? null : Cut.to(text, most);
  }

  private @Nullable String html(@Nullable Text text) {
    if (text == null) return null;
    if (text.kind() == Text.Kind.PLAIN) return LongHtml.escaped(text.value());
    if (reading == HtmlHandling.RAW) return text.value();
    String value = withoutData(text.value());
    String clean = sanitiser.clean(value, text.base() == null ? base : text.base());
    return clean.isEmpty() ? null : clean;
  }

  /// A CDATA section that was escaped like the rest is none in HTML, which would take its beginning
  /// for a comment and lose it.
  private static String withoutData(String html) {
    if (!html.contains("<![CDATA[")) return html;
    return html.replace("<![CDATA[", "").replace("]]>", "");
  }

  private @Nullable Instant instant(@Nullable String date) {
    Dates.Stamp stamp = Dates.read(date, language);
    return stamp == null ? null : stamp.instant();
  }

  private static @Nullable String language(@Nullable String tag) {
    return tag == null ? null : Cut.start(tag.strip(), Most.NAME).replace('_', '-');
  }

  /// `hourly` and 2 is every half hour; without a period the module's default is daily.
  private static @Nullable Duration period(@Nullable String period, @Nullable String frequency) {
    if (period == null && frequency == null) return null;
    Integer times = Numbers.intOrNull(frequency);
    Duration whole =
        switch (period == null ? "daily" : period.strip().toLowerCase(Locale.ROOT)) {
          case "hourly" -> Duration.ofHours(1);
          case "daily" -> Duration.ofDays(1);
          case "weekly" -> Duration.ofDays(7);
          case "monthly" -> Duration.ofDays(30);
          case "yearly" -> Duration.ofDays(365);
          default -> null;
        };
    return whole == null ? null : whole.dividedBy(times == null || times < 1 ? 1 : times);
  }
}
