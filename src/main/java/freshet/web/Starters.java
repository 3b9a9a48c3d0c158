package freshet.web;

import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Lists of feeds to begin with, by country and by topic.
public final class Starters {
  private static final List<Starter> ALL = read();

  private Starters() {}

  /// @param about a country (`EE`) or a topic (`science`)
  public record Starter(boolean country, String about, List<Source> sources) {
    /// What a form calls it.
    public String key() {
      return (country ? "country-" : "topic-") + about;
    }

    public String name(PageFrame frame) {
      return country
          ? Locale.of("", about).getDisplayCountry(frame.texts().locale())
          : frame.topic(about);
    }

    /// Who is in it, for a look before it is taken.
    public String whom() {
      return String.join(", ", sources.stream().map(Source::name).toList());
    }
  }

  public record Source(String name, FeedUrl feed) {}

  /// Those by country, or those by topic, in the order of their names.
  public static List<Starter> of(boolean country, PageFrame frame) {
    return ALL.stream()
        .filter(s -> s.country == country)
        .sorted(Comparator.comparing((Starter s) -> s.name(frame)))
        .toList();
  }

  static Optional<Starter> find(String key) {
    return ALL.stream().filter(s -> s.key().equals(key)).findFirst();
  }

  private static List<Starter> read() {
    List<Starter> all = new ArrayList<>();
    for (String line : text().lines().toList()) {
      if (line.startsWith("[")) {
        String[] head = line.substring(1, line.length() - 1).split(" ", 2);
        all.add(new Starter(head[0].equals("country"), head[1], new ArrayList<>()));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        int bar = line.indexOf(" | ");
        all.getLast()
            .sources
            .add(new Source(line.substring(0, bar), FeedUrl.of(line.substring(bar + 3))));
      }
    }
    return List.copyOf(all);
  }

  private static String text() {
    try (InputStream in = Starters.class.getResourceAsStream("starters.txt")) {
      if (in == null) throw new IllegalStateException("starters.txt is missing from the jar");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("starters.txt in the jar cannot be read", e);
    }
  }
}
