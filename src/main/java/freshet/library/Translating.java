package freshet.library;

import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Visibility;
import freshet.store.Store;
import freshet.translate.Providers.Report;
import freshet.translate.Providers.Trial;
import freshet.translate.TranslatedReading;
import freshet.translate.TranslationDesk;
import freshet.translate.Wish;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What an account has translated: it says which languages it reads, and into which of them the
/// others are turned.
public final class Translating {
  /// Offered to everybody; those of one's own entries come along.
  private static final Set<String> OFFERED =
      Set.of(
          "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi",
          "hr", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "mk", "nl", "no", "pl", "pt", "ro",
          "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi", "zh");

  private static final int MOST_LANGUAGES = 60;
  private static final int LONGEST_TRIAL = 500;

  private final Store store;
  private final TranslationDesk desk;
  private final TranslatedReading reading;
  private final InstantSource clock;

  public Translating(Store store, TranslationDesk desk, InstantSource clock) {
    this.store = store;
    this.desk = desk;
    this.reading = new TranslatedReading(store, desk);
    this.clock = clock;
  }

  /// Whether there is a translator.
  public boolean isOn() {
    return desk.isOn();
  }

  /// Empty if the account wants nothing translated.
  public Optional<Wish> wish(Account who) {
    return Wish.of(store.settings().of(who.id()));
  }

  /// @param reads codes or tags of the languages that it reads
  /// @param into empty for no translation at all
  public void wish(Account who, Collection<String> reads, @Nullable String into) {
    Set<String> codes = new TreeSet<>();
    for (String tag : reads) codes.add(code("reads", tag));
    if (codes.size() > MOST_LANGUAGES) throw Refusal.wrong("reads", "has too many languages");
    String target = into == null || into.isBlank() ? "" : code("into", into);
    store.settings().put(who.id(), Wish.READS, String.join(" ", codes), clock.instant());
    store.settings().put(who.id(), Wish.INTO, target, clock.instant());
  }

  private static String code(String field, String tag) {
    String code = Wish.code(tag);
    if (code == null) throw Refusal.wrong(field, "must be languages such as en or et");
    return code;
  }

  /// The languages it may choose from.
  public Set<String> languages(Account who) {
    Set<String> all = new TreeSet<>(OFFERED);
    for (String tag : store.entries().languages(new Visibility(who.id(), false))) {
      String code = Wish.code(tag);
      if (code != null) all.add(code);
    }
    wish(who).ifPresent(w -> all.addAll(w.reads()));
    return all;
  }

  /// Those of some entries that are translated, as they stand in lists.
  public Map<Long, TranslatedReading.Line> lines(List<Entry> entries, Wish wish) {
    return entries.isEmpty() ? Map.of() : reading.lines(entries, wish);
  }

  /// @param html the text that is shown
  /// @return empty if it is in a language that they read, or nobody can translate it
  public Optional<TranslatedReading.Text> text(Entry entry, @Nullable String html, Wish wish) {
    return text(entry, html, wish, true);
  }

  /// @param order whether what is missing is asked for, which spends of the budget
  public Optional<TranslatedReading.Text> text(
      Entry entry, @Nullable String html, Wish wish, boolean order) {
    return reading.text(entry, html, wish, order);
  }

  /// Who is given texts, how much of it today, and what is wrong with whom.
  public List<Report> translators() {
    return desk.providers().reports();
  }

  /// @param texts that are kept, of `entries`
  /// @param waiting what is still to be translated
  public record Sums(long texts, long entries, long waiting) {}

  public Sums sums() {
    var sums = store.translations().sums();
    return new Sums(sums.texts(), sums.entries(), sums.waiting());
  }

  /// A translator whose texts are kept, be it named any longer or not.
  public record Giver(String id, String name, long texts) {}

  public List<Giver> givers() {
    return store.translations().givers().entrySet().stream()
        .map(e -> new Giver(e.getKey(), desk.providers().called(e.getKey()), e.getValue()))
        .toList();
  }

  /// @param entries that have some of the texts
  public record Given(long texts, long entries) {}

  /// What forgetting would take away.
  ///
  /// @param since null for everything that it ever gave
  public Given given(Account who, String translator, @Nullable Instant since) {
    Refusal.unlessAdministrator(who);
    if (!store.translations().givers().containsKey(translator)) {
      throw Refusal.wrong("translator", "must be one that has translated something");
    }
    var given = store.translations().given(translator, since == null ? Instant.EPOCH : since);
    return new Given(given.texts(), given.entries());
  }

  /// Takes away what a translator gave that was wrong; it is translated again.
  ///
  /// @return what was taken away
  public Given forget(Account who, String translator, @Nullable Instant since) {
    Given given = given(who, translator, since);
    Instant from = since == null ? Instant.EPOCH : since;
    store.translations().forget(translator, from, clock.instant());
    return given;
  }

  /// Has every translator try a text. It costs of their budgets, so the administrator may.
  public List<Trial> tryOut(Account who, String text, String from, String into)
      throws InterruptedException {
    Refusal.unlessAdministrator(who);
    String plain = text.strip();
    if (plain.isEmpty() || plain.length() > LONGEST_TRIAL) {
      throw Refusal.wrong("text", "must have 1 to " + LONGEST_TRIAL + " characters");
    }
    return desk.providers().tryOut(plain, code("from", from), code("into", into));
  }
}
