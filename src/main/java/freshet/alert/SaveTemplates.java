package freshet.alert;

import freshet.fetch.Call;
import freshet.fetch.PostRequest;
import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.model.SaveTarget;
import freshet.text.Cut;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// An entry as the request, the address or the mail that saves it elsewhere. What is filled in is
/// made harmless for the place it stands in: percent-encoded in addresses and forms, escaped in
/// JSON, one line in a header.
public final class SaveTemplates {
  /// What can be filled in, beside the names of secrets.
  public static final List<String> NAMES =
      List.of("url", "title", "excerpt", "text", "feed", "author", "tags", "published", "entry");

  public static final String ACCESS_TOKEN = "access_token";

  private static final Pattern PLACE = Pattern.compile("\\{([a-z][a-z0-9_]{0,39})\\}");
  private static final int LONGEST_TEXT = 50_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String FORM = "application/x-www-form-urlencoded";

  private SaveTemplates() {}

  /// What of an entry can be filled in.
  ///
  /// @param text of it, plain
  public static Map<String, String> values(Entry e, String text, Collection<String> tags) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("url", e.link() == null ? "" : e.link());
    values.put("title", Messages.title(e));
    values.put("excerpt", e.excerpt() == null ? "" : e.excerpt().strip());
    values.put("text", Cut.to(text.strip(), LONGEST_TEXT));
    values.put("feed", e.feedName());
    values.put("author", String.join(", ", e.authors()));
    values.put("tags", String.join(",", tags));
    values.put("published", e.placed().toString());
    values.put("entry", String.valueOf(e.id()));
    return values;
  }

  /// The names in a template that nothing can be filled in for.
  public static Set<String> unknown(String template, Collection<String> known) {
    Set<String> unknown = new TreeSet<>();
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      if (!known.contains(place.group(1))) unknown.add(place.group(1));
    }
    return unknown;
  }

  /// The headers of a target, each a name and a template.
  ///
  /// @throws IllegalArgumentException with a sentence if a line is none
  public static Map<String, String> headers(SaveTarget target) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : target.headers().lines().filter(l -> !l.isBlank()).toList()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      if (!name.matches("[A-Za-z0-9-]{1,60}")) {
        throw new IllegalArgumentException("has a line that is not 'Name: value'");
      }
      headers.put(name, line.substring(colon + 1).strip());
    }
    return headers;
  }

  /// The address that the browser opens.
  public static String address(SaveTarget target, Map<String, String> values) {
    return filled(target.address(), values, SaveTemplates::inAddress);
  }

  /// The request that gets a token, if one is needed.
  ///
  /// @throws IllegalArgumentException with a sentence if the address is none
  public static Optional<Call> logIn(SaveTarget target) {
    if (target.logIn().isBlank()) return Optional.empty();
    String form = filled(target.logInForm(), target.secretsByName(), SaveTemplates::inAddress);
    return Optional.of(new Call(FeedUrl.of(target.logIn().strip()), Map.of(), form));
  }

  /// The request that saves an entry.
  ///
  /// @param values of the entry, with the token of the log-in where there was one
  /// @throws IllegalArgumentException with a sentence if the address is none
  public static PostRequest request(SaveTarget target, Map<String, String> values) {
    Map<String, String> all = new LinkedHashMap<>(target.secretsByName());
    all.putAll(values);
    Map<String, String> headers = new LinkedHashMap<>();
    headers(target)
        .forEach((name, value) -> headers.put(name, filled(value, all, SaveTemplates::inHeader)));
    String type =
        headers.entrySet().stream()
            .filter(h -> h.getKey().equalsIgnoreCase("Content-Type"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseGet(() -> usualType(target.body()));
    headers.keySet().removeIf(name -> name.equalsIgnoreCase("Content-Type"));
    FeedUrl address = FeedUrl.of(filled(target.address(), all, SaveTemplates::inAddress));
    String body = filled(target.body(), all, within(type));
    return new PostRequest(
        target.method(), address, type, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  /// The text of a mail.
  public static String mail(SaveTarget target, Map<String, String> values) {
    return filled(target.body(), values, UnaryOperator.identity());
  }

  private static String usualType(String body) {
    String start = body.strip();
    return start.startsWith("{") || start.startsWith("[") ? "application/json" : FORM;
  }

  private static UnaryOperator<String> within(String type) {
    String kind = type.toLowerCase(Locale.ROOT);
    if (kind.contains("json")) return SaveTemplates::inJson;
    return kind.startsWith(FORM) ? SaveTemplates::inAddress : UnaryOperator.identity();
  }

  private static String filled(
      String template, Map<String, String> values, UnaryOperator<String> safe) {
    return PLACE
        .matcher(template)
        .replaceAll(place -> {
          String value = values.get(place.group(1));
          return Matcher.quoteReplacement(value == null ? place.group() : safe.apply(value));
        });
  }

  private static String inAddress(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String inJson(String value) {
    String quoted = JSON.writeValueAsString(value);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static String inHeader(String value) {
    return Messages.header(value.replaceAll("\\s+", " ").strip());
  }

  /// Ready-made ones, to begin with: where a name is in capitals, one's own is to be put.
  public static List<SaveTarget> ready() {
    List<SaveTarget> all = new ArrayList<>();
    all.add(
        sends(
            "Wallabag",
            "https://WALLABAG/api/entries.json",
            "Authorization: Bearer {access_token}",
            "url={url}&title={title}&tags={tags}",
            "https://WALLABAG/oauth/v2/token",
            "grant_type=password&client_id={client_id}&client_secret={client_secret}"
                + "&username={username}&password={password}",
            "client_id=\nclient_secret=\nusername=\npassword="));
    all.add(
        sends(
            "Linkding",
            "https://LINKDING/api/bookmarks/",
            "Authorization: Token {token}",
            "{\"url\": \"{url}\", \"title\": \"{title}\", \"description\": \"{excerpt}\","
                + " \"unread\": true}",
            "",
            "",
            "token="));
    all.add(
        sends(
            "Readwise Reader",
            "https://readwise.io/api/v3/save/",
            "Authorization: Token {token}",
            "{\"url\": \"{url}\", \"title\": \"{title}\", \"author\": \"{author}\", \"summary\":"
                + " \"{excerpt}\", \"saved_using\": \"Freshet\"}",
            "",
            "",
            "token="));
    all.add(
        sends(
            "Instapaper",
            "https://www.instapaper.com/api/add",
            "",
            "username={username}&password={password}&url={url}&title={title}",
            "",
            "",
            "username=\npassword="));
    all.add(
        sends(
            "Webhook",
            "https://SERVER/hook",
            "",
            "{\"url\": \"{url}\", \"title\": \"{title}\", \"feed\": \"{feed}\", \"author\":"
                + " \"{author}\", \"published\": \"{published}\", \"tags\": \"{tags}\", \"text\":"
                + " \"{text}\"}",
            "",
            "",
            ""));
    all.add(
        new SaveTarget(
            0,
            "E-mail",
            SaveTarget.Way.MAIL,
            "POST",
            "",
            "",
            "{title}\n{url}\n\n{excerpt}",
            "",
            "",
            ""));
    all.add(opens("Mail program", "mailto:?subject={title}&body={url}"));
    all.add(opens("Mastodon", "https://MASTODON/share?text={title}%20{url}"));
    all.add(opens("Wallabag (browser)", "https://WALLABAG/bookmarklet?url={url}"));
    return List.copyOf(all);
  }

  private static SaveTarget sends(
      String name,
      String address,
      String headers,
      String body,
      String logIn,
      String logInForm,
      String secrets) {
    return new SaveTarget(
        0, name, SaveTarget.Way.SEND, "POST", address, headers, body, logIn, logInForm, secrets);
  }

  private static SaveTarget opens(String name, String address) {
    return new SaveTarget(0, name, SaveTarget.Way.OPEN, "GET", address, "", "", "", "", "");
  }
}
