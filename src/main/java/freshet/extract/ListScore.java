package freshet.extract;

import freshet.extract.ListItems.Part;
import freshet.model.LinkList.Item;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// How much a list of links looks like news: titles of some length, all different, with dates,
/// headings and summaries, at addresses of the site that look like those of entries; and not where
/// pages have their menus.
final class ListScore {
  /// Where pages have what is not their subject.
  private static final Pattern ASIDE =
      Pattern.compile(
          "(^|[\\s_-])(nav|navi|navigation|navbar|menu|submenu|breadcrumbs?|footer|pagination|pager"
              + "|paging|share|sharing|social|tags?|tagcloud|cookies?|consent|lang|langs|languages?"
              + "|language-switcher|sitemap|skip|skip-links?|login|toolbar|topbar|colophon|legal"
              + "|metanav|servicenav|filter|filters|facets?|sub-?nav|main-?nav|mainmenu)([\\s_-]|$)");

  /// Where pages have what is beside their subject: it may be the news of a front page.
  private static final Pattern BESIDE =
      Pattern.compile(
          "(^|[\\s_-])(aside|sidebar|related|widget|popular|most-?read|trending|recommended|promo|ads?"
              + "|sponsors?|partners?|archives?|categories|comments?|teaser-links|quick-?links)"
              + "([\\s_-]|$)");

  private static final Pattern META =
      Pattern.compile(
          "/(tags?|categor(y|ies|ie)|kategorien?|rubrik|topics?|themen?|authors?|autor(en)?|users?"
              + "|members?|page|seite|login|register|search|suche|about|contact|kontakt|impressum"
              + "|privacy|terms|help|faq)(/|$|\\?)"
              + "|[?&](tag|cat|author|page|paged|sort|order|lang)=",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NEWS =
      Pattern.compile(
          "news|press|presse|blog|article|artikel|aktuell|meldung|release|nachrichten|actualit|noticia"
              + "|comunica|notizi|story|stories|post|nyhet|uutis|haber|aktual|wiadomo|новост|novost",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private final String page;
  private final String host;

  ListScore(String page) {
    this.page = page;
    this.host = host(page);
  }

  /// Whether an element is where pages have menus and the like.
  static boolean isAside(Element link) {
    for (Element e = link; e != null && !e.nameIs("body"); e = e.parent()) {
      switch (e.normalName()) {
        case "nav", "footer" -> {
          if (e.closest("article, li") == null || e.nameIs("nav")) return true;
        }
        case "form", "select", "button" -> {
          if (e.select("a[href]").size() < 60) return e.nameIs("button");
        }
        case "header" -> {
          if (e.closest("article, li, section, main") == null) return true;
        }
        default -> {}
      }
      String role = e.attr("role");
      if (role.equals("navigation") || role.equals("menu") || role.equals("contentinfo")) {
        return true;
      }
      if (isNamed(e, ASIDE) && !e.nameIs("main") && !e.nameIs("article")) return true;
      String rel = e.equals(link) ? e.attr("rel").toLowerCase(Locale.ROOT) : "";
      if (rel.contains("tag")
          || rel.contains("author")
          || rel.equals("next")
          || rel.equals("prev")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(Element e, Pattern what) {
    String names = e.className() + " " + e.id();
    return names.length() > 1
        && names.length() < 400
        && what.matcher(names.toLowerCase(Locale.ROOT)).find();
  }

  private static boolean isBeside(Element link) {
    for (Element e = link; e != null && !e.nameIs("body"); e = e.parent()) {
      if (e.nameIs("aside") || isNamed(e, BESIDE)) return true;
    }
    return false;
  }

  double of(List<Part> parts, List<Item> items) {
    int n = items.size();
    double titles = 0;
    double dated = 0;
    double meta = 0;
    double own = 0;
    double slugs = 0;
    double said = 0;
    double pictures = 0;
    Set<String> distinct = new HashSet<>();
    for (Item item : items) {
      distinct.add(item.title().toLowerCase(Locale.ROOT));
      titles += title(item.title());
      if (item.date() != null) dated++;
      if (META.matcher(item.url()).find()) meta++;
      if (isOwn(item.url())) own++;
      if (isSlug(item.url())) slugs++;
      if (item.summary() != null) said++;
      if (item.image() != null) pictures++;
    }
    double headings = 0;
    double beside = 0;
    for (Part part : parts) {
      if (isInHeading(part.link())) headings++;
      if (isBeside(part.link())) beside++;
    }
    double unique = (double) distinct.size() / n;
    double score =
        0.30 * titles / n
            + 0.22 * dated / n
            + 0.10 * headings / parts.size()
            + 0.08 * said / n
            + 0.02 * pictures / n
            + 0.14 * slugs / n
            + 0.08 * own / n
            + 0.06 * Math.min(1, Math.log(n) / Math.log(20))
            + (NEWS.matcher(page).find() ? 0.02 : 0);
    score -= 0.35 * meta / n;
    score -= 0.18 * beside / parts.size();
    score -= 0.5 * (1 - unique);
    if (isMain(parts)) score += 0.06;
    return Math.clamp(score, 0, 1);
  }

  private static boolean isMain(List<Part> parts) {
    return parts.getFirst().link().closest("main, [role=main], #content, #main, .content, .main")
        != null;
  }

  private static boolean isInHeading(Element link) {
    Element e = link;
    for (int up = 0; up < 3 && e != null; up++, e = e.parent()) {
      if (e.normalName().matches("h[1-6]")) return true;
    }
    return link.selectFirst("h1, h2, h3, h4, h5, h6") != null;
  }

  /// A title of a word or two may be one of a menu; one of a sentence is not.
  private static double title(String title) {
    int n = 0;
    for (int i = 0; i < title.length(); i++) {
      char c = title.charAt(i);
      n += c >= 0x2E80 && c <= 0xD7A3 ? 3 : 1;
    }
    if (n < 8) return 0;
    return n < 30 ? (n - 8) / 22.0 * 0.9 + 0.1 : n <= 200 ? 1 : 0.6;
  }

  private boolean isOwn(String url) {
    String other = host(url);
    if (other.equals(host) || other.endsWith("." + host) || host.endsWith("." + other)) return true;
    String[] a = host.split("\\.");
    String[] b = other.split("\\.");
    return a.length > 1
        && b.length > 1
        && a[a.length - 1].equals(b[b.length - 1])
        && a[a.length - 2].equals(b[b.length - 2])
        && a[a.length - 2].length() > 3;
  }

  /// Addresses of entries have a number, a date or some words in them.
  private static boolean isSlug(String url) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    if (path < 0) return false;
    String s = url.substring(path);
    int marks = 0;
    int digits = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '-' || c == '_' || c == '+' || s.startsWith("%20", i)) marks++;
      if (c >= '0' && c <= '9') digits++;
    }
    return marks >= 2 || digits >= 2 || s.length() > 45;
  }

  private static String host(@Nullable String url) {
    if (url == null) return "";
    int from = url.indexOf("://") + 3;
    int to = from;
    while (to < url.length() && "/?#:".indexOf(url.charAt(to)) < 0) to++;
    String host = url.substring(Math.min(from, url.length()), to).toLowerCase(Locale.ROOT);
    return host.startsWith("www.") ? host.substring(4) : host;
  }
}
