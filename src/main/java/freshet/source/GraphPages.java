package freshet.source;

import static freshet.source.Values.encode;
import static freshet.source.Values.html;
import static freshet.source.Values.text;
import static freshet.source.Values.time;

import freshet.fetch.CallOutcome.Answered;
import freshet.model.FeedUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A page behind a Graph API: `/{page}/posts`, JSON, an access token, the newest first, older ones
/// by cursor; one limit for all pages that an application reads, such as 600 calls in 10 minutes.
///
/// The limit shows in three places: a refusal with an error code of its own (400 or 403, not 429),
/// how much is used, in per cent (`X-App-Usage`, `X-Page-Usage`), and how many minutes until calls
/// are free again (`X-Business-Use-Case-Usage`).
///
/// Position: the time of the newest post seen in seconds, a blank, its id. It moves on only when a
/// poll has read all that is newer, or as much as a poll may.
public final class GraphPages implements Source {
  private static final String PAGE_NAME = "[A-Za-z0-9._-]{1,100}";
  private static final Pattern TYPED = Pattern.compile("graph:/*(" + PAGE_NAME + ")/?");
  private static final String FIELDS =
      "id,message,story,created_time,updated_time,permalink_url,full_picture,from{id,name},"
          + "attachments{title,description,unshimmed_url}";

  /// Application, user, page and custom limits, and those of business use cases.
  private static final Set<Long> LIMITS =
      Set.of(4L, 17L, 32L, 341L, 613L, 80000L, 80001L, 80002L, 80003L, 80004L, 80005L, 80006L);

