package freshet.parse;

import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Channel;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Media;
import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Most;
import freshet.text.Cut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was read on another machine, of which nobody knows whether it did what reading does here:
/// texts are made safe again and cut, addresses that run code go. Of what was read honestly nothing
/// changes.
public final class ReadElsewhere {
  private final Sanitiser sanitiser = new Sanitiser();

  /// What the feed says of itself, and as many entries as it may have, none longer than it may be.
  /// Those that are kept are for [#entry].
  public ParsedFeed feed(ParsedFeed read) {
    return new ParsedFeed(
        Cut.to(read.format(), Most.NAME),
        read.wellFormed(),
        channel(read.channel()),
        read.entries().stream()
            .limit(ParseLimits.DEFAULT.entries())
            .map(ReadElsewhere::bounded)
            .toList());
  }

  private Channel channel(Channel c) {
    return new Channel(
        cut(c.title(), Most.TITLE),
        address(c.link()),
        address(c.self()),
        address(c.hub()),
        cut(c.id(), Most.ID),
        html(c.description()),
        cut(c.language(), Most.NAME),
        c.published(),
        c.updated(),
        few(c.authors(), ReadElsewhere::person),
        cut(c.copyright(), Most.TITLE),
        cut(c.generator(), Most.TITLE),
        address(c.image()),
        address(c.icon()),
        few(c.categories(), name -> Cut.to(name, Most.NAME)),
        c.ttl(),
        c.skipHours().stream().filter(hour -> hour >= 0 && hour < 24).distinct().toList(),
        few(c.skipDays(), day -> Cut.to(day, Most.NAME)),
        c.updateEvery(),
        few(c.namespaces(), name -> Cut.to(name, Most.ID)),
        more(c.more()));
  }

  /// Its texts are safe to show afterwards.
  public ParsedEntry entry(ParsedEntry e) {
    return new ParsedEntry(
        e.key(),
        e.alias(),
        e.contentHash(),
        e.id(),
        e.title(),
        e.link(),
        e.links(),
        e.published(),
        e.dateOnly(),
        e.offsetSeconds(),
        e.updated(),
        e.authors(),
        html(e.summary()),
        html(e.content()),
        e.categories(),
        e.enclosures(),
        e.comments(),
        e.language(),
        e.copyright(),
        e.image(),
        e.media(),
        e.more());
  }

  private static ParsedEntry bounded(ParsedEntry e) {
    return new ParsedEntry(
        e.key(),
        e.alias(),
        e.contentHash(),
        cut(e.id(), Most.ID),
        cut(e.title(), Most.TITLE),
        address(e.link()),
        few(e.links(), ReadElsewhere::link),
        e.published(),
        e.dateOnly(),
        e.offsetSeconds(),
        e.updated(),
        few(e.authors(), ReadElsewhere::person),
        bounded(e.summary()),
        bounded(e.content()),
        few(e.categories(), name -> Cut.to(name, Most.NAME)),
        few(e.enclosures(), ReadElsewhere::enclosure),
        address(e.comments()),
        cut(e.language(), Most.NAME),
        cut(e.copyright(), Most.TITLE),
        address(e.image()),
        few(e.media(), ReadElsewhere::media),
        more(e.more()));
  }

  private static @Nullable String bounded(@Nullable String html) {
    return html == null ? null : Sanitiser.beginning(html);
  }

  /// A text that was made safe before.
  public @Nullable String html(@Nullable String html) {
    return html == null ? null : sanitiser.again(html);
  }

  private static Person person(Person p) {
    return new Person(cut(p.name(), Most.NAME), cut(p.email(), Most.NAME), address(p.uri()));
  }

  private static @Nullable Link link(Link l) {
    String url = address(l.url());
    return url == null ? null : new Link(cut(l.rel(), Most.NAME), url, cut(l.type(), Most.NAME));
  }

  private static @Nullable Enclosure enclosure(Enclosure e) {
    String url = address(e.url());
    return url == null ? null : new Enclosure(url, cut(e.type(), Most.NAME), e.length());
  }

  private static @Nullable Media media(Media m) {
    String url = address(m.url());
    if (url == null) return null;
    return new Media(
        url,
        cut(m.type(), Most.NAME),
        cut(m.medium(), Most.NAME),
        m.width(),
        m.height(),
        cut(m.title(), Most.TITLE),
        cut(m.description(), Most.VALUE),
        address(m.thumbnail()));
  }

  private static Map<String, String> more(Map<String, String> more) {
    if (more.isEmpty()) return more;
    Map<String, String> kept = new LinkedHashMap<>();
    for (var one : more.entrySet()) {
      if (kept.size() == 2 * Most.OF_ONE_KIND) break;
      kept.put(Cut.start(one.getKey(), Most.NAME), Cut.to(one.getValue(), Most.VALUE));
    }
    return kept;
  }

  private static <T> List<T> few(List<T> all, Function<T, @Nullable T> made) {
    return all.stream().limit(Most.OF_ONE_KIND).map(made).filter(Objects::nonNull).toList();
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null ? null : Cut.to(text, most);
  }

  /// Relative ones are as they were: reading knew what they are relative to.
  public static @Nullable String address(@Nullable String address) {
    return address == null || Addresses.resolve(null, address) == null ? null : address;
  }
}
