package freshet.poll;

import freshet.model.Feed;
import freshet.model.ListRule;
import freshet.model.ParsedEntry;
import freshet.store.Entries.Known;
import freshet.store.Entries.Recent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What it means when hardly a link of a page that is followed was there before. A feed that does
/// so has new ids, which its entries' other names show; a page has nothing but addresses. Most
/// often its site was rebuilt, and the same entries are at other addresses; or the page shows
/// something else altogether. A page that nobody has visited for long may be all new indeed.
///
/// So entries are known again by their titles. If half of them are, the page was rebuilt, and only
/// the others are new. If not, they are taken as new only where that is likely: their dates say so,
/// or so much time has passed as the page usually needs for as many. Else they are kept back until
/// somebody has looked at the list.
final class RebuiltPage {
  /// Fewer links may all be new at any time.
  static final int FEWEST = 5;

  static final int REMEMBERED = 500;

  private RebuiltPage() {}

  /// @param known what is known of the entries after all
  /// @param doubt a sentence for the user if they are not to be believed, else null
  record Judged(List<Known> known, @Nullable String doubt) {}

  /// Whether as good as none of the links was there before.
  static boolean maybe(List<ParsedEntry> read, List<Known> byAddress) {
    return read.size() >= FEWEST && byAddress.size() * 10 <= read.size();
  }

  /// @param byAddress what is known of them as they are
  /// @param recent what the page had, the last first
  static Judged judge(
      List<ParsedEntry> read,
      List<Known> byAddress,
      List<Recent> recent,
      ListRule rule,
      Feed.Plan plan,
      Instant now) {
    Instant last = plan.lastAnswer();
    if (recent.isEmpty() || last == null) return new Judged(byAddress, null);
    Set<Long> same = new HashSet<>();
    for (Known k : byAddress) same.add(k.id());
    Map<String, Recent> byTitle = new HashMap<>();
    Set<String> twice = new HashSet<>();
    for (Recent r : recent) {
      if (r.title() == null || same.contains(r.known().id())) continue;
      String title = plain(r.title());
      if (byTitle.putIfAbsent(title, r) != null) twice.add(title);
    }
    twice.forEach(byTitle::remove); // a title that several have names none of them
    List<Known> known = new ArrayList<>(byAddress);
    for (ParsedEntry e : read) {
      Recent moved = e.title() == null ? null : byTitle.remove(plain(e.title()));
      if (moved != null) known.add(renamed(moved.known(), e));
    }
    boolean confirmed = last.isBefore(rule.since()); // somebody has looked at the list since
    if (confirmed || known.size() * 2 >= read.size()) return new Judged(known, null);
    if (areLater(read, last) || isDue(read.size(), recent, last, now)) {
      return new Judged(known, null);
    }
    return new Judged(
        known,
        "Of the "
            + read.size()
            + " links on the page hardly any was there at the last check: the site seems to have"
            + " been redesigned. They are kept back until somebody confirms the list on the feed’s"
            + " page.");
  }

  /// The stored entry under the name that it has now.
  private static Known renamed(Known k, ParsedEntry e) {
    return new Known(k.id(), e.key(), e.alias(), k.contentHash());
  }

  private static boolean areLater(List<ParsedEntry> read, Instant last) {
    long later =
        read.stream()
            .filter(e ->
                e.published() != null
                    && e.published()
                        .isAfter(last.minus(e.dateOnly() ? Duration.ofDays(1) : Duration.ZERO)))
            .count();
    return later * 2 > read.size();
  }

  /// Whether so many may have come since: the page needed the same time for as many before.
  private static boolean isDue(int links, List<Recent> recent, Instant last, Instant now) {
    Instant first = recent.getLast().firstSeen();
    if (recent.size() <= links) return false;
    Instant then = recent.get(links - 1).firstSeen();
    if (!then.isAfter(first)) return false; // all of the first visit, whenever they were published
    Duration usual = Duration.between(then, last);
    return Duration.between(last, now).multipliedBy(2).compareTo(usual) >= 0;
  }

  private static String plain(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
  }
}
