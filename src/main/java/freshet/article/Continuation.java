package freshet.article;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where an article goes on that is spread over several pages, without anybody having said so: at
/// its own address with the next number behind it, if the link to it says that it is the next page.
/// Both are needed: "next" alone often leads to another article, and a number alone may be part of
/// the name of one.
///
/// @param first the address of the article's first page
/// @param number of the page that is looked for
record Continuation(String first, int number) {
  private static final String PAGE =
      "page|pagenum|pagenumber|page_?no|paged|pg|p|pagina|seite|sayfa|strona|strana|sivu|sida|leht"
          + "|part|teil";

  /// `page=2` of a query.
  private static final Pattern IN_QUERY = Pattern.compile("(?i)(?:" + PAGE + ")=(\\d{1,3})");

  /// Says who came by the link, not what it leads to.
  private static final Pattern TRACKING =
      Pattern.compile("(?i)(utm_\\w+|fbclid|gclid|ref|source|cmp|at_\\w+)=.*");

  private static final Set<String> NEXT =
      Set.of(
          "next",
          "next page",
          "continue",
          "continue reading",
          "read on",
          "weiter",
          "weiterlesen",
          "nächste seite",
          "suivant",
          "suivante",
          "page suivante",
          "siguiente",
          "página siguiente",
          "avanti",
          "successiva",
          "pagina successiva",
          "próxima",
          "próxima página",
          "dalej",
          "następna",
          "następna strona",
          "sonraki",
          "sonraki sayfa",
          "далее",
          "дальше",
          "следующая",
          "следующая страница",
          "далі",
          "наступна",
          "наступна сторінка",
          "următoarea",
          "pagina următoare",
          "volgende",
          "volgende pagina",
          "nästa",
          "nästa sida",
          "seuraava",
          "järgmine",
          "järgmine lehekülg",
          "次へ",
          "次のページ",
          "次ページ",
          "下一页",
          "下一頁",
          "다음",
          "التالي",
          "التالية",
          "الصفحة التالية");

  private static final Pattern ENDING = Pattern.compile("\\.[a-z]{3,5}$");
  private static final Pattern ARROWS = Pattern.compile("[\\s»›→>▶⟩≫…·|\\[\\]()]+");

  static Continuation of(String first) {
    return new Continuation(first, 2);
  }

  /// The address of the next page, null if there is none.
  @Nullable String find(HtmlPage page) {
    Numbered own = Numbered.of(first);
    if (own == null) return null;
    String said = page.related("next");
    if (said != null && isOwn(own, said)) return said;
    String start = stem(withoutOne(own.path)).toLowerCase(Locale.ROOT);
    for (Link link : page.links(a -> a.toLowerCase(Locale.ROOT).contains(start))) {
      if (saysNext(link) && isOwn(own, link.url())) return link.url();
    }
    return null;
  }

  private boolean saysNext(Link link) {
    if (Arrays.asList(link.rel().split(" ")).contains("next")) return true;
    if (link.text().isEmpty() || link.text().length() > 40) return false;
    String bare = ARROWS.matcher(link.text()).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
    return bare.isEmpty()
        || NEXT.contains(bare)
        || bare.matches(
            "(?:(?:page|seite|página|pagina|part|teil|strona|сторінка|страница|第) ?)?"
                + number
                + "(?:[. ]*(?:sayfa|页|頁|ページ|/ ?\\d+|(?:of|von|de|di|z|из|з) \\d+))?");
  }

  private boolean isOwn(Numbered own, String address) {
    Numbered other = Numbered.of(address);
    if (other == null || !other.host.equals(own.host)) return false;
    if (other.path.equals(own.path)) {
      return other.query.equals(own.query) && other.page == number && own.page <= 1;
    }
    return other.query.equals(own.query)
        && other.page == own.page
        && (behind(own.path).matcher(other.path).matches()
            || behind(withoutOne(own.path)).matcher(other.path).matches());
  }

  /// The same path with the number: `story/2`, `story-2.html`, `story.html/page/2`.
  private Pattern behind(String path) {
    String stem = stem(path);
    String end = path.substring(stem.length());
    String mark = "[-_/,.](?:(?:" + PAGE + ")[-_/]?)?" + number;
    String whole = Pattern.quote(path) + mark;
    return Pattern.compile("(?i)" + whole + "|" + Pattern.quote(stem) + mark + Pattern.quote(end));
  }

  private static String stem(String path) {
    Matcher ending = ENDING.matcher(path);
    return ending.find() ? path.substring(0, ending.start()) : path;
  }

  /// `story-1.html` is the first page of `story`.
  private static String withoutOne(String path) {
    return path.replaceFirst("(?i)[-_/,](?:(?:" + PAGE + ")[-_/]?)?1(?=$|\\.[a-z]{3,5}$)", "");
  }

  /// An address taken apart.
  ///
  /// @param page as its query says, 0 if it does not
  private record Numbered(String host, String path, Set<String> query, int page) {
    /// A pattern would look at each row of slashes in the path from each of its slashes on.
    private static String withoutSlashes(String path) {
      int end = path.length();
      while (end > 0 && path.charAt(end - 1) == '/') end--;
      return path.substring(0, end);
    }

    static @Nullable Numbered of(String address) {
      try {
        URI uri = new URI(address);
        if (uri.getHost() == null || uri.getRawPath() == null) return null;
        String path = withoutSlashes(uri.getRawPath());
        String asked = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        int page = 0;
        for (String part : asked.split("&")) {
          Matcher m = IN_QUERY.matcher(part);
          if (m.matches()) page = Integer.parseInt(m.group(1));
        }
        Set<String> query =
            Arrays.stream(asked.split("&"))
                .filter(p -> !p.isEmpty() && !TRACKING.matcher(p).matches())
                .filter(p -> !IN_QUERY.matcher(p).matches())
                .collect(Collectors.toSet());
        String host = uri.getHost().toLowerCase(Locale.ROOT).replaceFirst("^(www|m)\\.", "");
        return path.isEmpty() ? null : new Numbered(host, path, query, page);
      } catch (URISyntaxException e) {
        return null;
      }
    }
  }
}
