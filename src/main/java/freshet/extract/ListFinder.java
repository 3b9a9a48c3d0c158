package freshet.extract;

import freshet.bound.Stop;
import freshet.extract.ListItems.Part;
import freshet.model.LinkList;
import freshet.model.LinkList.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// Finds the lists of links on a page that are worth following.
///
/// The links of a list look alike: they stand at the same place of parts of the page that are made
/// alike. So links are gathered by the names of the elements they are in, once with the classes of
/// the elements and once without (the same list often has items of several classes, and different
/// lists often differ by nothing else), and by the element that holds them together. Each such
/// gathering is a candidate; what its items are like tells news from menus ([ListScore]). Of
/// candidates that have the same addresses (picture, title and "read more" of a card) the best
/// counts.
final class ListFinder {
  /// Fewer links are no list.
  static final int FEWEST = 3;

  private static final int MOST_LINKS = 3_000;
  private static final int MOST_READ = 24;
  private static final int MOST_ITEMS = 200;
  private static final int HIGHEST = 4;

  /// Below this a list is more likely a menu.
  static final double LEAST = 0.45;

  private final Document document;
  private final String base;
  private final String page;
  private final Predicate<Element> unseen;
  private final ListItems reader;
  private final ListScore scoring;

  /// @param base what addresses are relative to
  /// @param page the address of the page
  /// @param unseen tells links that nobody sees
  ListFinder(
      Document document,
      String base,
      String page,
      @Nullable String language,
      Predicate<Element> unseen,
      Instant now) {
    this.document = document;
    this.base = base;
    this.page = page;
    this.unseen = unseen;
    this.reader = new ListItems(base, now, language);
    this.scoring = new ListScore(page);
  }

  private record Linked(Element link, String url) {}

  /// What may be a list.
  private record Candidate(List<Part> parts, double guess) {
    Set<String> urls() {
      Set<String> urls = new HashSet<>();
      for (Part part : parts) urls.add(part.url());
      return urls;
    }
  }

  /// The best lists, best first.
  List<LinkList> find(int most) {
    List<Linked> links = links();
    Map<Set<String>, Candidate> candidates = new LinkedHashMap<>();
    for (int classes : new int[] {0, 2, 30}) {
      Map<String, List<Linked>> alike = new LinkedHashMap<>();
      for (Linked l : links) {
        alike.computeIfAbsent(path(l.link, classes), _ -> new ArrayList<>()).add(l);
      }
      for (List<Linked> some : alike.values()) gather(some, candidates);
    }
    List<Candidate> best =
        candidates.values().stream()
            .sorted(Comparator.comparingDouble(Candidate::guess).reversed())
            .limit(MOST_READ)
            .toList();
    List<LinkList> lists = new ArrayList<>();
    for (Candidate c : best) {
      Stop.check();
      List<Item> items = reader.read(c.parts);
      double score = items.size() < FEWEST ? 0 : scoring.of(c.parts, items);
      if (score < LEAST) continue;
      String selector = new ListSelector(document, this::addressesOf).of(c.parts);
      if (selector != null) lists.add(new LinkList(selector, score, items));
    }
    lists.sort(Comparator.comparingDouble(LinkList::score).reversed());
    return distinct(lists, most);
  }

  /// Without those that are parts of a better one, or little more than it.
  private static List<LinkList> distinct(List<LinkList> lists, int most) {
    List<LinkList> kept = new ArrayList<>();
    List<Set<String>> seen = new ArrayList<>();
    for (LinkList list : lists) {
      Set<String> urls = new HashSet<>();
      for (Item item : list.items()) urls.add(item.url());
      boolean known = false;
      for (Set<String> other : seen) {
        long shared = urls.stream().filter(other::contains).count();
        known |= shared * 2 > Math.min(urls.size(), other.size());
      }
      if (known || kept.size() == most) continue;
      seen.add(urls);
      kept.add(list);
    }
    return kept;
  }

  private List<Linked> links() {
    List<Element> all = new ArrayList<>();
    for (Element a : document.select("a[href]")) {
      if (all.size() >= MOST_LINKS) break;
      Stop.check();
      if (!ListScore.isAside(a) && !unseen.test(a)) all.add(a);
    }
    List<@Nullable String> urls = addressesOf(all);
    List<Linked> links = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String url = urls.get(i);
      if (url != null) links.add(new Linked(all.get(i), url));
    }
    return links;
  }

  private List<@Nullable String> addressesOf(List<Element> links) {
    return ListItems.addresses(links, base, page);
  }

  /// The elements that a link is in.
  ///
  /// @param classes for so many of them, from the link on, with their classes
  private static String path(Element link, int classes) {
    StringBuilder path = new StringBuilder();
    int n = 0;
    for (Element e = link; e != null && !e.nameIs("body"); e = e.parent(), n++) {
      // The first item often has a larger heading than the others.
      path.append(e.normalName().matches("h[1-6]") ? "h" : e.normalName());
      if (e.nameIs("td") || e.nameIs("th")) path.append(e.elementSiblingIndex());
      if (n < classes) for (String name : ListSelector.classes(e)) path.append('.').append(name);
      path.append('>');
    }
    return path.toString();
  }

  /// Of links that look alike, those that one element holds together, and those of several such
  /// elements in a row: months, rows of cards.
  private void gather(List<Linked> alike, Map<Set<String>, Candidate> candidates) {
    if (alike.size() < FEWEST) return;
    List<Element> elements = new ArrayList<>();
    List<@Nullable String> urls = new ArrayList<>();
    for (Linked l : alike) {
      elements.add(l.link);
      urls.add(l.url);
    }
    List<Part> parts = ListItems.parts(elements, urls);
    if (parts.size() < FEWEST) return;
    for (int up = 1; up <= HIGHEST; up++) {
      IdentityHashMap<Element, List<Part>> held = new IdentityHashMap<>();
      List<Element> order = new ArrayList<>();
      for (Part part : parts) {
        Element holder = part.around();
        for (int i = 0; i < up && holder.parent() != null && !holder.nameIs("body"); i++) {
          holder = holder.parent();
        }
        if (!held.containsKey(holder)) order.add(holder);
        held.computeIfAbsent(holder, _ -> new ArrayList<>()).add(part);
      }
      for (Element holder : order) {
        List<Part> some = held.getOrDefault(holder, List.of());
        if (some.size() < FEWEST) continue;
        List<Part> kept = some.subList(0, Math.min(some.size(), MOST_ITEMS));
        Candidate candidate = new Candidate(List.copyOf(kept), guess(kept));
        candidates.merge(candidate.urls(), candidate, (a, b) -> a.guess >= b.guess ? a : b);
      }
      if (order.size() == 1) return;
    }
  }

  /// What can be told at little cost: long texts in many links.
  private static double guess(List<Part> parts) {
    Map<String, Integer> texts = new HashMap<>();
    double letters = 0;
    for (Part part : parts) {
      String text = part.link().text();
      int times = texts.merge(text, 1, Integer::sum);
      if (times == 1) letters += Math.min(text.length(), 80);
      letters += Math.min(part.around().text().length(), 200) / 8.0;
      if (part.link().selectFirst("h1, h2, h3, h4") != null) letters += 20;
    }
    return letters;
  }
}
