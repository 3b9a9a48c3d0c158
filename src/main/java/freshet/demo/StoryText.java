package freshet.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/// One story out of a stock: a happening, the names and numbers in it, the sentences taken. The
/// same seed always tells the same story; [#altered] tells it as another paper would.
final class StoryText {

  /// A text as it is published.
  record Version(String title, List<String> sentences) {}

  private final Stock stock;
  private final long seed;
  private final List<Pattern> titles;
  private final List<Pattern> sentences;
  private final List<Pattern> spare;
  private final Map<String, String> numbers = new HashMap<>();

  /// @param general whether sentences that fit every topic may follow
  StoryText(Stock stock, String topic, long seed, boolean general) {
    this.stock = stock;
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    List<Stock.Happening> all =
        Objects.requireNonNull(
            stock.happenings().get(topic), () -> stock.locale() + ": nothing on " + topic);
    Stock.Happening happening = all.get(random.nextInt(all.size()));
    titles = shuffled(happening.titles(), random);
    sentences = new ArrayList<>();
    sentences.add(shuffled(happening.leads(), random).getFirst());
    List<Pattern> bodies = happening.bodies();
    int wanted = bodies.size() > 5 && random.nextInt(3) == 0 ? bodies.size() - 1 : bodies.size();
    Set<Pattern> taken = new HashSet<>(shuffled(bodies, random).subList(0, wanted));
    for (Pattern body : bodies) if (taken.contains(body)) sentences.add(body);
    List<Pattern> any = shuffled(stock.any(), random);
    int more = general ? Math.min(any.size(), 2 + random.nextInt(2)) : 0;
    sentences.addAll(any.subList(0, more));
    spare = any.subList(more, Math.min(any.size(), more + 3));
    bind(happening.titles());
    bind(happening.leads());
    bind(happening.bodies());
  }

  /// Draws all numbers that have a name, whichever sentences will be said.
  private void bind(List<Pattern> patterns) {
    for (Pattern pattern : patterns) {
      for (Pattern.Part part : pattern.parts()) {
        if (part instanceof Pattern.Figure n && n.name() != null) number(n, 0);
      }
    }
  }

  Version original() {
    return new Version(say(titles.getFirst(), 0, Set.of()), say(sentences, Set.of()));
  }

  /// The same story in another paper.
  ///
  /// @param as what that paper does to it
  Version altered(Alteration as, long paperSeed) {
    SplittableRandom random = new SplittableRandom(paperSeed);
    Version first = original();
    return switch (as) {
      case NONE, VERBATIM -> first;
      case HEADLINE -> new Version(otherTitle(random), first.sentences());
      case CUT -> {
        List<String> kept = new ArrayList<>(first.sentences());
        kept.remove(1 + random.nextInt(kept.size() - 1));
        yield new Version(first.title(), kept);
      }
      case EXTENDED -> {
        List<String> longer = new ArrayList<>(first.sentences());
        longer.addAll(say(spare, Set.of()));
        yield new Version(otherTitle(random), longer);
      }
      case EDITED -> new Version(otherTitle(random), edited(first.sentences(), random));
    };
  }

  private String otherTitle(SplittableRandom random) {
    if (titles.size() > 1) {
      return say(titles.get(1 + random.nextInt(titles.size() - 1)), 0, Set.of());
    }
    Pattern only = titles.getFirst();
    if (only.choices() == 0) return original().title();
    return say(only, 0, Set.of((long) random.nextInt(only.choices())));
  }

  /// Chooses other words, sentence after sentence as an editor would, until at least 6 and at most
  /// 10 in 100 are changed.
  private List<String> edited(List<String> first, SplittableRandom random) {
    int words = 0;
    for (String sentence : first) words += Words.of(sentence).size();
    List<Integer> order = new ArrayList<>();
    for (int s = 0; s < sentences.size(); s++) order.add(s);
    List<String> text = new ArrayList<>(first);
    int changed = 0;
    for (int s : shuffled(order, random)) {
      Pattern pattern = sentences.get(s);
      Set<Long> flipped = new HashSet<>();
      int here = 0;
      for (int c = 0; c < pattern.choices() && changed + here < words * 0.06; c++) {
        flipped.add(place(s + 1, c));
        String tried = say(pattern, s + 1, flipped);
        int now = Words.changed(first.get(s), tried);
        if (changed + now <= words * 0.1) {
          here = now;
          text.set(s, tried);
        } else {
          flipped.remove(place(s + 1, c));
        }
      }
      changed += here;
    }
    return text;
  }

  private List<String> say(List<Pattern> patterns, Set<Long> flipped) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) said.add(say(patterns.get(i), i + 1, flipped));
    return said;
  }

  private String say(Pattern pattern, int number, Set<Long> flipped) {
    StringBuilder out = new StringBuilder();
    say(pattern.parts(), pattern, number, flipped, out);
    return upperFirst(out.toString(), stock.locale());
  }

  private void say(
      List<Pattern.Part> parts, Pattern pattern, int number, Set<Long> flipped, StringBuilder out) {
    for (Pattern.Part part : parts) {
      switch (part) {
        case Pattern.Words(String text) -> out.append(text);
        case Pattern.Name name -> out.append(name(name));
        case Pattern.Figure n -> out.append(number(n, number * 31 + out.length()));
        case Pattern.Choice(int c, List<List<Pattern.Part>> options) -> {
          long draw = Seeds.mix(seed, number, c, pattern.parts().size());
          int pick = (int) Math.floorMod(draw, (long) options.size());
          if (flipped.contains(place(number, c))) pick = (pick + 1) % options.size();
          say(options.get(pick), pattern, number, flipped, out);
        }
      }
    }
  }

  private static long place(int sentence, int choice) {
    return sentence == 0 ? choice : sentence * 1000L + choice;
  }

  /// A name keeps its row through the story; another one of the same list gets another row.
  private String name(Pattern.Name name) {
    String number = numbers.get(name.name());
    if (number != null) return number;
    Stock.Names names =
        Objects.requireNonNull(
            stock.names().get(name.list()),
            () -> stock.locale() + ": no list and no number " + name.name());
    int size = names.rows().size();
    long first = Math.floorMod(Seeds.mix(seed, name.list().hashCode()), (long) size);
    int row = (int) ((first + name.nth() * 4L) % size);
    String form = name.form();
    int column = form == null ? 0 : names.forms().indexOf(form) + 1;
    if (form != null && column == 0) {
      throw new IllegalArgumentException(stock.locale() + ": no form " + form + " of " + name);
    }
    return names.rows().get(row).get(column);
  }

  private String number(Pattern.Figure n, int where) {
    int steps = (n.to() - n.from()) / n.step() + 1;
    String name = n.name();
    int salt = name == null ? where + n.from() : name.hashCode();
    String value =
        String.valueOf(n.from() + n.step() * Math.floorMod(Seeds.mix(seed, salt, 7), steps));
    if (name != null) numbers.put(name, value);
    return value;
  }

  private static String upperFirst(String s, Locale locale) {
    if (s.isEmpty()) return s;
    int end = s.offsetByCodePoints(0, 1);
    return s.substring(0, end).toUpperCase(locale) + s.substring(end);
  }

  private static <T> List<T> shuffled(List<T> list, SplittableRandom random) {
    List<T> copy = new ArrayList<>(list);
    for (int i = copy.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      T t = copy.get(i);
      copy.set(i, copy.get(j));
      copy.set(j, t);
    }
    return copy;
  }
}
