package freshet.source;

import static freshet.source.Values.encode;
import static freshet.source.Values.text;
import static freshet.source.Values.time;

import freshet.fetch.CallOutcome.Answered;
import freshet.model.FeedUrl;
import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An account on a Mastodon server, by its public REST API: the account is looked up by name once,
/// then its posts are asked for from the last one known upwards (`min_id`), so that however much
/// was posted meanwhile nothing is skipped. As in the server's own feeds, answers and boosts of
/// others' posts are left out.
///
/// Position: the account's number at its server, a blank, the number of the newest post.
public final class Mastodon implements Source {
  private static final Pattern PAGE =
      Pattern.compile("(https?)://([^/@?#]+)/@([A-Za-z0-9_.-]+(?:@[A-Za-z0-9.-]+)?)/?(?:[?#].*)?");
  private static final Pattern HANDLE =
      Pattern.compile("(?:acct:|@)([A-Za-z0-9_.-]+)@([A-Za-z0-9.-]+\\.[A-Za-z]{2,})");
  private static final Duration WITHOUT_RESET = Duration.ofMinutes(5);

  /// Others that write their people's addresses the same way.
  private static final Set<String> OTHERS =
      Set.of(
          "medium.com",
          "youtube.com",
          "tiktok.com",
          "threads.net",
          "threads.com",
          "odysee.com",
          "substack.com",
          "rumble.com",
          "hive.blog",
          "peakd.com",
          "steemit.com");

  @Override
  public String name() {
    return "mastodon";
  }

  /// Half of what a server allows by default (300 in 5 minutes for each address).
  @Override
  public String budget() {
    return "150/5m";
  }

  /// Many sites have pages at `/@name`.
  @Override
  public boolean isSure() {
    return false;
  }

  /// Each server counts for itself.
  @Override
  public String group(FeedUrl address) {
    int port = address.uri().getPort();
    return Cut.start("mastodon." + address.host() + (port < 0 ? "" : "-" + port), 40);
  }

  @Override
  public @Nullable FeedUrl address(String typed) {
    Matcher handle = HANDLE.matcher(typed);
    if (handle.matches()) return FeedUrl.of("https://" + handle.group(2) + "/@" + handle.group(1));
    Matcher page = PAGE.matcher(typed);
    if (!page.matches()) return null;
    String host = page.group(2).toLowerCase(Locale.ROOT);
    for (String other : OTHERS) if (host.equals(other) || host.endsWith("." + other)) return null;
    return FeedUrl.of(page.group(1) + "://" + host + "/@" + page.group(3));
  }

  @Override
  public Ask first(FeedUrl address, @Nullable String position) {
    if (position != null && position.matches("\\d+ \\d*")) {
      int blank = position.indexOf(' ');
      return posts(address, position.substring(0, blank), position.substring(blank + 1));
    }
    String name = address.uri().getPath().substring(2);
    return Ask.of(base(address) + "/api/v1/accounts/lookup?acct=" + encode(name), null);
  }

  private static Ask posts(FeedUrl address, String account, String newest) {
    String after = newest.isEmpty() ? "" : "&min_id=" + newest;
    return Ask.of(
        base(address)
            + "/api/v1/accounts/"
            + account
            + "/statuses?limit=40&exclude_replies=true&exclude_reblogs=true"
            + after,
        account + " " + newest);
  }

  private static String base(FeedUrl address) {
    return address.uri().getScheme() + "://" + address.uri().getRawAuthority();
  }

  @Override
  public Page read(FeedUrl address, Ask asked, JsonNode answer) {
    String note = asked.note();
    if (note == null) {
      String id = text(answer, "id");
      boolean sound = id != null && id.matches("\\d{1,25}");
      return new Page(
          about(address, answer),
          List.of(),
          sound && id != null ? posts(address, id, "") : null,
          null,
          null);
    }
    int blank = note.indexOf(' ');
    String account = note.substring(0, blank);
    String newest = note.substring(blank + 1);
    boolean first = newest.isEmpty();
    List<Post> posts = new ArrayList<>();
    About about = null;
    for (JsonNode status : answer) {
      String id = text(status, "id");
      if (id == null || !id.matches("\\d{1,25}")) continue;
      if (later(id, newest)) newest = id;
      if (about == null) about = about(address, status.path("account"));
      posts.add(post(id, status));
    }
    // Upwards from the last one known: a full page (some servers give 20 at most) may have more
    // above it.
    Ask next = first || answer.size() < 20 ? null : posts(address, account, newest);
    String position = account + " " + newest;
    return new Page(about, posts, next, position, position);
  }

  /// Ids are numbers that may outgrow a long.
  private static boolean later(String id, String than) {
    return id.length() != than.length() ? id.length() > than.length() : id.compareTo(than) > 0;
  }

  private static @Nullable About about(FeedUrl address, JsonNode account) {
    String name = text(account, "display_name");
    if (name == null) name = text(account, "username");
    if (name == null) return null;
    return new About(name, address.toString(), text(account, "note"), text(account, "avatar"));
  }

  private static Post post(String id, JsonNode s) {
    StringBuilder html = new StringBuilder();
    String warning = text(s, "spoiler_text");
    String content = text(s, "content");
    html.append(content == null ? "" : content);
    JsonNode card = s.path("card");
    String shared = text(card, "url");
    String title = text(card, "title");
    if (shared != null && title != null && !html.toString().contains(shared)) {
      html.append("<p>").append(Values.link(shared, title)).append("</p>");
    }
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : s.path("tags")) {
      String name = text(tag, "name");
      if (name != null) tags.add(name);
    }
    String image = null;
    List<Attachment> attached = new ArrayList<>();
    for (JsonNode media : s.path("media_attachments")) {
      String url = text(media, "url");
      if (url == null) continue;
      if ("image".equals(text(media, "type")) && image == null) image = url;
      else attached.add(new Attachment(url, type(text(media, "type"))));
    }
    JsonNode account = s.path("account");
    String url = text(s, "url");
    String uri = text(s, "uri");
    return new Post(
        uri == null ? id : uri,
        url == null ? uri : url,
        warning,
        html.toString(),
        time(s, "created_at"),
        time(s, "edited_at"),
        text(account, "display_name"),
        text(account, "url"),
        text(s, "language"),
        tags,
        image,
        attached);
  }

  private static @Nullable String type(@Nullable String kind) {
    return switch (kind == null ? "" : kind) {
      case "image" -> "image/*";
      case "video", "gifv" -> "video/mp4";
      case "audio" -> "audio/mpeg";
      default -> null;
    };
  }

  @Override
  public @Nullable Rest rest(Answered answer, JsonNode body, Instant now) {
    boolean spent = "0".equals(answer.header("x-ratelimit-remaining"));
    if (answer.status() != 429 && !spent) return null;
    String resets = answer.header("x-ratelimit-reset");
    Instant reset = resets == null ? null : Values.time(resets);
    if (reset == null) {
      Duration wait = answer.retryAfter();
      reset = now.plus(wait == null ? WITHOUT_RESET : wait);
    }
    return reset.isAfter(now)
        ? new Rest(reset, "the server says that the calls it allows are used up")
        : null;
  }

  @Override
  public @Nullable String refusal(Answered answer, JsonNode body) {
    return switch (answer.status()) {
      case 404 -> "There is no such account on this server (404).";
      case 401, 403, 422 ->
          "This server shows its accounts to its own members only (" + answer.status() + ").";
      default -> null;
    };
  }
}
