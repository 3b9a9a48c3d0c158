package freshet.extract;

import freshet.bound.Stop;
import freshet.parse.Dates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Who wrote a page and when: from its JSON-LD, its meta elements, its microdata, or its looks.
///
/// @param image a picture of the page's own, as it is written there
/// @param closed whether the page says that it is not free to read
/// @param article whether the page says that it is an article, or a list of them; null if neither
record Metadata(
    @Nullable Instant published,
    @Nullable String author,
    @Nullable String image,
    boolean closed,
    @Nullable Boolean article) {
  private static final Evaluator JSON_LD = Selector.evaluatorOf("script[type=application/ld+json]");
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Names of meta elements, the surest first.
  private static final List<String> PUBLISHED =
      List.of(
          "article:published_time",
          "og:article:published_time",
          "og:published_time",
          "datepublished",
          "parsely-pub-date",
          "sailthru.date",
          "pubdate",
          "publishdate",
          "dc.date.issued",
          "dcterms.created",
          "dc.date",
          "dcterms.date",
          "date");

  private static final List<String> AUTHOR =
      List.of("author", "article:author", "dc.creator", "parsely-author", "sailthru.author");

  private static final Pattern ARTICLES = Pattern.compile("Article|Posting|CollectionPage");

  private static final int LONGEST_NAME = 100;
  private static final int MOST_AUTHORS = 20;
  private static final int MOST_JSON = 500_000;
  private static final int MOST_OBJECTS = 50;

  static Metadata of(HtmlPage page, Document document) {
    List<JsonNode> objects = objects(document);
    Marks marks = Marks.in(document);
    return new Metadata(
        published(page, marks, objects),
        author(page, marks, objects),
        image(page, objects),
        closed(page, marks, objects),
        article(page, objects));
  }

  /// By schema.org's types (NewsArticle, BlogPosting …; CollectionPage …), or Open Graph's.
  private static @Nullable Boolean article(HtmlPage page, List<JsonNode> objects) {
    boolean list = false;
    for (JsonNode object : objects) {
      String types = object.path("@type").toString();
      if (types.contains("Article") || types.contains("Posting")) return true;
      list |= types.contains("CollectionPage");
    }
    if (page.meta("og:type").equalsIgnoreCase("article")) return true;
    return list ? false : null;
  }

  private static @Nullable String image(HtmlPage page, List<JsonNode> objects) {
    List<String> candidates = new ArrayList<>();
    candidates.add(page.meta("og:image", "og:image:url", "twitter:image", "twitter:image:src"));
    for (JsonNode object : objects) candidates.add(address(object.path("image")));
    for (String image : candidates) if (!image.isBlank()) return image.strip();
    return null;
  }

  private static String address(JsonNode image) {
    if (image.isString()) return image.asString("");
    if (image.isArray()) return image.isEmpty() ? "" : address(image.path(0));
    return image.path("url").asString("");
  }

  /// By schema.org's isAccessibleForFree, of the page or of a part of it (hasPart), or by the
  /// publisher's own word for it.
  private static boolean closed(HtmlPage page, Marks marks, List<JsonNode> objects) {
    for (JsonNode object : objects) {
      if (isFalse(object.path("isAccessibleForFree"))) return true;
      JsonNode parts = object.path("hasPart");
      if (isFalse(parts.path("isAccessibleForFree"))) return true;
      if (parts.isArray()) {
        for (JsonNode part : parts) if (isFalse(part.path("isAccessibleForFree"))) return true;
      }
    }
    if (marks.free().strip().equalsIgnoreCase("false")) return true;
    return page.meta("article:content_tier", "og:article:content_tier").equalsIgnoreCase("locked");
  }

  private static boolean isFalse(JsonNode node) {
    if (node.isBoolean()) return !node.asBoolean();
    return node.isString() && node.asString("").strip().equalsIgnoreCase("false");
  }

  private static @Nullable Instant published(HtmlPage page, Marks marks, List<JsonNode> objects) {
    Stream<String> said =
        Stream.concat(
            objects.stream().map(o -> o.path("datePublished").asString("")),
            Stream.concat(PUBLISHED.stream().map(page::meta), marks.published()));
    return said.filter(date -> !date.isBlank())
        .map(date -> Dates.read(date, page.declaredLanguage()))
        .filter(Objects::nonNull)
        .map(Dates.Stamp::instant)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String author(HtmlPage page, Marks marks, List<JsonNode> objects) {
    Stream<String> said =
        Stream.concat(
            objects.stream().map(o -> name(o.path("author"))),
            Stream.concat(AUTHOR.stream().map(page::meta), marks.author()));
    return said.map(Metadata::bare).filter(Metadata::isName).findFirst().orElse(null);
  }

  private static String bare(String byline) {
    String s = byline.strip();
    return s.regionMatches(true, 0, "by ", 0, 3) ? s.substring(3).strip() : s;
  }

  private static boolean isName(String s) {
    boolean address = s.startsWith("http:") || s.startsWith("https:") || s.startsWith("@");
    return !s.isEmpty() && s.length() <= LONGEST_NAME && !address;
  }

  private static String name(JsonNode author) {
    if (author.isString()) return author.asString("");
    if (author.isArray()) {
      List<String> names = new ArrayList<>();
      for (JsonNode one : author) {
        if (names.size() >= MOST_AUTHORS) break;
        String name = one.isArray() ? "" : name(one);
        if (!name.isBlank()) names.add(name);
      }
      return String.join(", ", names);
    }
    return author.path("name").asString("");
  }

  /// The objects of the page's JSON-LD that may be the page's subject.
  private static List<JsonNode> objects(Document document) {
    List<JsonNode> found = new ArrayList<>();
    for (Element script : document.select(JSON_LD)) {
      Stop.check();
      if (found.size() > MOST_OBJECTS) break;
      String json = script.data();
      if (json.length() > MOST_JSON) continue;
      try {
        collect(JSON.readTree(json), found, 0);
      } catch (JacksonException e) {
        // broken JSON-LD is common; the page says it elsewhere, or not at all
      }
    }
    return found;
  }

  private static void collect(JsonNode node, List<JsonNode> found, int depth) {
    if (depth > 3 || found.size() > MOST_OBJECTS) return;
    if (node.isArray()) {
      for (JsonNode one : node) collect(one, found, depth + 1);
    } else if (node.isObject()) {
      if (node.has("datePublished")
          || node.has("author")
          || node.has("isAccessibleForFree")
          || ARTICLES.matcher(node.path("@type").toString()).find()) {
        found.add(node);
      }
      if (node.has("@graph")) collect(node.path("@graph"), found, depth + 1);
      if (node.has("mainEntity")) collect(node.path("mainEntity"), found, depth + 1);
    }
  }
}
