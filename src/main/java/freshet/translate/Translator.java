package freshet.translate;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whoever turns texts of one language into another. Safe for several threads.
public interface Translator {

  /// One word for settings, budgets and what is kept: `apertium`.
  String id();

  /// Who it is, for people: `Apertium (translate.example)`.
  String name();

  /// Whether texts leave this machine for it, or for another program on it.
  boolean isElsewhere();

  /// How many texts it takes in one request.
  int atOnce();

  /// @param texts plain, [#atOnce] at most, none longer than [Pieces#LONGEST]
  /// @param from and `to` as two-letter codes (ISO 639-1) where there is one
  Outcome translate(List<String> texts, String from, String to) throws InterruptedException;

  /// What one request came to. Whatever a translator can do to us is one of these.
  sealed interface Outcome {
    /// @param texts as many as were given, in their order; null for one that came back as something
    ///   that cannot be its translation, but not for all
    record Translated(List<@Nullable String> texts) implements Outcome {}

    /// It does not translate between these languages.
    record NoPair() implements Outcome {}

    /// It wants to be left alone, or its own budget is used up.
    ///
    /// @param after as it said itself, null if it did not
    record Resting(@Nullable Duration after, String why) implements Outcome {}

    /// @param why a sentence
    /// @param ofTexts whether it may be due to one of the texts, so that others would do
    record Failed(String why, boolean ofTexts) implements Outcome {}
  }
}
