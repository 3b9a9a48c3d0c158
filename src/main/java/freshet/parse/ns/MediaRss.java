package freshet.parse.ns;

import static freshet.parse.ns.Draft.LIKE;
import static freshet.parse.ns.Draft.NEAR;

import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Yahoo's Media RSS: pictures, films and sounds, alone or grouped as versions of one another.
final class MediaRss implements Namespace {
  @Override
  public String prefix() {
    return "media";
  }

  @Override
  public List<String> names() {
    return List.of(
        "http://search.yahoo.com/mrss",
        "https://search.yahoo.com/mrss",
        "http://search.yahoo.com/mrss/rss",
        "http://video.search.yahoo.com/mrss",
        "http://www.rssboard.org/media-rss",
        "http://tools.search.yahoo.com/mrss");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    Draft d = drafts.current();
    return switch (e.name()) {
      case "group" -> {
        d.group = new MediaDraft();
        d.group.members = d.media.size();
        yield Content.CHILDREN;
      }
      case "content" -> {
        d.medium = content(e);
        d.more("duration", e.get("duration"));
        yield Content.CHILDREN;
      }
      case "community" -> Content.CHILDREN;
      default -> Content.TEXT;
    };
  }

  private static MediaDraft content(Element e) {
    MediaDraft m = new MediaDraft();
    m.url = e.resolve(e.get("url"));
    m.type = e.get("type");
    m.medium = e.get("medium");
    m.width = Numbers.intOrNull(e.get("width"));
    m.height = Numbers.intOrNull(e.get("height"));
    return m;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    MediaDraft open = d.medium != null ? d.medium : d.group;
    switch (e.name()) {
      case "content" -> {
        if (d.medium != null && d.medium.url != null) {
          d.medium(d.medium);
          if (isImage(d.medium)) d.offer(Slot.IMAGE, NEAR, d.medium.url);
        }
        d.medium = null;
      }
      case "group" -> endOfGroup(d);
      case "thumbnail" -> thumbnail(e.resolve(e.get("url", text)), e, d, open);
      case "title" -> {
        if (open != null && open.title == null && !text.isEmpty()) open.title = text;
        d.offer(Slot.TITLE, NEAR, new Text(text, kind(e), e.base()));
      }
      case "description", "text" -> {
        if (open != null && open.description == null && !text.isEmpty()) open.description = text;
        d.offer(Slot.SUMMARY, NEAR, new Text(text, kind(e), e.base()));
      }
      case "peerlink" -> {
        MediaDraft peer = content(e);
        peer.url = e.resolve(e.get("href"));
        if (peer.url != null) d.medium(peer);
      }
      case "player" -> {
        String url = e.resolve(e.get("url", text));
        if (d.medium != null && d.medium.url == null) d.medium.url = url;
        d.more("player", url);
      }
      case "keywords" -> d.categories(text, ',');
      case "category" -> d.category(e.get("label", text));
      case "credit" -> {
        d.more("credit", text);
        if (e.get("role", "").equalsIgnoreCase("author")) d.author(NEAR, People.read(text));
      }
      case "copyright" -> d.offer(Slot.COPYRIGHT, NEAR, text);
      case "rating" -> d.more("rating", text);
      case "statistics" -> d.more("views", e.get("views"));
      case "starrating" -> d.more("stars", e.get("average"));
      default -> {}
    }
  }

  private static boolean isImage(MediaDraft m) {
    return "image".equalsIgnoreCase(m.medium) || (m.type != null && m.type.startsWith("image/"));
  }

  private static Kind kind(Element e) {
    return e.get("type", "plain").contains("html") ? Kind.HTML : Kind.UNKNOWN;
  }

  private static void thumbnail(
      @Nullable String url, Element e, Draft d, @Nullable MediaDraft open) {
    if (url == null) return;
    d.offer(Slot.IMAGE, LIKE, url);
    if (open != null) {
      if (open.thumbnail == null) open.thumbnail = url;
      return;
    }
    MediaDraft alone = content(e);
    alone.url = url;
    alone.medium = "image";
    alone.thumbnail = url;
    d.medium(alone);
  }

  private static void endOfGroup(Draft d) {
    MediaDraft group = d.group;
    d.group = null;
    if (group == null) return;
    for (int i = group.members; i < d.media.size(); i++) d.media.get(i).inherit(group);
    if (group.members == d.media.size() && group.thumbnail != null) {
      group.url = group.thumbnail;
      group.medium = "image";
      d.medium(group);
    }
  }
}
