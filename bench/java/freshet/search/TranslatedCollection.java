package freshet.search;

import freshet.dictionary.Translator;
import freshet.model.SearchOrder;
import freshet.search.BilingualCollection.Measured;
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

/// Short Spanish texts, made of templates and the subjects in search/spanish.tsv.
public final class TranslatedCollection {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final List<String> SENTENCES =
      List.of(
          "Ayer el consejo habló de %s y después hubo preguntas.",
          "%s: lo que cambia ahora en la ciudad se puede leer aquí.",
          "Un informe de la región sobre %s y sus consecuencias.",
          "Mucha gente habla hoy de %s, dijo la portavoz.",
          "Hay noticias de %s, resumidas esta tarde.",
          "El lunes empezó un debate largo sobre %s en el pueblo.",
          "Las fotos de la semana muestran %s de cerca.",
          "Quien escribe sobre %s recibe muchas cartas.");

  private final List<String[]> subjects = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  public TranslatedCollection() throws IOException {
    for (String line : Files.readAllLines(Path.of("src/test/resources/search/spanish.tsv"))) {
      if (line.startsWith("#")) continue;
      String[] subject = line.split("\t");
      subjects.add(subject);
      String[] forms = subject[1].split(",");
      for (int i = 0; i < SENTENCES.size(); i++) {
        texts.add(SENTENCES.get(i).formatted(forms[i % forms.length]));
      }
    }
  }

  public List<String> texts() {
    return texts;
  }

  /// @param english the texts in English; empty if they are not translated
  public Measured measure(Path folder, List<String> english, @Nullable Translator dictionaries)
      throws IOException {
    try (LuceneIndex index = LuceneIndex.open(folder)) {
      List<IndexEntry> entries = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        List<IndexEntry.Translated> translated =
            english.isEmpty()
                ? List.of()
                : List.of(new IndexEntry.Translated("en", "", english.get(i)));
        entries.add(
            new IndexEntry(i + 1L, 1, "", texts.get(i), List.of(), "es", NOW, 0, 0, translated));
      }
      index.add(entries);
      index.refresh();
      int own = 0;
      int found = 0;
      int right = 0;
      for (int s = 0; s < subjects.size(); s++) {
        String[] subject = subjects.get(s);
        own += of(s, search(index, subject[1].split(",")[0], null)).size();
        Set<Long> asked = search(index, subject[0], dictionaries);
        found += asked.size();
        right += of(s, asked).size();
      }
      return new Measured(
          (double) own / texts.size(),
          (double) right / own,
          found == 0 ? 1 : (double) right / found);
    }
  }

  /// Those that are about a subject.
  private static Set<Long> of(int subject, Set<Long> found) {
    Set<Long> about = new HashSet<>();
    for (long id : found) if ((id - 1) / SENTENCES.size() == subject) about.add(id);
    return about;
  }

  private static Set<Long> search(
      LuceneIndex index, String word, @Nullable Translator dictionaries) {
    SearchOptions options =
        new SearchOptions(
            NOW,
            ZoneOffset.UTC,
            SearchOrder.BEST,
            500,
            false,
            null,
            dictionaries,
            "en",
            Texts.NONE);
    Set<Long> ids = new HashSet<>();
    index
        .search(SearchQuery.read(word, NOW, ZoneOffset.UTC), IndexContract.NAMES, options)
        .hits()
        .forEach(h -> ids.add(h.id()));
    return ids;
  }
}
