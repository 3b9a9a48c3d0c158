package freshet.alert;

import freshet.exchange.EntryJson;
import freshet.fetch.PostRequest;
import freshet.model.Alert;
import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.model.Rule;
import freshet.text.Cut;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/// An alert as the request that tells it.
public final class Messages {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_TEXT = 1000;

  private Messages() {}

  /// @throws IllegalArgumentException if the rule's target is no web address
  public static PostRequest of(Rule rule, Alert alert) {
    FeedUrl target = FeedUrl.of(rule.target() == null ? "" : rule.target());
    return switch (rule.way()) {
      case WEBHOOK -> webhook(target, rule, alert);
      case NTFY -> ntfy(target, rule, alert);
      case GOTIFY -> gotify(target, rule, alert);
      case LIST, EMAIL -> throw new IllegalArgumentException(rule.way() + " is not sent by POST");
    };
  }

  private static PostRequest webhook(FeedUrl target, Rule rule, Alert alert) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberProperty("alert", alert.id());
      json.writeStringProperty("raised", alert.raised().toString());
      json.writeObjectPropertyStart("rule");
      json.writeNumberProperty("id", rule.id());
      json.writeStringProperty("name", rule.name());
      json.writeStringProperty("query", rule.query());
      json.writeEndObject();
      json.writeName("entry");
      EntryJson.write(json, alert.entry(), null);
      json.writeEndObject();
    }
    byte[] body = bytes.toByteArray();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Freshet-Alert", Long.toString(alert.id()));
    if (rule.secret() != null) headers.put("X-Freshet-Signature", signature(rule.secret(), body));
    return new PostRequest(target, "application/json; charset=utf-8", body, headers);
  }

  /// `sha256=` and the HMAC-SHA256 of the body in hexadecimal digits.
  static String signature(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /// The text is the body, all else stands in headers.
  private static PostRequest ntfy(FeedUrl topic, Rule rule, Alert alert) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Title", header(title(alert.entry())));
    String link = alert.entry().link();
    if (link != null && isWeb(link)) headers.put("Click", header(link));
    if (rule.secret() != null) headers.put("Authorization", "Bearer " + rule.secret());
    return new PostRequest(
        topic,
        "text/plain; charset=utf-8",
        text(rule, alert.entry()).getBytes(StandardCharsets.UTF_8),
        headers);
  }

  private static PostRequest gotify(FeedUrl server, Rule rule, Alert alert) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringProperty("title", title(alert.entry()));
      json.writeStringProperty("message", text(rule, alert.entry()));
      json.writeNumberProperty("priority", 5);
      String link = alert.entry().link();
      if (link != null && isWeb(link)) {
        json.writeObjectPropertyStart("extras");
        json.writeObjectPropertyStart("client::notification");
        json.writeObjectPropertyStart("click");
        json.writeStringProperty("url", link);
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    String base = server.toString();
    String token =
        URLEncoder.encode(rule.secret() == null ? "" : rule.secret(), StandardCharsets.UTF_8);
    FeedUrl address = FeedUrl.of(base + (base.endsWith("/") ? "" : "/") + "message?token=" + token);
    return new PostRequest(
        address, "application/json; charset=utf-8", bytes.toByteArray(), Map.of());
  }

  private static boolean isWeb(String link) {
    return link.startsWith("https://") || link.startsWith("http://");
  }

  static String title(Entry e) {
    String title = e.title() == null || e.title().isBlank() ? e.feedName() : e.title();
    return Cut.to(title.replaceAll("\\s+", " ").strip(), LONGEST_TITLE);
  }

  private static String text(Rule rule, Entry e) {
    String excerpt = e.excerpt() == null ? "" : Cut.to(e.excerpt().strip(), LONGEST_TEXT);
    return (excerpt.isEmpty() ? "" : excerpt + "\n\n") + e.feedName() + " · " + rule.name();
  }

  /// A header holds plain ASCII; the rest is written as RFC 2047 does.
  static String header(String text) {
    if (text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) return text;
    String coded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return "=?UTF-8?B?" + coded + "?=";
  }
}
