package freshet.source;

import static freshet.source.Values.encode;
import static freshet.source.Values.html;
import static freshet.source.Values.text;
import static freshet.source.Values.time;

import freshet.fetch.CallOutcome.Answered;
import freshet.model.FeedUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An author on Bluesky, by `app.bsky.feed.getAuthorFeed` of the AT protocol. It gives the newest
/// first and older ones by cursor, so a poll reads on until it meets what the last one saw. Answers
/// and reposts are left out.
///
/// Position: the time of the newest post seen. It moves on only when a poll has met the last one's:
/// one that broke off is read again from the top.
public final class Bluesky implements Source {
  private static final Pattern PAGE =
      Pattern.compile(
          "(?:https?://)?(?:www\\.)?bsky\\.app/profile/@?([A-Za-z0-9.:_%-]+)/?(?:[?#].*)?");
  private static final Pattern HANDLE = Pattern.compile("@([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)");
  private static final Duration WITHOUT_RESET = Duration.ofMinutes(5);

  private final String base;

  /// @param base of the API, such as `https://public.api.bsky.app`
  public Bluesky(String base) {
    this.base = base.replaceAll("/+$", "");
  }

  @Override
  public String name() {
    return "bluesky";
  }

  /// A fifth of what the public service allows (3,000 in 5 minutes for each address).
  @Override
  public String budget() {
    return "600/5m";
  }

  @Override
  public @Nullable FeedUrl address(String typed) {
    Matcher page = PAGE.matcher(typed);
    Matcher m = page.matches() ? page : HANDLE.matcher(typed);
    if (!m.matches()) return null;
    return FeedUrl.of("https://bsky.app/profile/" + m.group(1).toLowerCase(Locale.ROOT));
  }

  private static String actor(FeedUrl address) {
    return address.uri().getPath().substring("/profile/".length());
  }

  @Override
  public Ask first(FeedUrl address, @Nullable String position) {
    return page(address, position, position, null);
  }

  /// The note holds the last poll's position and the newest time seen in this one.
  private Ask page(
      FeedUrl address,
      @Nullable String position,
      @Nullable String newest,
      @Nullable String cursor) {
    return Ask.of(
        base
            + "/xrpc/app.bsky.feed.getAuthorFeed?filter=posts_no_replies&limit=50&actor="
            + encode(actor(address))
            + (cursor == null ? "" : "&cursor=" + encode(cursor)),
        (position == null ? "" : position) + " " + (newest == null ? "" : newest));
  }

  @Override
  public Page read(FeedUrl address, Ask asked, JsonNode answer) {
    String[] note = String.valueOf(asked.note()).split(" ", -1);
    Instant known = Values.time(note[0]);
    Instant newest = Values.time(note[1]);
    List<Post> posts = new ArrayList<>();
    About about = null;
    boolean met = known == null;
    for (JsonNode item : answer.path("feed")) {
      JsonNode post = item.path("post");
      Instant at = placed(post);
      if (item.has("reason") || at == null) continue;
      if (about == null) about = about(address, post.path("author"));
      if (known != null && !at.isAfter(known)) {
        met = true;
        continue;
      }
      if (newest == null || at.isAfter(newest)) newest = at;
      Post read = post(post);
      if (read != null) posts.add(read);
    }
    String position = known == null ? null : known.toString();
    String top = newest == null ? position : newest.toString();
    String cursor = text(answer, "cursor");
    boolean more = !met && cursor != null && !answer.path("feed").isEmpty();
    return new Page(
        about,
        posts,
        more ? page(address, position, top, cursor) : null,
        more ? position : top,
        top);
  }

  /// Authors may date their posts as they like, but not later than the service saw them.
  private static @Nullable Instant placed(JsonNode post) {
    Instant indexed = time(post, "indexedAt");
    Instant created = time(post.path("record"), "createdAt");
    if (indexed == null || created == null) return indexed == null ? created : indexed;
    return created.isBefore(indexed) ? created : indexed;
  }

  private static @Nullable About about(FeedUrl address, JsonNode author) {
    String name = name(author);
    return name == null ? null : new About(name, address.toString(), null, text(author, "avatar"));
  }

