package freshet.translate;

import freshet.store.Translations;
import freshet.translate.Translator.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The translators of this Freshet, the best first, each within its budget of the day.
public final class Providers {
  private static final int TEXTS_AT_ONCE = 25;
  private static final int CHARACTERS_AT_ONCE = 6_000;

  private final Translations kept;
  private final List<Provider> providers;
  private final Supplier<Budgets> budgets;
  private final InstantSource clock;
  private final ZoneId zone;

  Providers(
      Translations kept,
      List<Translator> translators,
      Supplier<Budgets> budgets,
      InstantSource clock,
      ZoneId zone) {
    this.kept = kept;
    this.providers = translators.stream().map(Provider::new).toList();
    this.budgets = budgets;
    this.clock = clock;
    this.zone = zone;
  }

  List<String> ids() {
    return providers.stream().map(p -> p.translator.id()).toList();
  }

  /// Whether anybody may know the two languages.
  boolean knows(String from, String into) {
    Instant now = clock.instant();
    return providers.stream().anyMatch(p -> p.knows(from, into, now));
  }

  /// What is less urgent than this has no budget left today anywhere; empty if nobody can be asked.
  OptionalInt leastUrgent() {
    Instant now = clock.instant();
    Map<String, Long> used = kept.used(day());
    for (int urgency = Intake.NEW_TEXT; urgency >= Intake.WANTED; urgency--) {
      for (Provider p : providers) {
        long most = budgets.get().of(p.translator, urgency);
        if (p.isFree(now) && used.getOrDefault(p.translator.id(), 0L) < most) {
          return OptionalInt.of(urgency);
        }
      }
    }
    return OptionalInt.empty();
  }

  /// When somebody is asked again whether two languages are known, that nobody knows now.
  Instant knowsAt(String from, String into) {
    Instant now = clock.instant();
    return providers.stream()
        .map(p -> p.knowsAt(from, into, now))
        .min(Instant::compareTo)
        .orElse(now);
  }

  /// What came of asking.
  enum Came {
    WHOLE,
    /// No translator knows both languages.
    NOBODY_KNOWS,
    /// Those who do are resting, or their budget is used up.
    LATER,
    FAILED
  }

  /// Asks one translator after the other for what is missing. What one of them translates is kept
  /// at once, whatever becomes of the rest.
  Came ask(List<String> pieces, Memory memory, int urgency) throws InterruptedException {
    List<String> missing = new ArrayList<>(pieces);
    boolean known = false;
    boolean failed = false;
    for (Provider p : providers) {
      if (!p.knows(memory.from(), memory.into(), clock.instant())) continue;
      Came came = p.isFree(clock.instant()) ? ask(p, missing, memory, urgency) : Came.LATER;
      known |= came != Came.NOBODY_KNOWS;
      failed |= came == Came.FAILED;
      if (missing.isEmpty()) return Came.WHOLE;
    }
    return !known ? Came.NOBODY_KNOWS : failed ? Came.FAILED : Came.LATER;
  }

  /// Where several texts fail together that may be due to one of them: then fewer are tried, down
  /// to that one, which is left to the next translator.
  ///
  /// @param missing loses what was translated
  private Came ask(Provider p, List<String> missing, Memory memory, int urgency)
      throws InterruptedException {
    String id = p.translator.id();
    List<String> left = new ArrayList<>(missing);
    boolean stumbled = false;
    int most = p.isSound(memory.from(), memory.into()) ? TEXTS_AT_ONCE : 1;
    while (!left.isEmpty() && p.isFree(clock.instant())) {
      List<String> some = someOf(left, Math.min(most, p.translator.atOnce()));
      long characters = some.stream().mapToLong(String::length).sum();
      long ofDay = budgets.get().of(p.translator, urgency);
      if (!kept.take(id, day(), characters, ofDay)) return stumbled ? Came.FAILED : Came.LATER;
      Outcome outcome = p.translator.translate(some, memory.from(), memory.into());
      Instant now = clock.instant();
      switch (outcome) {
        case Outcome.Translated t -> {
          p.worked(memory.from(), memory.into());
          missing.removeAll(keep(id, some, t.texts(), memory, now));
          stumbled |= t.texts().contains(null);
          left.subList(0, some.size()).clear();
          most = Math.min(TEXTS_AT_ONCE, 2 * most);
        }
        case Outcome.NoPair _ -> {
          p.noPair(memory.from(), memory.into(), now);
          return Came.NOBODY_KNOWS;
        }
        case Outcome.Resting r -> {
          p.failed(r.why(), r.after(), now);
          return stumbled ? Came.FAILED : Came.LATER;
        }
        case Outcome.Failed f -> {
          if (!f.ofTexts()) {
            p.failed(f.why(), null, now);
            return Came.FAILED;
          }
          if (some.size() > 1) {
            most = some.size() / 2;
          } else {
            p.stumbled(f.why(), now);
            stumbled = true;
            left.removeFirst();
          }
        }
      }
    }
    return missing.isEmpty() ? Came.WHOLE : Came.FAILED;
  }

