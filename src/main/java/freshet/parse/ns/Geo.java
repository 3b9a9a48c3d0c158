package freshet.parse.ns;

import java.util.List;

/// Places: GeoRSS simple, its GML form, and the W3C's latitude and longitude.
final class Geo implements Namespace {
  private final String prefix;
  private final List<String> names;

  private Geo(String prefix, List<String> names) {
    this.prefix = prefix;
    this.names = names;
  }

  static List<Namespace> all() {
    return List.of(
        new Geo(
            "georss", List.of("http://www.georss.org/georss", "http://www.georss.org/georss/10")),
        new Geo("gml", List.of("http://www.opengis.net/gml", "http://www.opengis.net/gml/3.2")),
        new Geo("geo", List.of("http://www.w3.org/2003/01/geo/wgs84_pos#")));
  }

  @Override
  public String prefix() {
    return prefix;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return switch (e.name()) {
      case "where", "exterior", "linearring", "envelope", "linestring" -> Content.CHILDREN;
      case "point", "polygon", "box" -> Content.MIXED;
      default -> Content.TEXT;
    };
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    switch (e.name()) {
      case "point", "pos" -> d.more("geo", text.replace(',', ' ').replaceAll("\\s+", " "));
      case "line", "polygon", "box", "poslist" -> d.more("geoShape", text.replaceAll("\\s+", " "));
      case "featurename" -> d.more("location", text);
      case "lat" -> d.more("latitude", text);
      case "long", "lon" -> {
        d.more("longitude", text);
        String latitude = d.more().get("latitude");
        if (latitude != null) d.more("geo", latitude + " " + text);
      }
      default -> {}
    }
  }
}
