package freshet.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/// Pages that list news, in the shapes that sites of the world have them, with texts of our own:
/// archives of WordPress, views of Drupal, tables of authorities, cards, plain lists.
final class ListShapes {

  /// @param links what a reader would call the news of the page, in order
  /// @param titles of the same
  /// @param dated whether each has a date
  record Shape(
      String name,
      String url,
      String html,
      List<String> links,
      List<String> titles,
      boolean dated) {}

  private static final List<String> ENGLISH =
      List.of(
          "Harbour bridge closes for repairs until spring",
          "Council approves new timetable for night buses",
          "River level falls after a week of heavy rain",
          "Museum opens a room for maps of the coast",
          "Three schools share a laboratory for the first time",
          "Library extends its opening hours on Sundays",
          "New rules for fishing in the northern lakes",
          "Survey counts more storks than ever before",
          "Market hall gets a roof made of glass",
          "Volunteers plant two thousand trees along the canal",
          "Ferry line tests a boat that runs on batteries",
          "Old lighthouse becomes a station for weather");
  private static final List<String> GERMAN =
      List.of(
          "Brücke am Hafen bleibt bis zum Frühjahr gesperrt",
          "Stadtrat beschließt neuen Fahrplan für Nachtbusse",
          "Pegel des Flusses sinkt nach einer Woche Regen",
          "Museum zeigt Karten der Küste in eigenem Raum",
          "Drei Schulen teilen sich erstmals ein Labor",
          "Bücherei öffnet sonntags länger als bisher",
          "Neue Regeln für das Angeln an den nördlichen Seen",
          "Zählung ergibt mehr Störche als je zuvor");
  private static final List<String> FRENCH =
      List.of(
          "Le pont du port ferme pour travaux jusqu’au printemps",
          "Le conseil adopte de nouveaux horaires de nuit",
          "Le niveau de la rivière baisse après la pluie",
          "Le musée ouvre une salle consacrée aux cartes",
          "Trois écoles partagent un laboratoire",
          "La bibliothèque élargit ses horaires du dimanche",
          "Nouvelles règles de pêche dans les lacs du nord");
  private static final List<String> SPANISH =
      List.of(
          "El puente del puerto cierra por obras hasta la primavera",
          "El consejo aprueba un nuevo horario de autobuses nocturnos",
          "El nivel del río baja tras una semana de lluvia",
          "El museo abre una sala de mapas de la costa",
          "Tres escuelas comparten un laboratorio",
          "La biblioteca amplía su horario de los domingos");
  private static final List<String> RUSSIAN =
      List.of(
          "Мост в порту закрыт на ремонт до весны",
          "Совет утвердил новое расписание ночных автобусов",
          "Уровень воды в реке падает после дождей",
          "Музей открывает зал старинных карт побережья",
          "Три школы впервые делят одну лабораторию",
          "Библиотека будет дольше работать по воскресеньям");
  private static final List<String> JAPANESE =
      List.of(
          "港の橋が春まで修理のため通行止めになります",
          "市議会が夜間バスの新しい時刻表を承認しました",
          "大雨の後に川の水位が下がっています",
          "博物館に海岸の地図の部屋が開きます",
          "三つの学校が一つの実験室を共有します",
          "図書館の日曜日の開館時間が延長されます");
  private static final List<String> TURKISH =
      List.of(
          "Liman köprüsü onarım nedeniyle ilkbahara kadar kapalı",
          "Meclis gece otobüsleri için yeni tarifeyi onayladı",
          "Bir haftalık yağmurdan sonra nehir seviyesi düştü",
          "Müze kıyı haritaları için bir oda açtı",
          "Üç okul ilk kez bir laboratuvarı paylaşıyor");
  private static final List<String> POLISH =
      List.of(
          "Most w porcie zamknięty na remont do wiosny",
          "Rada przyjęła nowy rozkład autobusów nocnych",
          "Poziom rzeki opada po tygodniu deszczu",
          "Muzeum otwiera salę z mapami wybrzeża",
          "Trzy szkoły dzielą jedno laboratorium");

  private static final String SUMMARY =
      "What began as a small proposal two years ago has now been settled, and work starts within"
          + " the month.";

  private final List<Shape> shapes = new ArrayList<>();

  private ListShapes() {}

  static List<Shape> all() {
    ListShapes all = new ListShapes();
    all.blogs();
    all.authorities();
    all.cards();
    all.plain();
    all.languages();
    all.awkward();
    return all.shapes;
  }

