package freshet.search;

import freshet.dictionary.Translator;
import freshet.model.SearchOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Six hundred short texts in German, Turkish and Croatian and two hundred in English, made of
/// templates and the subjects in search/bilingual.tsv, each word in several of its forms: what
/// English queries find of them, compared with queries in the language of the texts.
public final class BilingualCollection {
  public static final List<String> LANGUAGES = List.of("de", "tr", "hr");
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

  private static final List<List<String>> SENTENCES =
      List.of(
          List.of(
              "Gestern ging es im Rat um %s. Danach gab es Fragen.",
              "%s: Was sich jetzt in der Stadt ändert, lesen Sie hier.",
              "Ein Bericht aus der Region über %s und die Folgen.",
              "Viele Menschen sprechen heute über %s, sagte die Sprecherin.",
              "Neues von %s, kurz zusammengefasst am Abend.",
              "Am Montag begann eine Debatte: %s und kein Ende.",
              "Bilder der Woche zeigen %s aus der Nähe.",
              "Wer über %s schreibt, bekommt viele Briefe."),
          List.of(
              "Dün toplantıda %s konuşuldu, sonra sorular geldi.",
              "%s hakkında bugün şehirde neler oldu, burada okuyun.",
              "Bölgeden bir haber: %s ve sonuçları anlatıldı.",
              "Birçok kişi bugün %s üzerine konuştu, dedi sözcü.",
              "Akşam özeti: %s ile ilgili yeni gelişmeler var.",
              "Pazartesi günü başlayan tartışma %s konusunda sürüyor.",
              "Haftanın fotoğrafları %s görüntülerini gösteriyor.",
              "Gazeteye %s için çok mektup geldi."),
          List.of(
              "Jučer se na sjednici govorilo o temi %s, a zatim su slijedila pitanja.",
              "%s: što se danas mijenja u gradu, pročitajte ovdje.",
              "Izvještaj iz regije donosi %s i posljedice.",
              "Mnogi ljudi danas spominju %s, rekla je glasnogovornica.",
              "Večernji pregled donosi novosti: %s ukratko.",
              "U ponedjeljak je počela rasprava, a %s je u središtu.",
              "Fotografije tjedna prikazuju %s izbliza.",
              "Čitatelji su nam pisali: %s ih jako zanima."));

  private final List<String[]> subjects = new ArrayList<>();
  private final List<Text> texts = new ArrayList<>();

  /// @param subject its line
  private record Text(long id, String language, int subject) {}

  /// Writes the texts into an index.
  ///
  /// @param times so often each, to measure what queries cost
  public BilingualCollection(Index index, int times) throws IOException {
    for (String line : Files.readAllLines(Path.of("src/test/resources/search/bilingual.tsv"))) {
      if (!line.startsWith("#") && !line.isBlank()) subjects.add(line.split("\t"));
    }
    for (int i = 0; i < times; i++) fill(index);
    index.refresh();
  }

  private void fill(Index index) {
    List<IndexEntry> entries = new ArrayList<>();
    for (int s = 0; s < subjects.size(); s++) {
      for (int l = 0; l < LANGUAGES.size(); l++) {
        String[] forms = subjects.get(s)[l + 1].split(",");
        List<String> sentences = SENTENCES.get(l);
        for (int i = 0; i < sentences.size(); i++) {
          add(LANGUAGES.get(l), s, sentences.get(i).formatted(forms[i % forms.length]), entries);
        }
      }
      for (int i = 0; i < 8; i++) {
        add("en", s, "Report " + i + " about the " + subjects.get(s)[0] + " in town", entries);
      }
    }
    index.add(entries);
  }

  private void add(String language, int subject, String text, List<IndexEntry> entries) {
    long id = texts.size() + 1L;
    texts.add(new Text(id, language, subject));
    entries.add(new IndexEntry(id, 1, "News " + id, text, List.of(), language, NOW, 0, 0));
  }

  public int size() {
    return texts.size();
  }

  /// @param recall of English queries, of what queries in the language of the texts find
  /// @param precision how much of what English queries find in other languages is about the subject
  public record Measured(double own, double recall, double precision) {}

  public Measured measure(Index index, Translator translator, String language) {
    long relevant = 0;
    long own = 0;
    long found = 0;
    long right = 0;
    for (int s = 0; s < subjects.size(); s++) {
      Set<Long> about = new HashSet<>();
      for (Text t : texts) if (t.subject == s && t.language.equals(language)) about.add(t.id);
      relevant += about.size();
      String word = subjects.get(s)[LANGUAGES.indexOf(language) + 1].split(",")[0];
      for (long id : search(index, word, language, null)) if (about.contains(id)) own++;
      for (long id : search(index, subjects.get(s)[0], language, translator)) {
        found++;
        if (about.contains(id)) right++;
      }
    }
    return new Measured(
        (double) own / relevant, (double) right / own, found == 0 ? 1 : (double) right / found);
  }

  /// The English words of the subjects.
  public List<String> queries() {
    return subjects.stream().map(s -> s[0]).toList();
  }

  /// Asks in all languages, with facets, as the page does.
  ///
  /// @param translator null to look for the words as they are
  public static long ask(Index index, String words, @Nullable Translator translator) {
    return index
        .search(
            SearchQuery.read(words, NOW, ZoneOffset.UTC),
            IndexContract.NAMES,
            new SearchOptions(
                NOW,
                ZoneOffset.UTC,
                SearchOrder.BEST,
                500,
                true,
                null,
                translator,
                "en",
                Texts.NONE))
        .total();
  }

  private static List<Long> search(
      Index index, String word, String language, @Nullable Translator translator) {
    Results results =
        index.search(
            SearchQuery.read(word + " lang:" + language, NOW, ZoneOffset.UTC),
            IndexContract.NAMES,
            new SearchOptions(
                NOW,
                ZoneOffset.UTC,
                SearchOrder.BEST,
                100,
                false,
                null,
                translator,
                "en",
                Texts.NONE));
    return results.hits().stream().map(Results.Hit::id).toList();
  }
}
