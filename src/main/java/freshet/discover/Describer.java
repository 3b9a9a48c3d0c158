package freshet.discover;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.model.FeedUrl;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Says of a feed that was read what a person needs to choose among several.
public final class Describer {
  private static final Duration STALE = Duration.ofDays(365);

  /// Finds the language of a text, null if unsure; for feeds that declare none.
  private final UnaryOperator<@Nullable String> languages;

  /// @param languages text → language or null
  public Describer(UnaryOperator<@Nullable String> languages) {
    this.languages = languages;
  }

  /// @param words of the link that led to it, or null
  public FoundFeed describe(
      FeedUrl site,
      FeedUrl feed,
      How how,
      FeedUrl from,
      @Nullable String words,
      ParsedFeed read,
      Instant now) {
    List<ParsedEntry> entries = read.entries();
    Instant last = null;
    Instant first = null;
    int dated = 0;
    for (ParsedEntry e : entries) {
      Instant at = e.published() == null ? e.updated() : e.published();
      if (at == null || at.isAfter(now.plus(Duration.ofDays(1)))) continue;
      dated++;
      if (last == null || at.isAfter(last)) last = at;
      if (first == null || at.isBefore(first)) first = at;
    }
    double perDay = 0;
    if (first != null && last != null) {
      // From the first entry until now, so that a feed that has gone silent slows down.
      double days = Duration.between(first, now).toSeconds() / 86_400.0;
      perDay = days <= 0 ? dated : (dated - 1) / Math.max(days, 1.0 / 24);
    }
    String title = read.channel().title();
    boolean comments =
        FeedLooks.isComments(feed.toString(), title)
            || (words != null && FeedLooks.isComments("/", words));
    return new FoundFeed(
        site,
        feed,
        how,
        from,
        title == null || title.isBlank() ? null : title.strip(),
        read.format(),
        language(read),
        perDay,
        last,
        comments,
        score(read, how, comments, last, perDay, now),
        null,
        names(entries));
  }

  private @Nullable String language(ParsedFeed read) {
    String declared = read.channel().language();
    if (declared != null && declared.strip().matches("[A-Za-z]{2,3}([-_].*)?")) {
      String tag = declared.strip().toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
      if (!tag.equals("en") && !tag.equals("und")) return tag;
    }
    // "en" is what software writes when nobody chose: the text is asked, as for none.
    StringBuilder text = new StringBuilder();
    for (ParsedEntry e : read.entries()) {
      if (e.title() != null) text.append(e.title()).append(". ");
      if (text.length() > 600) break;
    }
    String found = text.length() < 40 ? null : languages.apply(text.toString());
    if (found != null) return found;
    return declared == null || declared.isBlank() ? null : "en";
  }

  /// Announced, alive, with texts in it, and of entries rather than of comments.
  private static double score(
      ParsedFeed read,
      How how,
      boolean comments,
      @Nullable Instant last,
      double perDay,
      Instant now) {
    double s =
        switch (how) {
          case ALTERNATE -> 0.35;
          case LINK -> 0.3;
          case SITEMAP, GUESS -> 0.25;
          case DIRECTORY -> 0.2;
        };
    if (!read.entries().isEmpty()) s += 0.15;
    if (last != null && Duration.between(last, now).compareTo(STALE) < 0) s += 0.2;
    s += 0.1 * Math.min(1, perDay / (perDay + 0.2) * 1.2);
    long texts =
        read.entries().stream().filter(e -> e.content() != null || e.summary() != null).count();
    if (!read.entries().isEmpty()) s += 0.15 * texts / read.entries().size();
    if (read.wellFormed()) s += 0.05;
    return comments ? s * 0.3 : s;
  }

  /// By the link where there is one, since a site's RSS and Atom feeds have different ids but lead
  /// to the same pages; else by id or title.
  private static long[] names(List<ParsedEntry> entries) {
    return entries.stream()
        .mapToLong(e -> {
          String name = e.link();
          if (name != null) {
            name = name.replaceFirst("^https?://(www\\.)?", "");
            int end = name.indexOf('#');
            if (end > 0) name = name.substring(0, end);
            // feedburner and the like add where the reader came from
            int utm = name.indexOf("utm_");
            if (utm > 0) name = name.substring(0, utm - 1);
            if (name.endsWith("/")) name = name.substring(0, name.length() - 1);
          } else {
            name = e.id() != null ? e.id() : String.valueOf(e.title());
          }
          return Hashing.komihash5_0().hashCharsToLong(name);
        })
        .sorted()
        .distinct()
        .toArray();
  }

  /// Whether all entries of one feed are in another, but for a few: feeds of one site are written
  /// at different moments and cut at different lengths.
  static boolean covers(FoundFeed whole, FoundFeed part) {
    if (part.entries().length == 0) return false;
    int shared = 0;
    for (long name : part.entries()) {
      if (Arrays.binarySearch(whole.entries(), name) >= 0) shared++;
    }
    return shared >= Math.ceil(part.entries().length * 0.9);
  }
}
