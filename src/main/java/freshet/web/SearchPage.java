package freshet.web;

import freshet.catalog.EntryFinder.Facet;
import freshet.catalog.EntryFinder.Found;
import freshet.catalog.EntryFinder.Group;
import freshet.catalog.EntryFinder.Story;
import freshet.catalog.IndexKeeper;
import freshet.model.Mark;
import freshet.model.Piece;
import freshet.model.Remark;
import freshet.model.SavedSearch;
import freshet.model.StoryCopy;
import freshet.model.UnderstoodQuery;
import freshet.translate.TranslatedReading.Line;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a search found, and what helps to search on.
///
/// @param groups by topic, or one of all
/// @param days the same by day, if the newest come first; then `groups` is empty
/// @param remarks on what was wrong with the query
/// @param understood the query as it was understood, if something was wrong with it
/// @param also the words of other languages that were looked for, if there are any
/// @param anyWord the query with any of its words instead of all, when nothing was found
public record SearchPage(
    PageFrame frame,
    Sidebar sidebar,
    Asked asked,
    long total,
    boolean byTopic,
    List<Section> groups,
    List<EntryRow.Day> days,
    List<Side> sides,
    List<Bar> bars,
    List<String> remarks,
    @Nullable String understood,
    @Nullable Also also,
    @Nullable Link suggestion,
    @Nullable Link anyWord,
    @Nullable String building,
    @Nullable SavedSearch saved,
    @Nullable String done,
    @Nullable String previous,
    @Nullable String next) {

  static final int SIZE = 20;

  /// Of the words of other languages.
  private static final int SHOWN = 8;

  private static final Pattern AS_TYPED =
      Pattern.compile("(?i)(?<!\\S)translate:(?:no|off|false)(?!\\S)");

  /// @param list whether one list is wanted even where there are several topics
  public record Asked(String query, boolean newest, boolean list, int page, int size) {
    public boolean isEmpty() {
      return query.isBlank();
    }

    String address(int other) {
      return SearchPage.address(query)
          + (newest ? "&sort=newest" : "")
          + (list || other > 0 ? "&list=1" : "")
          + (other > 0 ? "&page=" + other : "");
    }

    public String newestFirst() {
      return SearchPage.address(query) + "&sort=newest";
    }

    public String bestFirst() {
      return SearchPage.address(query) + "&sort=best";
    }

    public String inOneList() {
      return SearchPage.address(query) + "&sort=best&list=1";
    }
  }

  /// @param first those that are shown at once; the others are behind them
  /// @param without the same search with the words that were typed only
  public record Also(List<Foreign> first, List<Foreign> others, String without) {}

  /// @param language its name
  public record Foreign(String word, String code, String language) {}

  /// With translations again, where the query says that it wants none; null elsewhere.
  public @Nullable String translated() {
    return typedOnly() ? address(AS_TYPED.matcher(asked.query).replaceAll(" ").strip()) : null;
  }

  private boolean typedOnly() {
    return AS_TYPED.matcher(asked.query).find();
  }

  private static @Nullable Also also(UnderstoodQuery query, PageFrame frame) {
    if (query.added().isEmpty()) return null;
    List<Foreign> all = new ArrayList<>();
    for (UnderstoodQuery.Added a : query.added()) {
      all.add(new Foreign(a.word(), a.language(), frame.texts().languageName(a.language())));
    }
    int first = Math.min(SHOWN, all.size());
    return new Also(
        all.subList(0, first),
        all.subList(first, all.size()),
        address(query.source().strip() + " translate:no"));
  }

  public record Link(String text, String address) {}

  /// @param more the rest of the topic, if there is more
  public record Section(
      @Nullable String name, long entries, @Nullable String more, List<Result> results) {}

  public record Result(
      EntryRow item, List<Piece> title, List<Piece> excerpt, @Nullable String topic) {}

  /// One way to narrow the search.
  public record Side(String key, List<Choice> choices) {}

  public record Choice(String name, long entries, String address) {}

  /// A day of the histogram.
  ///
  /// @param height 0 to 100
  public record Bar(String label, String address, int entries, int height) {}

  static SearchPage of(
      PageFrame frame,
      Sidebar sidebar,
      Asked asked,
      Found found,
      IndexKeeper.Building building,
      @Nullable SavedSearch saved,
      @Nullable String done,
      Map<Long, List<StoryCopy>> copies,
      Function<List<Long>, Map<Long, Mark>> marks) {
    UnderstoodQuery query = found.query();
    List<freshet.model.Story> entries = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    if (!asked.isEmpty()) {
      Map<Long, Line> lines =
          asked.newest
              ? Map.of()
              : frame
                  .translated()
                  .lines(
                      found.groups().stream()
                          .flatMap(g -> g.stories().stream())
                          .map(Story::entry)
                          .toList());
      for (Group g : found.groups()) {
        if (asked.newest) g.stories().forEach(s -> entries.add(whole(s, copies)));
        else sections.add(section(g, found.byTopic(), asked, copies, lines, frame));
      }
    }
    boolean more = found.stories() > (asked.page + 1) * asked.size;
    String any = found.total() == 0 ? query.withAnyWord() : "";
    return new SearchPage(
        frame,
        sidebar,
        asked,
        found.total(),
        found.byTopic(),
        sections,
        EntryRow.byDay(
            entries,
            copies,
            marks.apply(entries.stream().map(s -> s.entry().id()).toList()),
            frame,
            false,
            null),
        asked.isEmpty() ? List.of() : sides(found, asked, frame),
        asked.isEmpty() ? List.of() : bars(found, asked, frame),
        query.remarks().stream().map(r -> remark(r, frame)).toList(),
        query.remarks().stream().anyMatch(Remark::isAboutReading) && !query.understood().isEmpty()
            ? query.understood()
            : null,
        also(query, frame),
        found.suggestion() == null || found.total() > 3 ? null : link(found.suggestion()),
        any.isEmpty() ? null : link(any),
        building.isDone() ? null : frame.say("search.building", building.done(), building.all()),
        saved,
        done,
        asked.page > 0 ? asked.address(asked.page - 1) : null,
        more && !found.byTopic() ? asked.address(asked.page + 1) : null);
  }

  static String address(String query) {
    return "/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  private static Link link(String query) {
    return new Link(SafeText.line(query, 200), address(query));
  }

  private static String remark(Remark r, PageFrame frame) {
    return frame.say("remark." + r.kind().key(), SafeText.line(r.about(), 80));
  }

  private static Section section(
      Group g,
      boolean named,
      Asked asked,
      Map<Long, List<StoryCopy>> copies,
      Map<Long, Line> lines,
      PageFrame frame) {
    List<Result> results = new ArrayList<>();
    for (Story s : g.stories()) results.add(result(s, named, copies, lines, frame));
    String name = g.topic();
    if (!named) return new Section(null, 0, null, results);
    return new Section(
        name == null ? frame.say("search.no-topic") : SafeText.line(frame.topic(name), 60),
        g.entries(),
        name != null && g.entries() > g.stories().size()
            ? address(asked.query + " topic:" + quoted(name))
            : null,
        results);
  }

  /// What is found, as the river knows it.
  static freshet.model.Story whole(Story s, Map<Long, List<StoryCopy>> copies) {
    Set<Long> feeds = new HashSet<>(Set.of(s.entry().feedId()));
    for (StoryCopy c : copies.getOrDefault(s.story(), List.of())) feeds.add(c.feedId());
    return new freshet.model.Story(
        s.entry(), s.story(), 1 + s.copies().size(), feeds.size(), s.topic(), 0, false, 0);
  }

  private static EntryRow item(
      Story s, Map<Long, List<StoryCopy>> copies, Map<Long, Line> lines, PageFrame frame) {
    List<EntryRow.Day> day =
        EntryRow.byDay(List.of(whole(s, copies)), copies, Map.of(), frame, false, null, lines);
    return day.getFirst().parts().getFirst().items().getFirst();
  }

  private static Result result(
      Story s,
      boolean named,
      Map<Long, List<StoryCopy>> copies,
      Map<Long, Line> lines,
      PageFrame frame) {
    EntryRow item = item(s, copies, lines, frame);
    List<Piece> title = pieces(s.title(), 240);
    List<Piece> excerpt = pieces(s.excerpt(), 360);
    boolean foreign = item.foreign() != null;
    if (title.isEmpty() || foreign) title = List.of(new Piece(item.title(), false));
    if (foreign) excerpt = List.of(new Piece(item.excerpt(), false));
    String topic = s.topic();
    return new Result(
        item,
        title,
        excerpt,
        named || topic == null ? null : SafeText.line(frame.topic(topic), 60));
  }

  /// Each piece as a line of its own, blanks at its ends kept.
  private static List<Piece> pieces(List<Piece> pieces, int most) {
    List<Piece> out = new ArrayList<>();
    int left = most;
    for (Piece p : pieces) {
      if (left <= 0) break;
      String text = SafeText.line(p.text(), left);
      if (!p.text().isEmpty() && Character.isWhitespace(p.text().charAt(0))) text = " " + text;
      if (p.text().length() > 1 && Character.isWhitespace(p.text().charAt(p.text().length() - 1))) {
        text = text + " ";
      }
      out.add(new Piece(text, p.marked()));
      left -= text.length();
    }
    return out;
  }

  private static List<Side> sides(Found found, Asked asked, PageFrame frame) {
    List<Side> sides = new ArrayList<>();
    side(
        sides,
        "search.topics",
        found.topics(),
        asked,
        f -> "topic:" + quoted(f.name()),
        f -> frame.topic(f.name()));
    side(
        sides,
        "search.languages",
        found.languages(),
        asked,
        f -> "lang:" + f.value(),
        f -> frame.texts().languageName(f.value()));
    side(
        sides,
        "search.feeds",
        found.feeds(),
        asked,
        f -> "feed:" + f.value(),
        f -> SafeText.feedName(f.name()));
    return sides;
  }

  private static void side(
      List<Side> sides,
      String key,
      List<Facet> facets,
      Asked asked,
      java.util.function.Function<Facet, String> filter,
      java.util.function.Function<Facet, String> name) {
    if (facets.size() < 2) return; // nothing to choose
    List<Choice> choices = new ArrayList<>();
    for (Facet f : facets) {
      choices.add(
          new Choice(
              SafeText.line(name.apply(f), 60), f.entries(), narrowed(asked, filter.apply(f))));
    }
    sides.add(new Side(key, choices));
  }

  private static String narrowed(Asked asked, String filter) {
    boolean or = asked.query.contains(" OR ") || asked.query.contains("|");
    String query = or ? "(" + asked.query + ")" : asked.query;
    return address(query + " " + filter) + (asked.newest ? "&sort=newest" : "");
  }

  private static String quoted(String text) {
    String plain = text.replace("\"", " ");
    return plain.chars().allMatch(Character::isLetterOrDigit) ? plain : "\"" + plain + "\"";
  }

  private static List<Bar> bars(Found found, Asked asked, PageFrame frame) {
    int most = 0;
    int filled = 0;
    for (int n : found.days()) {
      most = Math.max(most, n);
      if (n > 0) filled++;
    }
    if (filled < 2) return List.of();
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < found.days().length; i++) {
      LocalDate day = found.firstDay().plusDays(i);
      int n = found.days()[i];
      bars.add(
          new Bar(
              frame.say("search.day", frame.times().heading(day), n),
              narrowed(asked, "from:" + day + " to:" + day),
              n,
              n == 0 ? 0 : Math.max(4, Math.round(100f * n / most))));
    }
    return bars;
  }

  /// What the page is called.
  public String title() {
    if (saved != null) return SafeText.line(saved.name(), 80);
    return asked.isEmpty() ? frame.say("search.title") : SafeText.line(asked.query, 80);
  }

  public boolean isLive() {
    return asked.newest && asked.page == 0;
  }
}
