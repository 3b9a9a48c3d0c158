package freshet.parse.ns;

import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Person;
import freshet.text.Cut;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A feed or an entry while it is being read: everything its elements have offered so far.
///
/// Several elements may offer the same thing (`title`, `dc:title`, `media:title`), in any order. So
/// every offer has a rank: the highest wins, and of equals the first.
public final class Draft {

  /// What there is one of.
  public enum Slot {
    TITLE,
    SUMMARY,
    CONTENT,
    LINK,
    ID,
    PUBLISHED,
    UPDATED,
    COMMENTS,
    LANGUAGE,
    COPYRIGHT,
    IMAGE,
    ICON,
    GENERATOR,
    SELF,
    HUB,
    TTL,
    UPDATE_PERIOD,
    UPDATE_FREQUENCY
  }

  /// The format's own element; another format's element for the same; a namespace made for it; one
  /// that only comes near.
  public static final int OWN = 4;

  public static final int CORRECTION = 5;
  public static final int SAME = 3;
  public static final int LIKE = 2;
  public static final int NEAR = 1;

  private record Offer(int rank, Object value) {}

  private final Map<Slot, Offer> offers = new EnumMap<>(Slot.class);

  public final List<Person> authors = new ArrayList<>(0);
  public final List<Link> links = new ArrayList<>(0);
  public final List<String> categories = new ArrayList<>(0);
  public final List<Enclosure> enclosures = new ArrayList<>(0);
  public final List<MediaDraft> media = new ArrayList<>(0);
  private @Nullable Map<String, String> more;

  /// The author, contributor or owner whose element is open.
  public @Nullable PersonDraft person;

  /// The media object and the group of them whose elements are open.
  public @Nullable MediaDraft medium;

  public @Nullable MediaDraft group;

  public boolean idIsLink;
  private int authorRank;

  boolean isEmpty() {
    return offers.isEmpty()
        && more == null
        && authors.isEmpty()
        && links.isEmpty()
        && categories.isEmpty()
        && enclosures.isEmpty()
        && media.isEmpty();
  }

  public void offer(Slot slot, int rank, @Nullable String value) {
    if (value != null && !value.isEmpty()) put(slot, rank, value);
  }

  public void offer(Slot slot, int rank, Text text) {
    if (!text.value().isEmpty()) put(slot, rank, text);
  }

  private void put(Slot slot, int rank, Object value) {
    Offer best = offers.get(slot);
    if (best == null || rank > best.rank) offers.put(slot, new Offer(rank, value));
  }

  /// Has something of at least this rank been offered?
  public boolean has(Slot slot, int rank) {
    Offer best = offers.get(slot);
    return best != null && best.rank >= rank;
  }

  public @Nullable String string(Slot slot) {
    Offer best = offers.get(slot);
    if (best == null) return null;
    return best.value instanceof Text t ? t.value() : (String) best.value;
  }

  public @Nullable Text text(Slot slot) {
    Offer best = offers.get(slot);
    if (best == null) return null;
    return best.value instanceof Text t
        ? t
        : new Text((String) best.value, Text.Kind.UNKNOWN, null);
  }

  /// Persons of a better source replace those of a poorer one; of the same source all are kept.
  public void author(int rank, @Nullable Person person) {
    if (person == null || rank < authorRank) return;
    if (rank > authorRank) authors.clear();
    authorRank = rank;
    if (authors.size() >= Most.OF_ONE_KIND) return;
    Person p = new Person(rough(person.name()), rough(person.email()), person.uri());
    for (Person known : authors) {
      boolean sameName = known.name() != null && known.name().equalsIgnoreCase(p.name());
      if (sameName || known.equals(p)) return;
    }
    authors.add(p);
  }

  public void category(@Nullable String name) {
    if (name == null || categories.size() >= Most.OF_ONE_KIND) return;
    String s = Cut.start(name.strip(), ROUGH);
    if (!s.isEmpty() && !categories.contains(s)) categories.add(s);
  }

  /// Several in one text.
  ///
  /// @param separator between two of them; a blank stands for any number of blanks and line breaks
  public void categories(String names, char separator) {
    int from = 0;
    while (from <= names.length() && categories.size() < Most.OF_ONE_KIND) {
      int to = from;
      while (to < names.length() && !separates(names.charAt(to), separator)) to++;
      category(names.substring(from, to));
      from = to + 1;
    }
  }

  private static boolean separates(char c, char separator) {
    return c == separator || (separator == ' ' && Character.isWhitespace(c));
  }

  /// Before entities are decoded and tags dropped, which may make a long name a short one.
  private static final int ROUGH = 10 * Most.NAME;

  private static @Nullable String rough(@Nullable String name) {
    return name == null ? null : Cut.start(name, ROUGH);
  }

  /// Has it as many links as it may have?
  public boolean linked() {
    return links.size() >= Most.OF_ONE_KIND;
  }

  public void link(@Nullable String rel, @Nullable String url, @Nullable String type) {
    if (url == null || linked()) return;
    links.add(new Link(brief(rel), url, brief(type)));
  }

  public void enclosure(@Nullable String url, @Nullable String type, @Nullable String length) {
    if (url == null || enclosures.size() >= Most.OF_ONE_KIND) return;
    for (Enclosure known : enclosures) if (known.url().equals(url)) return;
    enclosures.add(new Enclosure(url, brief(type), Numbers.wholeOrNull(length)));
  }

  /// Where the only enclosure really is.
  public void correctEnclosure(@Nullable String url) {
    if (url == null || enclosures.size() != 1) return;
    Enclosure found = enclosures.getFirst();
    enclosures.set(0, new Enclosure(url, found.type(), found.length()));
  }

  public void medium(MediaDraft draft) {
    if (media.size() >= Most.OF_ONE_KIND) return;
    draft.type = brief(draft.type);
    draft.medium = brief(draft.medium);
    media.add(draft);
  }

  /// Keeps what the model has no place for under the name it gets in the output; the first wins.
  public void more(String name, @Nullable String value) {
    if (value == null || value.isBlank()) return;
    if (more == null) more = new LinkedHashMap<>();
    if (more.size() < 2 * Most.OF_ONE_KIND) {
      more.putIfAbsent(name, Cut.to(value.strip(), Most.VALUE));
    }
  }

  /// Like it, but several values of the name follow one another.
  public void moreOf(String name, @Nullable String value) {
    String known = more().get(name);
    if (known == null) more(name, value);
    else if (value != null && more != null && known.length() < 2000 && !known.contains(value)) {
      more.put(name, Cut.to(known + ", " + value.strip(), Most.VALUE));
    }
  }

  private static @Nullable String brief(@Nullable String word) {
    return word == null ? null : Cut.to(word, Most.NAME);
  }

  public Map<String, String> more() {
    return more == null ? Map.of() : more;
  }
}