  static String slug(String title) {
    return title
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}]+", "-")
        .replaceAll("^-|-$", "");
  }

  /// How an address is made of a title and its number.
  private interface Address {
    String of(String title, int i);
  }

  private static final Address SLUG = (title, i) -> "/news/" + slug(title);
  private static final Address NUMBER = (title, i) -> "/node/" + (1200 - i * 7);
  private static final Address QUERY = (title, i) -> "/show.php?id=" + (9041 - i);

  /// What an item is made of.
  private record One(int i, String title, String href) {
    String english() {
      return MONTHS[(10 - i / 3 + 12) % 12] + " " + (27 - i * 2) + ", 2026";
    }

    String iso() {
      return "2026-%02d-%02d".formatted(11 - i / 3, 27 - i * 2);
    }

    int day() {
      return 27 - i * 2;
    }

    int month() {
      return 11 - i / 3;
    }
  }

  private static final String[] MONTHS = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"
  };

  private void add(
      String name,
      String language,
      List<String> titles,
      Address address,
      boolean dated,
      Surrounding around,
      IntFunction<String> open,
      java.util.function.Function<One, String> item) {
    String site = "https://" + name.split("[^a-z]+")[0] + ".example.org";
    List<String> links = new ArrayList<>();
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < titles.size(); i++) {
      String href = address.of(titles.get(i), i);
      links.add(site + href);
      String before = open.apply(i);
      list.append(before).append(item.apply(new One(i, titles.get(i), href)));
    }
    list.append(open.apply(-1));
    String html =
        "<!doctype html><html lang="
            + language
            + "><head><title>"
            + name
            + "</title></head><body>"
            + around.of(list.toString())
            + "</body></html>";
    shapes.add(new Shape(name, site + "/news/", html, links, titles, dated));
  }

  private interface Surrounding {
    String of(String list);
  }

  private static IntFunction<String> in(String start, String end) {
    return i -> i == 0 ? start : i < 0 ? end : "";
  }

  private static final String MENU =
      "<ul><li><a href=/>Home</a></li><li><a href=/about>About the association</a></li>"
          + "<li><a href=/services/permits-and-applications>Permits and applications</a></li>"
          + "<li><a href=/services/waste-and-recycling>Waste and recycling collection</a></li>"
          + "<li><a href=/news/>News</a></li><li><a href=/contact>Contact</a></li></ul>";

  private static final String FOOT =
      "<a href=/imprint>Imprint</a> <a href=/privacy-policy>Privacy policy and cookies</a>"
          + " <a href=/accessibility-statement>Accessibility statement</a>"
          + " <a href=/easy-language-version>Easy language</a>";

  private static final Surrounding MODERN =
      list ->
          "<header class=site-header><nav class=main-navigation>"
              + MENU
              + "</nav></header><main"
              + " id=content>"
              + list
              + "</main><aside class=sidebar><section class=widget><h2>Tags</h2><div"
              + " class=tagcloud><a rel=tag href=/tag/harbour>harbour</a> <a rel=tag"
              + " href=/tag/council>council</a> <a rel=tag"
              + " href=/tag/schools>schools</a></div></section><section"
              + " class=widget><h2>Archives</h2><ul><li><a href=/2026/11/>November"
              + " 2026</a></li><li><a href=/2026/10/>October 2026</a></li><li><a"
              + " href=/2026/09/>September 2026</a></li></ul></section></aside><footer>"
              + FOOT
              + "</footer>";

  /// Of a time when pages had divisions for everything.
  private static final Surrounding OLD =
      list ->
          "<div id=wrap><div id=top><div id=menu>"
              + MENU
              + "</div></div><div id=left><div"
              + " class=box>"
              + MENU.replace("/services", "/topics")
              + "</div></div><div id=middle>"
              + "<p>You are here: <a href=/>Home</a> &gt; <a href=/news>News</a></p>"
              + list
              + "<div class=pages><a href=?page=1>1</a> <a href=?page=2>2</a> <a href=?page=3>3</a>"
              + "</div></div><div id=bottom>"
              + FOOT
              + "</div></div>";

  /// Laid out with tables, with no class at all.
  private static final Surrounding TABLES =
      list ->
          "<table width=100%><tr><td width=20%><a href=/>Start</a><br><a href=/history.html>Our"
              + " history and members</a><br><a href=/statutes.html>Statutes of the society</a><br>"
              + "<a href=/events.html>Events</a></td><td>"
              + list
              + "</td></tr></table><hr><a"
              + " href=/mail.html>Write to us</a>";

  private static final Surrounding BARE = list -> list;

  private void blogs() {
    add(
        "wordpress archive",
        "en",
        ENGLISH,
        (t, i) -> "/2026/11/" + slug(t) + "/",
        true,
        MODERN,
        in("<div class=posts>", "</div>"),
        o ->
            "<article id=post-"
                + (400 - o.i)
                + " class='post-"
                + (400 - o.i)
                + " post type-post"
                + " status-publish format-standard hentry category-"
                + (o.i % 3 == 0 ? "city" : "water")
                + " tag-spring'><header class=entry-header><h2 class=entry-title><a href='"
                + o.href
                + "' rel=bookmark>"
                + o.title
                + "</a></h2><div class=entry-meta>Posted on <time"
                + " class='entry-date published' datetime="
                + o.iso()
                + "T08:00:00+00:00>"
                + o.english()
                + "</time> by <a class='url fn n' href=/author/desk>the desk</a> in <a"
                + " rel='category tag' href=/category/city>City</a></div></header><div"
                + " class=entry-summary><p>"
                + SUMMARY
                + " <a class=more-link href='"
                + o.href
                + "'>Continue reading</a></p></div></article>");
    add(
        "wordpress block theme",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t) + "/",
        true,
        MODERN,
        in("<ul class='wp-block-post-template is-layout-grid'>", "</ul>"),
        o ->
            "<li class='wp-block-post post-"
                + o.i
                + "'><figure class=wp-block-post-featured-image><a"
                + " href="
                + o.href
                + "><img src=/i/"
                + o.i
                + ".jpg alt=''></a></figure><h2"
                + " class=wp-block-post-title><a href="
                + o.href
                + " target=_self>"
                + o.title
                + "</a></h2><div class=wp-block-post-date><time datetime="
                + o.iso()
                + ">"
                + o.english()
                + "</time></div></li>");
    add(
        "static site by months",
        "en",
        ENGLISH,
        (t, i) -> "/posts/" + slug(t) + ".html",
        true,
        MODERN,
        i ->
            i % 3 == 0
                ? (i == 0 ? "" : "</ul>")
                    + "<h3>"
                    + MONTHS[10 - i / 3]
                    + " 2026</h3><ul class=archive-list>"
                : i < 0 ? "</ul>" : "",
        o ->
            "<li><span class=post-date>"
                + o.iso()
                + "</span> <a href="
                + o.href
                + ">"
                + o.title
                + "</a></li>");
    add(
        "hugo sections by year",
        "en",
        ENGLISH,
        (t, i) -> "/writing/" + slug(t) + "/",
        true,
        BARE,
        i ->
            i % 6 == 0
                ? (i == 0 ? "" : "</div></section>")
                    + "<section class=year><h2>2026</h2>"
                    + "<div class=list>"
                : i < 0 ? "</div></section>" : "",
        o ->
            "<div class=row><a href="
                + o.href
                + ">"
                + o.title
                + "</a><small>"
                + MONTHS[o.month() - 1].substring(0, 3)
                + " "
                + o.day()
                + "</small></div>");
    add(
        "jekyll list without dates",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t),
        false,
        MODERN,
        in("<ul class=post-list>", "</ul>"),
        o -> "<li><h3><a class=post-link href=" + o.href + ">" + o.title + "</a></h3></li>");
    add(
        "ghost feed of cards",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t) + "/",
        true,
        MODERN,
        in("<div class=post-feed>", "</div>"),
        o ->
            "<article class='post-card post "
                + (o.i == 0 ? "post-card-large" : "no-image")
                + "'><a class=post-card-image-link href="
                + o.href
                + "><img class=post-card-image src=/c/"
                + o.i
                + ".png alt='"
                + o.title
                + "'></a><div class=post-card-content><a"
                + " class=post-card-content-link href="
                + o.href
                + "><header><h2 class=post-card-title>"
                + o.title
                + "</h2></header><div class=post-card-excerpt><p>"
                + SUMMARY
                + "</p></div></a>"
                + "<footer class=post-card-meta><time class=post-card-meta-date datetime="
                + o.iso()
                + ">"
                + o.english()
                + "</time></footer></div></article>");
    add(
        "company blog by a program",
        "en",
        ENGLISH,
        (t, i) -> "/blog/" + slug(t),
        true,
        MODERN,
        in("<div class='css-1x8ahu'><div class='sc-bdVaJa kXyZqP'>", "</div></div>"),
        o ->
            "<div class='sc-bwzfXH css-"
                + o.i
                + "q9z'><a class='sc-htpNat fGhJkL' href="
                + o.href
                + "><div class=css-77a><img src=/m/"
                + o.i
                + ".webp></div><div class=css-88b><p"
                + " class=css-eyebrow1>"
                + o.english()
                + "</p><h3 class=css-99c>"
                + o.title
                + "</h3></div></a></div>");
  }

  private void authorities() {
    add(
        "table of press releases",
        "en",
        ENGLISH,
        (t, i) -> "/press/2026/pr" + (88 - i) + ".html",
        true,
        OLD,
        in(
            "<table"
                + " class=releases><thead><tr><th>Date</th><th>Subject</th><th>Unit</th></tr></thead>"
                + "<tbody>",
            "</tbody></table>"),
        o ->
            "<tr class="
                + (o.i % 2 == 0 ? "odd" : "even")
                + "><td>"
                + o.english()
                + "</td><td><a href="
                + o.href
                + ">"
                + o.title
                + "</a></td><td><a href=/units/"
                + o.i % 4
                + ">Department of "
                + MONTHS[o.i % 4]
                + " Works</a></td></tr>");
    add(
        "table without classes",
        "en",
        ENGLISH,
        NUMBER,
        true,
        TABLES,
        in("<table border=1>", "</table>"),
        o ->
            "<tr><td>" + o.iso() + "</td><td><a href=" + o.href + ">" + o.title + "</a></td></tr>");
    add(
        "drupal view",
        "en",
        ENGLISH,
        NUMBER,
        true,
        OLD,
        in(
            "<div class='view view-news view-id-news view-display-id-page'><div"
                + " class=view-content>",
            "</div></div>"),
        o ->
            "<div class='views-row views-row-"
                + (o.i + 1)
                + (o.i % 2 == 0 ? " views-row-odd" : " views-row-even")
                + (o.i == 0 ? " views-row-first" : "")
                + "'><div class='views-field views-field-created'><span"
                + " class=field-content>"
                + o.english()
                + "</span></div><div class='views-field"
                + " views-field-title'><span class=field-content><a href="
                + o.href
                + ">"
                + o.title
                + "</a></span></div><div class='views-field views-field-body'><div"
                + " class=field-content><p>"
                + SUMMARY
                + "</p></div></div><div class='views-field views-field-view-node'><span"
                + " class=field-content><a href="
                + o.href
                + ">read more</a></span></div></div>");
    add(
        "drupal table view",
        "en",
        ENGLISH,
        NUMBER,
        true,
        OLD,
        in("<table class='views-table cols-3'><tbody>", "</tbody></table>"),
        o ->
            "<tr><td class='views-field views-field-title'><a href="
                + o.href
                + ">"
                + o.title
                + "</a></td><td class='views-field views-field-field-type'><a href=/type/"
                + o.i % 3
                + ">Announcement of the ministry</a></td><td class='views-field"
                + " views-field-created'>"
                + o.day()
                + "/"
                + o.month()
                + "/2026</td></tr>");
    add(
        "typo portal",
        "de",
        GERMAN,
        (t, i) -> "/aktuelles/detail/" + slug(t) + ".html",
        true,
        OLD,
        in("<div class=news><div class=news-list-view>", "</div></div>"),
        o ->
            "<div class='article articletype-0' itemscope><div class=header><h3><a title='"
                + o.title
                + "' href="
                + o.href
                + "><span itemprop=headline>"
                + o.title
                + "</span></a></h3></div><div"
                + " class=footer><span class=news-list-date><time itemprop=datePublished datetime="
                + o.iso()
                + ">"
                + o.day()
                + "."
                + o.month()
                + ".2026</time></span></div><div"
                + " class=teaser-text itemprop=description><p>"
                + SUMMARY
                + "</p><a class=more href="
                + o.href
                + ">Mehr lesen</a></div></div>");
    add(
        "court decisions with files",
        "de",
        GERMAN,
        (t, i) -> "/entscheidungen/az-" + (310 - i) + ".pdf",
        true,
        OLD,
        in("<ul class=downloads>", "</ul>"),
        o ->
            "<li><a href="
                + o.href
                + ">"
                + o.title
                + "</a> (PDF, "
                + (200 + o.i)
                + " KB) vom "
                + o.day()
                + "."
                + o.month()
                + ".2026</li>");
    add(
        "parliament definition list",
        "en",
        ENGLISH,
        QUERY,
        true,
        TABLES,
        in("<dl>", "</dl>"),
        o -> "<dt>" + o.english() + "</dt><dd><a href='" + o.href + "'>" + o.title + "</a></dd>");
    add(
        "ministry with day headings",
        "fr",
        FRENCH,
        (t, i) -> "/communiques/" + slug(t),
        true,
        MODERN,
        i ->
            i >= 0
                ? (i == 0 ? "<div class=jours>" : "</ul>")
                    + "<h2 class=jour>"
                    + (27 - i * 2)
                    + " novembre 2026</h2><ul>"
                : "</ul></div>",
        o -> "<li><a href=" + o.href + ">" + o.title + "</a></li><!-- " + o.i + " -->");
    add(
        "sharepoint rows",
        "en",
        ENGLISH,
        (t, i) -> "/Pages/News.aspx?ItemID=" + (700 - i),
        true,
        OLD,
        in("<div class=dfwp-column><ul class='dfwp-list'>", "</ul></div>"),
        o ->
            "<li class=dfwp-item><div class=item><div class=link-item><a href='"
                + o.href
                + "' title='"
                + o.title
                + "'>"
                + o.title
                + "</a><div class=description>"
                + o.english()
                + " - "
                + SUMMARY
                + "</div></div></div></li>");
  }

  private void cards() {
    add(
        "cards with three links",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<div class='grid cards'>", "</div>"),
        o ->
            "<div class=card><a href="
                + o.href
                + " class=card-image><img src=/img/"
                + o.i
                + ".jpg alt='Picture "
                + o.i
                + "'></a><div class=card-body><span class=card-date>"
                + o.english()
                + "</span><h3 class=card-title><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3><p class=card-text>"
                + SUMMARY
                + "</p><a href="
                + o.href
                + " class='btn btn-link'>Read more</a></div></div>");
    add(
        "cards in rows",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        i -> i < 0 ? "</div>" : i % 3 == 0 ? (i == 0 ? "" : "</div>") + "<div class=row>" : "",
        o ->
            "<div class=col-md-4><div class=thumbnail><a href="
                + o.href
                + "><img src=/img/"
                + o.i
                + ".jpg></a><div class=caption><h4>"
                + o.title
                + "</h4><p>"
                + o.english()
                + "</p><p>"
                + SUMMARY
                + "</p><p><a class='btn btn-primary' href="
                + o.href
                + ">Learn more</a></p></div></div></div>");
    add(
        "whole cards are links",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<div class=teasers>", "</div>"),
        o ->
            "<a class=teaser href="
                + o.href
                + "><span class=kicker>City</span><strong>"
                + o.title
                + "</strong><span class=text>"
                + SUMMARY
                + "</span><time datetime="
                + o.iso()
                + ">"
                + o.english()
                + "</time></a>");
    add(
        "title outside the link",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<div class=list>", "</div>"),
        o ->
            "<div class=entry><h3>"
                + o.title
                + "</h3><p class=meta>"
                + o.english()
                + "</p><p>"
                + SUMMARY
                + "</p><a class=button href="
                + o.href
                + ">Read more</a></div>");
    add(
        "first one is large",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<section class=stories>", "</section>"),
        o ->
            o.i == 0
                ? "<article class='story story-lead'><h2><a href="
                    + o.href
                    + ">"
                    + o.title
                    + "</a></h2><p>"
                    + SUMMARY
                    + "</p><time datetime="
                    + o.iso()
                    + "></time></article>"
                : "<article class=story><h3><a href="
                    + o.href
                    + ">"
                    + o.title
                    + "</a></h3><time datetime="
                    + o.iso()
                    + "></time></article>");
    add(
        "cards with tags in them",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<ul class=feed>", "</ul>"),
        o ->
            "<li class=feed-item><div class=labels><a href=/topics/water>Water</a><a"
                + " href=/topics/city>City</a></div><div class=headline><a href="
                + o.href
                + ">"
                + o.title
                + "</a></div><div class=by>By <a href=/people/desk>the desk</a>, "
                + o.english()
                + "</div></li>");
    add(
        "slider before the list",
        "en",
        ENGLISH,
        SLUG,
        true,
        list ->
            MODERN.of(
                "<div class=slider><div class=slide><a href=/campaign/winter>Winter campaign: all"
                    + " you need to know</a></div><div class=slide><a href=/campaign/bus>Take the"
                    + " bus and save</a></div><div class=slide><a href=/campaign/ball>The"
                    + " ball</a></div></div>"
                    + list),
        in("<div class=news>", "</div>"),
        o ->
            "<div class=item><a href="
                + o.href
                + "><h3>"
                + o.title
                + "</h3></a><span class=date>"
                + o.english()
                + "</span></div>");
    add(
        "elementor posts",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t) + "/",
        true,
        MODERN,
        in("<div class='elementor-posts-container elementor-posts elementor-grid'>", "</div>"),
        o ->
            "<article class='elementor-post elementor-grid-item post-"
                + (900 + o.i)
                + " post'><a"
                + " class=elementor-post__thumbnail__link href="
                + o.href
                + "><div"
                + " class=elementor-post__thumbnail><img src=/u/"
                + o.i
                + ".jpg></div></a><div"
                + " class=elementor-post__text><h3 class=elementor-post__title><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3><div class=elementor-post__meta-data><span"
                + " class=elementor-post-date>"
                + o.english()
                + "</span></div><a"
                + " class=elementor-post__read-more href="
                + o.href
                + " aria-label='Read more about "
                + o.title
                + "'>Read More »</a></div></article>");
    add(
        "linked picture with alt only",
        "en",
        ENGLISH,
        NUMBER,
        false,
        MODERN,
        in("<div class=gallery>", "</div>"),
        o ->
            "<figure><a href="
                + o.href
                + "><img src=/p/"
                + o.i
                + ".jpg alt='"
                + o.title
                + "'></a></figure>");
  }

  private void plain() {
    add(
        "plain list",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t) + ".html",
        true,
        TABLES,
        in("<ul>", "</ul>"),
        o -> "<li>" + o.iso() + ": <a href=" + o.href + ">" + o.title + "</a>");
    add(
        "plain list without dates",
        "en",
        ENGLISH,
        (t, i) -> "/" + slug(t) + ".html",
        false,
        OLD,
        in("<ul>", "</ul>"),
        o -> "<li><a href=" + o.href + ">" + o.title + "</a></li>");
    add(
        "paragraphs with breaks",
        "en",
        ENGLISH,
        QUERY,
        true,
        TABLES,
        in("<p>", "</p>"),
        o -> o.english() + "<br><a href='" + o.href + "'>" + o.title + "</a><br><br>");
    add(
        "paragraphs",
        "en",
        ENGLISH,
        QUERY,
        true,
        OLD,
        in("", ""),
        o ->
            "<p><b>"
                + o.day()
                + "."
                + o.month()
                + ".26</b> <a href='"
                + o.href
                + "'>"
                + o.title
                + "</a></p>");
    add(
        "headings only",
        "en",
        ENGLISH,
        SLUG,
        false,
        MODERN,
        in("", ""),
        o -> "<h3><a href=" + o.href + ">" + o.title + "</a></h3><p>" + SUMMARY + "</p>");
    add(
        "numbered list of papers",
        "en",
        ENGLISH,
        (t, i) -> "/papers/wp" + (220 - i),
        true,
        OLD,
        in("<ol>", "</ol>"),
        o ->
            "<li><em>Working paper "
                + (220 - o.i)
                + "</em>. <a href="
                + o.href
                + ">"
                + o.title
                + "</a>, "
                + MONTHS[o.month() - 1]
                + " "
                + o.day()
                + ", 2026.</li>");
    add(
        "few items",
        "en",
        ENGLISH.subList(0, 3),
        SLUG,
        true,
        MODERN,
        in("<div class=news-list>", "</div>"),
        o ->
            "<div class=news-item><h2><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h2><p>"
                + o.english()
                + "</p></div>");
    add(
        "short titles with dates",
        "en",
        List.of(
            "Version 4.2",
            "Version 4.1.3",
            "Version 4.1.2",
            "Version 4.1.1",
            "Version 4.1",
            "Version 4.0.9",
            "Version 4.0.8"),
        (t, i) -> "/releases/" + slug(t),
        true,
        MODERN,
        in("<ul class=releases>", "</ul>"),
        o ->
            "<li><a href="
                + o.href
                + ">"
                + o.title
                + "</a> <time datetime="
                + o.iso()
                + ">"
                + o.english()
                + "</time></li>");
    add(
        "forum of threads",
        "en",
        ENGLISH,
        (t, i) -> "/viewtopic.php?t=" + (5100 - i),
        true,
        OLD,
        in("<ul class='topiclist topics'>", "</ul>"),
        o ->
            "<li class='row bg"
                + (o.i % 2 + 1)
                + "'><dl class=row-item><dt><div class=list-inner><a href='"
                + o.href
                + "' class=topictitle>"
                + o.title
                + "</a><div class=topic-poster>by <a"
                + " href='/memberlist.php?u="
                + o.i
                + "' class=username>reader"
                + o.i
                + "</a> » "
                + o.english()
                + "</div></div></dt><dd class=posts>"
                + o.i
                + "</dd><dd class=lastpost><a"
                + " href='/memberlist.php?u="
                + (o.i + 50)
                + "' class=username>guest"
                + o.i
                + "</a></dd></dl></li>");
  }

  private void languages() {
    add(
        "german cards",
        "de",
        GERMAN,
        (t, i) -> "/presse/meldungen/" + slug(t),
        true,
        MODERN,
        in("<div class=c-teaser-list>", "</div>"),
        o ->
            "<div class=c-teaser><p class=c-teaser__date>"
                + o.day()
                + ". November 2026</p><h3"
                + " class=c-teaser__headline><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3><p>"
                + SUMMARY
                + "</p><a class=c-link href="
                + o.href
                + ">Weiterlesen</a></div>");
    add(
        "french list",
        "fr",
        FRENCH,
        (t, i) -> "/actualites/" + slug(t),
        true,
        MODERN,
        in("<ul class=actus>", "</ul>"),
        o ->
            "<li class=actu><span>Publié le "
                + o.day()
                + "/"
                + o.month()
                + "/2026</span><a href="
                + o.href
                + ">"
                + o.title
                + "</a><a href="
                + o.href
                + " class=suite>Lire la suite</a></li>");
    add(
        "spanish table",
        "es",
        SPANISH,
        NUMBER,
        true,
        OLD,
        in("<table class=notas><tbody>", "</tbody></table>"),
        o ->
            "<tr><td>"
                + o.day()
                + " de noviembre de 2026</td><td><a href="
                + o.href
                + ">"
                + o.title
                + "</a></td></tr>");
    add(
        "russian news",
        "ru",
        RUSSIAN,
        QUERY,
        true,
        OLD,
        in("<div class=news-block>", "</div>"),
        o ->
            "<div class=news-item><span class=news-date>"
                + o.day()
                + " ноября 2026</span> <a href='"
                + o.href
                + "'>"
                + o.title
                + "</a></div>");
    add(
        "japanese list",
        "ja",
        JAPANESE,
        (t, i) -> "/topics/2026/11" + (27 - i) + ".html",
        true,
        MODERN,
        in("<dl class=topics>", "</dl>"),
        o ->
            "<dt>2026年11月" + o.day() + "日</dt><dd><a href=" + o.href + ">" + o.title + "</a></dd>");
    add(
        "turkish cards",
        "tr",
        TURKISH,
        (t, i) -> "/haberler/" + slug(t),
        true,
        MODERN,
        in("<div class=haberler>", "</div>"),
        o ->
            "<div class=haber><a href="
                + o.href
                + "><img src=/h/"
                + o.i
                + ".jpg></a><a href="
                + o.href
                + "><h4>"
                + o.title
                + "</h4></a><span>"
                + o.day()
                + " Kasım 2026</span><a href="
                + o.href
                + ">Devamını oku</a></div>");
    add(
        "polish list",
        "pl",
        POLISH,
        SLUG,
        true,
        OLD,
        in("<div id=lista>", "</div>"),
        o ->
            "<div><small>"
                + o.day()
                + " listopada 2026</small><h3><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3></div>");
    add(
        "days without a year",
        "de",
        GERMAN,
        SLUG,
        true,
        MODERN,
        in("<ul class=meldungen>", "</ul>"),
        o ->
            "<li><span class=datum>"
                + (o.i + 1)
                + ". November</span><a href="
                + o.href
                + ">"
                + o.title
                + "</a></li>");
    add(
        "time that has passed",
        "en",
        ENGLISH.subList(0, 8),
        SLUG,
        true,
        MODERN,
        in("<div class=stream>", "</div>"),
        o ->
            "<div class=stream-item><a href="
                + o.href
                + ">"
                + o.title
                + "</a><span class=age>"
                + (o.i + 2)
                + " hours ago</span></div>");
  }

  private void awkward() {
    add(
        "list in a form",
        "en",
        ENGLISH,
        SLUG,
        true,
        list -> "<form id=aspnetForm action=/news/>" + MODERN.of(list) + "</form>",
        in("<div class=rows>", "</div>"),
        o ->
            "<div class=rowx><span>"
                + o.english()
                + "</span><a href="
                + o.href
                + ">"
                + o.title
                + "</a></div>");
    add(
        "mega menu of long texts",
        "en",
        ENGLISH,
        SLUG,
        true,
        list ->
            "<div class=megamenu><ul><li><a href=/services/apply-for-a-parking-permit>Apply for a"
                + " parking permit in your street</a></li><li><a"
                + " href=/services/register-a-birth-or-a-death>Register a birth or a death in the"
                + " city</a></li><li><a href=/services/book-a-hall-for-an-event>Book a hall for an"
                + " event</a></li><li><a href=/services/pay-your-local-taxes-online>Pay your local"
                + " taxes online with a card</a></li></ul></div>"
                + MODERN.of(list),
        in("<div class=results>", "</div>"),
        o ->
            "<div class=result><h3><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3><p>"
                + o.english()
                + "</p></div>");
    add(
        "most read beside it",
        "en",
        ENGLISH,
        SLUG,
        true,
        list ->
            MODERN.of(
                list
                    + "<div class=most-read><h3>Most read</h3><ol><li><a"
                    + " href=/news/old-story-about-the-old-bridge>Old story about the old bridge"
                    + " that many read</a></li><li><a href=/news/old-story-about-the-tower>Old"
                    + " story about the tower and its clock</a></li><li><a"
                    + " href=/news/old-story-about-the-park>Old story about the park and its"
                    + " ducks</a></li></ol></div>"),
        in("<ul class=latest>", "</ul>"),
        o -> "<li><a href=" + o.href + ">" + o.title + "</a> <em>" + o.iso() + "</em></li>");
    add(
        "links with tracking",
        "en",
        ENGLISH,
        (t, i) -> "/a/" + slug(t) + "?ref=list&amp;pos=" + i,
        true,
        MODERN,
        in("<div class=hits>", "</div>"),
        o ->
            "<div class=hit><a href='"
                + o.href
                + "'>"
                + o.title
                + "</a><div class=when>"
                + o.english()
                + "</div></div>");
    add(
        "comments link in each item",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<div class=blog>", "</div>"),
        o ->
            "<div class=post><h2><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h2><div class=info>"
                + o.english()
                + " | <a href="
                + o.href
                + "#comments>"
                + (o.i + 3)
                + " comments</a> | <a href=/permalink/"
                + o.i
                + ">Permalink</a></div></div>");
    add(
        "deep wrappers",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<div><div><div class=inner><div><section>", "</section></div></div></div></div>"),
        o ->
            "<div><div><div><span><span><a href="
                + o.href
                + "><span><span>"
                + o.title
                + "</span></span></a></span></span></div><div><span>"
                + o.english()
                + "</span></div></div></div>");
    add(
        "pinned item of another class",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        in("<ul class=items>", "</ul>"),
        o ->
            "<li class='"
                + (o.i == 0 ? "pinned sticky" : "item")
                + "'><a href="
                + o.href
                + " class="
                + (o.i == 0 ? "pin" : "t")
                + ">"
                + o.title
                + "</a> "
                + o.english()
                + "</li>");
    add(
        "advertisements between",
        "en",
        ENGLISH,
        SLUG,
        true,
        MODERN,
        i ->
            i == 0
                ? "<div class=list>"
                : i < 0
                    ? "</div>"
                    : i % 4 == 0
                        ? "<div class=ad><a href=https://shop.example.net/offer-"
                            + i
                            + ">Buy the best"
                            + " offer of this week now</a></div>"
                        : "",
        o ->
            "<div class=entry><h3><a href="
                + o.href
                + ">"
                + o.title
                + "</a></h3><time>"
                + o.english()
                + "</time></div>");
    add(
        "other sites only",
        "en",
        ENGLISH,
        (t, i) -> "/r/" + slug(t),
        true,
        MODERN,
        in("<ol class=links>", "</ol>"),
        o ->
            "<li><a class=external href="
                + o.href
                + ">"
                + o.title
                + "</a> <span class=src>(source"
                + ".example)</span> <span class=age>"
                + (o.i + 1)
                + " days ago</span></li>");
    add(
        "two columns of departments",
        "en",
        ENGLISH,
        SLUG,
        true,
        list ->
            MODERN.of(
                "<div class=departments><ul><li><a href=/dept/roads>Roads and bridges"
                    + " department</a></li><li><a href=/dept/water>Water and sewage"
                    + " department</a></li><li><a href=/dept/parks>Parks and gardens"
                    + " department</a></li><li><a href=/dept/fire>Fire brigade</a></li></ul></div>"
                    + list),
        in("<div class=updates>", "</div>"),
        o ->
            "<div class=update><a href="
                + o.href
                + ">"
                + o.title
                + "</a><br><small>"
                + o.english()
                + "</small></div>");
  }

  /// Pages without news.
  static List<Shape> none() {
    ListShapes all = new ListShapes();
    all.without(
        "an article",
        "<article><h1>"
            + ENGLISH.get(0)
            + "</h1><time datetime=2026-11-17>"
            + "</time><p>"
            + SUMMARY
            + " See <a href=/plans/bridge>the plans of the bridge</a> and <a"
            + " href=/plans/road>those of the road</a>.</p><p>"
            + SUMMARY
            + " The <a"
            + " href=/council/minutes>minutes</a> tell more.</p></article>");
    all.without(
        "a form to log in",
        "<h1>Log in</h1><form action=/login><input name=user><input name=password><button>Log"
            + " in</button><a href=/password-reset>Forgot your password?</a> <a"
            + " href=/register>Register</a></form>");
    all.without(
        "contacts",
        "<h1>Contact</h1><ul><li><a href=/contact/office>Office</a></li><li><a"
            + " href=/contact/press>Press</a></li><li><a href=/contact/shop>Shop</a></li><li><a"
            + " href=/contact/map>Map</a></li></ul>");
    all.without(
        "departments",
        "<h1>Departments</h1><ul class=departments><li><a href=/roads>Roads</a></li><li><a"
            + " href=/water>Water</a></li><li><a href=/parks>Parks</a></li><li><a href=/fire>Fire"
            + " brigade</a></li><li><a href=/schools>Schools</a></li></ul>");
    all.without(
        "tags",
        "<h1>Topics</h1><div class=cloud><a href=/tag/water>Water supply</a> <a"
            + " href=/tag/night-buses>Night buses in town</a> <a href=/tag/bridges>Bridges and"
            + " roads</a> <a href=/tag/schools>Schools and libraries</a></div>");
    all.without(
        "categories",
        "<div class=cats><ul><li><a href=/category/garden-and-house>Garden and house</a></li><li><a"
            + " href=/category/kitchen-and-bath>Kitchen and bath</a></li><li><a"
            + " href=/category/tools-and-paint>Tools and paint</a></li></ul></div>");
    all.without(
        "letters of a glossary",
        "<p><a href=/glossary/a>A</a> <a href=/glossary/b>B</a> <a"
            + " href=/glossary/c>C</a> <a href=/glossary/d>D</a> <a href=/glossary/e>E</a></p>");
    all.without(
        "languages",
        "<ul class=languages><li><a href=/de/>Deutsche Fassung dieser Seite</a></li><li><a"
            + " href=/fr/>Version française de cette page</a></li><li><a href=/es/>Versión española"
            + " de esta página</a></li></ul><p>"
            + SUMMARY
            + "</p>");
    all.without(
        "pages of pictures",
        "<div class=pics><a href=/p/1><img src=/1.jpg></a><a"
            + " href=/p/2><img src=/2.jpg></a><a href=/p/3><img src=/3.jpg></a></div>");
    all.without("a page that a script fills", "<div id=app></div><script>render()</script>");
    return all.shapes;
  }

  private void without(String name, String content) {
    String site = "https://" + slug(name) + ".example.org";
    String html =
        "<!doctype html><html lang=en><head><title>"
            + name
            + "</title></head><body>"
            + MODERN.of(content)
            + "</body></html>";
    shapes.add(new Shape(name, site + "/page", html, List.of(), List.of(), false));
  }
}
