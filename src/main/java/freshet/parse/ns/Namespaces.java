package freshet.parse.ns;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The registry: which class reads which namespace. To add one, write it and name it here.
public final class Namespaces {
  private static final Map<String, Namespace> BY_NAME = new HashMap<>();
  private static final Map<String, Namespace> BY_PREFIX = new HashMap<>();

  public static final Atom ATOM = new Atom();
  public static final Rss RSS = new Rss(ATOM);

  static {
    List<Namespace> all = new ArrayList<>();
    all.add(RSS);
    all.add(ATOM);
    all.add(new Rdf());
    all.add(new DublinCore(false));
    all.add(new DublinCore(true));
    all.add(new ContentModule());
    all.add(new Xhtml());
    all.add(new MediaRss());
    all.add(new Itunes());
    all.add(new PodcastIndex());
    all.add(new Syndication());
    all.add(new Slash());
    all.add(new WellFormedWeb());
    all.addAll(Geo.all());
    all.add(new Threading());
    all.add(new FeedProxies("feedburner", "http://rssnamespace.org/feedburner/ext/1.0"));
    all.add(new FeedProxies("pheedo", "http://www.pheedo.com/namespace/pheedo"));
    all.add(new Licences());
    all.add(new SimpleChapters());
    all.add(new Webfeeds());
    all.add(new Administration());
    all.add(new Prism());
    for (Namespace n : all) {
      BY_PREFIX.put(n.prefix(), n);
      for (String name : n.names()) {
        BY_NAME.put(name, n);
        BY_NAME.put(canonical(name), n);
        BY_NAME.put(canonical(name) + "/", n);
      }
    }
    BY_PREFIX.put("", RSS);
    BY_PREFIX.put("cc", new Licences());
    BY_PREFIX.put("googleplay", new Itunes());
  }

  private Namespaces() {}

  public static @Nullable Namespace named(String name) {
    Namespace found = BY_NAME.get(name);
    return found != null ? found : BY_NAME.get(canonical(name));
  }

  /// By its name, else by its prefix: who binds `dc` or `media` to a name that nobody knows has
  /// mistyped it.
  public static @Nullable Namespace of(String prefix, String name) {
    Namespace found = name.isEmpty() ? null : named(name);
    return found != null || (prefix.isEmpty() && !name.isEmpty()) ? found : prefixed(prefix);
  }

  /// For feeds that use a prefix and do not say what it stands for.
  public static @Nullable Namespace prefixed(String prefix) {
    return BY_PREFIX.get(prefix.toLowerCase(Locale.ROOT));
  }

  private static String canonical(String name) {
    String s = name.strip().toLowerCase(Locale.ROOT);
    if (s.startsWith("https:")) s = "http" + s.substring(5);
    return s.endsWith("/") ? s.substring(0, s.length() - 1) : s;
  }
}