  private static final Duration WITHOUT_TIME = Duration.ofMinutes(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String base;
  private final String root;
  private final Pattern kept;
  private final List<String> tokens;

  /// @param base of the API with its version, such as `https://graph.facebook.com/v23.0`
  /// @param tokens of access, with blanks or commas between; empty if there is none. They are sent
  ///   as headers and never in an address. With several, each has a group and so a budget of its
  ///   own, and the pages are divided over them
  public GraphPages(String base, String tokens) {
    this.base = base.replaceAll("/+$", "");
    // Kept without the version: a later one reads the same pages.
    this.root = this.base.replaceAll("/v\\d+(\\.\\d+)?$", "");
    this.kept =
        Pattern.compile(
            Pattern.quote(root) + "(?:/v\\d+\\.\\d+)?/(" + PAGE_NAME + ")/posts/?(?:[?#].*)?");
    this.tokens = Arrays.stream(tokens.split("[\\s,]+")).filter(t -> !t.isEmpty()).toList();
  }

  @Override
  public List<String> accounts() {
    if (tokens.size() < 2) return List.of();
    return IntStream.rangeClosed(1, tokens.size()).mapToObj(i -> name() + "." + i).toList();
  }

  /// By the page's name, each token with an equal chance; with one more token only those pages move
  /// that it takes over.
  @Override
  public String group(FeedUrl address) {
    String best = name();
    long most = Long.MIN_VALUE;
    for (String account : accounts()) {
      long score = mixed((account + " " + address).hashCode());
      if (score > most) {
        most = score;
        best = account;
      }
    }
    return best;
  }

  /// The finaliser of SplitMix64: hashes of similar texts are too similar.
  private static long mixed(long x) {
    long h = x * 0x9E3779B97F4A7C15L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  @Override
  public Ask paidBy(Ask ask, String account) {
    return new Ask(ask.url(), authorised(account), ask.note());
  }

  private Map<String, String> authorised(String account) {
    if (tokens.isEmpty()) return Map.of();
    int i = accounts().indexOf(account);
    return Map.of("Authorization", "Bearer " + tokens.get(Math.max(0, i)));
  }

  @Override
  public boolean refusesAccount(Answered answer, JsonNode body) {
    return Set.of(102L, 190L, 467L).contains(body.path("error").path("code").asLong(0));
  }

  @Override
  public String name() {
    return "graph";
  }

  @Override
  public String budget() {
    return "600/10m";
  }

  @Override
  public @Nullable FeedUrl address(String typed) {
    Matcher named = TYPED.matcher(typed);
    Matcher m = named.matches() ? named : kept.matcher(typed);
    if (!m.matches()) return null;
    return FeedUrl.of(root + "/" + m.group(1) + "/posts");
  }

  @Override
  public Ask first(FeedUrl address, @Nullable String position) {
    return page(address, position, position, null);
  }

  /// The note holds the last poll's position and the newest seen in this one.
  private Ask page(
      FeedUrl address, @Nullable String position, @Nullable String newest, @Nullable String after) {
    Matcher m = kept.matcher(address.toString());
    String page = m.matches() ? m.group(1) : "";
    String since = position == null ? null : position.substring(0, position.indexOf(' '));
    return new Ask(
        FeedUrl.of(
            base
                + "/"
                + page
                + "/posts?limit=100&fields="
                + encode(FIELDS)
                + (since == null ? "" : "&since=" + encode(since))
                + (after == null ? "" : "&after=" + encode(after))),
        authorised(group(address)),
        (position == null ? "" : position) + "\n" + (newest == null ? "" : newest));
  }

  @Override
  public Page read(FeedUrl address, Ask asked, JsonNode answer) {
    String[] note = String.valueOf(asked.note()).split("\n", -1);
    String position = note[0].isEmpty() ? null : note[0];
    String newest = note[1].isEmpty() ? null : note[1];
    long known = seconds(position);
    long top = seconds(newest);
    List<Post> posts = new ArrayList<>();
    About about = null;
    for (JsonNode p : answer.path("data")) {
      String id = text(p, "id");
      Instant created = time(p, "created_time");
      if (id == null) continue;
      if (about == null) about = about(p.path("from"));
      if (created != null) {
        long at = created.getEpochSecond();
        if (at < known || (position != null && position.equals(at + " " + id))) continue;
        if (at > top) {
          top = at;
          newest = at + " " + id;
        }
      }
      posts.add(post(id, p));
    }
    String after = after(answer.path("paging"));
    // Of a page that was never read, the first answer is history enough.
    boolean more = position != null && after != null && !answer.path("data").isEmpty();
    return new Page(
        about,
        posts,
        more ? page(address, position, newest, after) : null,
        more ? position : newest,
        newest);
  }

  private static long seconds(@Nullable String position) {
    if (position == null) return -1;
    return Values.number(position.substring(0, Math.max(0, position.indexOf(' '))));
  }

  /// The cursor of the next page, if there is one. The address in `next` is not followed: it holds
  /// the access token, and might lead anywhere.
  private static @Nullable String after(JsonNode paging) {
    String next = text(paging, "next");
    if (next == null) return null;
    String cursor = text(paging.path("cursors"), "after");
    if (cursor != null) return cursor;
    Matcher m = Pattern.compile("[?&]after=([^&#]+)").matcher(next);
    return m.find()
        ? java.net.URLDecoder.decode(m.group(1), java.nio.charset.StandardCharsets.UTF_8)
        : null;
  }

  private @Nullable About about(JsonNode from) {
    String name = text(from, "name");
    return name == null ? null : new About(name, null, null, null);
  }

  private static Post post(String id, JsonNode p) {
    String message = text(p, "message");
    if (message == null) message = text(p, "story");
    StringBuilder html = new StringBuilder();
    if (message != null) html.append("<p>").append(html(message)).append("</p>");
    for (JsonNode shared : p.path("attachments").path("data")) {
      String url = text(shared, "unshimmed_url");
      String title = text(shared, "title");
      String about = text(shared, "description");
      if (url != null) {
        html.append("<p>").append(Values.link(url, title == null ? url : title));
        html.append(about == null || about.equals(message) ? "" : "<br>" + html(about));
        html.append("</p>");
      }
    }
    return new Post(
        id,
        text(p, "permalink_url"),
        null,
        html.toString(),
        time(p, "created_time"),
        time(p, "updated_time"),
        text(p.path("from"), "name"),
        null,
        null,
        List.of(),
        text(p, "full_picture"),
        List.of());
  }

  @Override
  public @Nullable Rest rest(Answered answer, JsonNode body, Instant now) {
    long minutes = 0;
    long used = 0;
    for (String header : List.of("x-app-usage", "x-page-usage", "x-business-use-case-usage")) {
      for (JsonNode usage : usages(answer.header(header))) {
        minutes = Math.max(minutes, usage.path("estimated_time_to_regain_access").asLong(0));
        for (String what : List.of("call_count", "total_time", "total_cputime")) {
          used = Math.max(used, usage.path(what).asLong(0));
        }
      }
    }
    long code = body.path("error").path("code").asLong(0);
    boolean refused = LIMITS.contains(code) || answer.status() == 429;
    if (!refused && used < 100 && minutes <= 0) return null;
    Duration wait = minutes > 0 ? Duration.ofMinutes(minutes) : answer.retryAfter();
    String said = refused ? "the API refuses more calls for now" : "the API counts " + used + " %";
    return new Rest(
        now.plus(wait == null ? WITHOUT_TIME : wait),
        said + (code > 0 ? " (error " + code + ")" : refused ? "" : " of its calls as used"));
  }

  /// A plain object, or one list of objects for each business.
  private static List<JsonNode> usages(@Nullable String header) {
    if (header == null || header.length() > 10_000) return List.of();
    List<JsonNode> all = new ArrayList<>();
    try {
      JsonNode node = JSON.readTree(header);
      all.add(node);
      for (JsonNode business : node) business.forEach(all::add);
    } catch (JacksonException e) {
      return List.of();
    }
    return all;
  }

  @Override
  public @Nullable String refusal(Answered answer, JsonNode body) {
    JsonNode error = body.path("error");
    long code = error.path("code").asLong(0);
    if (code == 0) return null;
    return switch ((int) Math.min(code, 1000)) {
      case 102, 190, 467 ->
          tokens.isEmpty()
              ? "This API wants an access token (setting 'source.graph.token')."
              : "The access token is not accepted, or no longer (setting 'source.graph.token').";
      case 3, 10, 200, 210, 220 -> "The access token does not allow to read this page.";
      case 100, 803 -> "There is no such page, or it may not be read (error " + code + ").";
      default -> "The API refused (error " + code + ").";
    };
  }
}