  private static List<String> someOf(List<String> missing, int most) {
    int n = 0;
    int characters = 0;
    while (n < missing.size() && n < most) {
      characters += missing.get(n).length();
      if (n > 0 && characters > CHARACTERS_AT_ONCE) break;
      n++;
    }
    return List.copyOf(missing.subList(0, n));
  }

  /// @return the pieces that are kept now
  private Set<String> keep(
      String provider,
      List<String> pieces,
      List<@Nullable String> texts,
      Memory memory,
      Instant now) {
    Map<String, String> made = new LinkedHashMap<>();
    Map<String, String> byKey = new LinkedHashMap<>();
    for (int i = 0; i < pieces.size(); i++) {
      String text = texts.get(i);
      if (text == null) continue;
      made.put(pieces.get(i), text);
      byKey.put(memory.key(pieces.get(i)), text);
    }
    kept.keep(provider, byKey, now);
    memory.learn(provider, made);
    return made.keySet();
  }

  private long day() {
    return clock.instant().atZone(zone).toLocalDate().toEpochDay();
  }

  /// How a translator does.
  ///
  /// @param elsewhere whether texts are sent to it over a network
  /// @param used characters of today
  /// @param most of a day
  /// @param trouble a sentence, null if all is well
  /// @param restsUntil null if it can be asked now
  public record Report(
      String id,
      String name,
      boolean elsewhere,
      long used,
      long most,
      @Nullable String trouble,
      @Nullable Instant restsUntil) {}

  public List<Report> reports() {
    Map<String, Long> used = kept.used(day());
    Instant now = clock.instant();
    return providers.stream()
        .map(p ->
            new Report(
                p.translator.id(),
                p.translator.name(),
                p.translator.isElsewhere(),
                used.getOrDefault(p.translator.id(), 0L),
                budgets.get().of(p.translator),
                p.trouble(),
                p.restsUntil(now)))
        .toList();
  }

  /// What one translator makes of a text.
  ///
  /// @param text null if it made nothing of it
  /// @param trouble a sentence why, null if it does not know the languages
  public record Trial(String name, @Nullable String text, @Nullable String trouble) {}

  /// Asks every translator at once for a text, and wakes those that rest.
  public List<Trial> tryOut(String text, String from, String into) throws InterruptedException {
    List<Trial> trials = new ArrayList<>();
    for (Provider p : providers) {
      String name = p.translator.name();
      long most = budgets.get().of(p.translator);
      if (!kept.take(p.translator.id(), day(), text.length(), most)) {
        trials.add(new Trial(name, null, "Its budget of today is used up."));
        continue;
      }
      p.wake();
      trials.add(
          switch (p.translator.translate(List.of(text), from, into)) {
            case Outcome.Translated t -> {
              p.worked(from, into);
              yield new Trial(name, t.texts().getFirst(), null);
            }
            case Outcome.NoPair _ -> new Trial(name, null, null);
            case Outcome.Resting r -> {
              p.failed(r.why(), r.after(), clock.instant());
              yield new Trial(name, null, r.why());
            }
            case Outcome.Failed f -> {
              p.failed(f.why(), null, clock.instant());
              yield new Trial(name, null, f.why());
            }
          });
    }
    return trials;
  }

  /// What people call a translator.
  public String called(String id) {
    return providers.stream()
        .filter(p -> p.translator.id().equals(id))
        .map(p -> p.translator.name())
        .findFirst()
        .orElse(id);
  }
}