  private static @Nullable String name(JsonNode author) {
    String name = text(author, "displayName");
    return name == null ? text(author, "handle") : name;
  }

  private static @Nullable Post post(JsonNode p) {
    String uri = text(p, "uri");
    if (uri == null) return null;
    JsonNode author = p.path("author");
    JsonNode record = p.path("record");
    String did = text(author, "did");
    String handle = text(author, "handle");
    String who = handle == null || handle.equals("handle.invalid") ? did : handle;
    String profile = "https://bsky.app/profile/" + who;
    List<String> tags = new ArrayList<>();
    StringBuilder html = new StringBuilder("<p>").append(rich(record, tags)).append("</p>");
    JsonNode embed = p.path("embed");
    if (embed.has("media")) embed = embed.path("media");
    JsonNode card = embed.path("external");
    String shared = text(card, "uri");
    if (shared != null) {
      String title = text(card, "title");
      html.append("<p>").append(Values.link(shared, title == null ? shared : title));
      String about = text(card, "description");
      html.append(about == null ? "" : "<br>" + html(about)).append("</p>");
    }
    String image = text(card, "thumb");
    List<Attachment> attached = new ArrayList<>();
    for (JsonNode picture : embed.path("images")) {
      String url = text(picture, "fullsize");
      if (url == null) continue;
      if (image == null) image = url;
      else attached.add(new Attachment(url, "image/jpeg"));
    }
    String video = text(embed, "playlist");
    if (video != null) attached.add(new Attachment(video, "application/vnd.apple.mpegurl"));
    JsonNode language = record.path("langs").path(0);
    return new Post(
        uri,
        profile + "/post/" + uri.substring(uri.lastIndexOf('/') + 1),
        null,
        html.toString(),
        placed(p),
        null,
        name(author),
        profile,
        language.isString() ? language.asString() : null,
        tags,
        image,
        attached);
  }

  /// The text with its links. Facets count in bytes of UTF-8, and may say anything.
  private static String rich(JsonNode record, List<String> tags) {
    String text = text(record, "text");
    if (text == null) return "";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<JsonNode> facets = new ArrayList<>();
    record.path("facets").forEach(facets::add);
    facets.sort((a, b) -> Integer.compare(start(a), start(b)));
    StringBuilder html = new StringBuilder();
    int done = 0;
    for (JsonNode facet : facets) {
      int from = start(facet);
      int to = facet.path("index").path("byteEnd").asInt(-1);
      if (from < done || to <= from || to > bytes.length) continue;
      for (JsonNode feature : facet.path("features")) {
        String tag = text(feature, "tag");
        if (tag != null) tags.add(tag);
        String uri = text(feature, "uri");
        if (uri == null || done > from) continue;
        html.append(html(part(bytes, done, from))).append(Values.link(uri, part(bytes, from, to)));
        done = to;
      }
    }
    return html.append(html(part(bytes, done, bytes.length))).toString();
  }

  private static int start(JsonNode facet) {
    return facet.path("index").path("byteStart").asInt(-1);
  }

  private static String part(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable Rest rest(Answered answer, JsonNode body, Instant now) {
    boolean spent = "0".equals(answer.header("ratelimit-remaining"));
    if (answer.status() != 429 && !spent) return null;
    long seconds = Values.number(answer.header("ratelimit-reset"));
    Duration wait = answer.retryAfter();
    Instant reset =
        seconds > 0
            ? Instant.ofEpochSecond(seconds)
            : now.plus(wait == null ? WITHOUT_RESET : wait);
    return reset.isAfter(now)
        ? new Rest(reset, "Bluesky says that the calls it allows are used up")
        : null;
  }

  @Override
  public @Nullable String refusal(Answered answer, JsonNode body) {
    String error = text(body, "error");
    String message = text(body, "message");
    if (error == null) return null;
    boolean missing = message != null && message.contains("not found");
    if (missing || error.equals("AccountNotFound")) {
      return "There is no such author on Bluesky.";
    }
    return "Bluesky refused: "
        + (message == null ? error : message).lines().findFirst().orElse(error)
        + ".";
  }
}
