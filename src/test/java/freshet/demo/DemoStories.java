package freshet.demo;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What all sites of the demo publish, without the demo.
public final class DemoStories {
  private DemoStories() {}

  /// In the order of their times.
  public static List<DemoEntry> between(long seed, Instant from, Instant to) {
    Map<String, URI> addresses = new HashMap<>();
    for (SiteSpec site : Sites.all()) {
      addresses.put(site.id(), URI.create("http://127.0.0.1:1/" + site.id()));
    }
    Chronicle chronicle = new Chronicle(seed, 1, Sites.all(), addresses);
    List<DemoEntry> all = new ArrayList<>();
    for (SiteSpec site : Sites.all()) all.addAll(chronicle.between(site, from, to));
    all.sort(Comparator.comparing(DemoEntry::published).thenComparing(DemoEntry::site));
    return all;
  }
}
