package freshet.web;

import freshet.library.Translating;
import freshet.model.Entry;
import freshet.translate.TranslatedReading.Line;
import freshet.translate.TranslatedReading.Text;
import freshet.translate.Wish;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of a page its reader gets translated.
///
/// @param wish null if nothing
public record Translated(Translating translating, @Nullable Wish wish) {

  private static final Set<String> RIGHT_TO_LEFT =
      Set.of("ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi");

  /// How a text is written that was translated into a language: what it begins with may be a name
  /// in other letters, so it is not left to the browser.
  static String direction(String language) {
    return RIGHT_TO_LEFT.contains(language) ? "rtl" : "ltr";
  }

  Map<Long, Line> lines(List<Entry> entries) {
    return wish == null ? Map.of() : translating.lines(entries, wish);
  }

  /// @param html the text that is shown
  Optional<Text> text(Entry entry, @Nullable String html) {
    return wish == null ? Optional.empty() : translating.text(entry, html, wish);
  }
}
