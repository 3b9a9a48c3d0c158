package freshet.discover;

import freshet.discover.TinyWeb.Site;
import freshet.discover.WildShapes.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Sites as they are found in the world, a class for each way in which a feed can be known. Shapes
/// are those of pages and servers that exist (what platforms print, what people type); names and
/// paths are drawn by a seed. Nothing here knows what the finder tries.
final class WildWeb {
  /// A site, and the feeds of it that are to be found.
  ///
  /// @param number of the shape within its class
  record Place(String kind, int number, Site site, List<String> feeds) {}

  final List<Place> places = new ArrayList<>();

  WildWeb(TinyWeb web, long seed) throws IOException {
    for (var kind : kinds(web, new Random(seed)).entrySet()) {
      int number = 0;
      for (Shape shape : kind.getValue()) {
        Site site = web.site();
        List<String> feeds = new ArrayList<>();
        for (String feed : shape.build(site)) {
          feeds.add(feed.startsWith("http") ? feed : site.url(feed));
        }
        places.add(new Place(kind.getKey(), ++number, site, feeds));
      }
    }
  }

  private static Map<String, List<Shape>> kinds(TinyWeb web, Random random) {
    var heads = new WildHeads(web, random);
    var guesses = new WildGuesses(web, random);
    var links = new WildLinks(web, random);
    var software = new WildSoftware(web, random);
    var oddities = new WildOddities(web, random);
    Map<String, List<Shape>> all = new LinkedHashMap<>();
    all.put("announced", heads.announced());
    all.put("base", heads.base());
    all.put("header", heads.headers());
    all.put("usual place", guesses.usual());
    all.put("platform", guesses.platforms());
    all.put("linked", links.linked());
    all.put("page of feeds", links.pages());
    all.put("sitemap", links.sitemaps());
    all.put("directory", links.directories());
    all.put("frames", oddities.frames());
    all.put("refresh", oddities.refreshes());
    all.put("xhtml", oddities.xhtml());
    all.put("deep", oddities.deep());
    all.put("odd feeds", oddities.feeds());
    all.put("script", oddities.scripts());
    all.put("forum", software.forums());
    all.put("project", software.projects());
    all.put("kit", software.kits());
    all.put("person", software.people());
    return all;
  }
}
