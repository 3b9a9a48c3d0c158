package freshet.web;

import freshet.model.Feed;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which feeds of the list, and in which order.
///
/// @param text in their names or addresses; empty for all
/// @param errors only those whose last check failed
public record FeedFilter(String text, Order order, boolean errors) {

  /// Names are in folders, everything else is one list.
  public enum Order implements Preferences.Choice {
    NAME,
    LATEST,
    QUIET,
    ENTRIES
  }

  private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");

  static FeedFilter of(Function<String, @Nullable String> parameters) {
    String sort = parameters.apply("sort");
    Order order = Order.NAME;
    for (Order some : Order.values()) if (some.word().equals(sort)) order = some;
    String text = SafeText.line(parameters.apply("q"), 200).strip();
    return new FeedFilter(text, order, parameters.apply("errors") != null);
  }

  /// Whether it is the whole list as the database has it.
  boolean isNone() {
    return text.isEmpty() && order == Order.NAME && !errors;
  }

  List<Feed> chosen(List<Feed> all, Set<Long> troubled) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return all.stream()
        .filter(f -> !errors || troubled.contains(f.id()))
        .filter(f ->
            wanted.isEmpty()
                || f.name().toLowerCase(Locale.ROOT).contains(wanted)
                || f.url().shown().toLowerCase(Locale.ROOT).contains(wanted))
        .sorted(comparator())
        .toList();
  }

  private Comparator<Feed> comparator() {
    Comparator<Feed> byName = Comparator.comparing(f -> natural(f.name()));
    Comparator<Feed> byLatest = Comparator.comparing(FeedFilter::lastNew);
    return switch (order) {
      case NAME -> byName;
      case LATEST -> byLatest.reversed().thenComparing(byName);
      case QUIET -> byLatest.thenComparing(byName);
      case ENTRIES -> Comparator.comparingLong((Feed f) -> -f.entries()).thenComparing(byName);
    };
  }

  private static Instant lastNew(Feed feed) {
    Instant last = feed.plan().lastNew();
    return last == null ? Instant.EPOCH : last;
  }

  /// 2 before 10.
  static String natural(String name) {
    Matcher digits = DIGITS.matcher(name.toLowerCase(Locale.ROOT));
    return digits.replaceAll(m -> String.format(Locale.ROOT, "%018d", Long.parseLong(m.group())));
  }

  /// The address of a page of the list.
  public String at(int page) {
    StringBuilder query = new StringBuilder();
    if (!text.isEmpty()) add(query, "q", URLEncoder.encode(text, StandardCharsets.UTF_8));
    if (order != Order.NAME) add(query, "sort", order.word());
    if (errors) add(query, "errors", "1");
    if (page > 0) add(query, "page", String.valueOf(page));
    return "/feeds" + query;
  }

  private static void add(StringBuilder query, String name, String value) {
    query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(value);
  }
}
