package freshet.web;

import freshet.library.Refusal;
import freshet.library.Translating;
import freshet.library.Translating.Given;
import freshet.library.Translating.Giver;
import freshet.library.Translating.Sums;
import freshet.model.Account;
import freshet.text.Whole;
import freshet.translate.Providers.Report;
import freshet.translate.Providers.Trial;
import freshet.translate.Wish;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is translated for the reader, by whom, what is sent where, and how that goes.
public final class TranslationPages {
  private final Translating translating;
  private final Renderer renderer;

  TranslationPages(Translating translating, Renderer renderer) {
    this.translating = translating;
    this.renderer = renderer;
  }

  /// @param wish what this reader chose, null if nothing is translated
  /// @param languages to choose from, by name
  /// @param mayTry whether this reader may try it out
  /// @param asked what was tried, empty at first
  /// @param error why it could not be tried
  public record View(
      PageFrame frame,
      boolean saved,
      @Nullable Wish wish,
      List<Language> languages,
      List<Report> translators,
      Sums sums,
      boolean mayTry,
      Asked asked,
      List<Trial> trials,
      @Nullable String error,
      List<Giver> givers,
      Forgetting forgetting) {}

  /// Translations that are to be forgotten.
  ///
  /// @param since as it was typed, empty for all
  /// @param given how much that is, null before it is asked
  /// @param forgotten how many texts have just been
  public record Forgetting(
      String translator,
      String since,
      @Nullable Given given,
      @Nullable Long forgotten,
      @Nullable String error) {
    static final Forgetting NOTHING = new Forgetting("", "", null, null, null);
  }

  public record Asked(String text, String from, String into) {}

  public record Language(String code, String name, boolean read) {}

  void show(Context ctx, Account who) {
    Long forgotten = Whole.of(ctx.queryParam("forgotten"), 18).orElse(null);
    show(ctx, who, new Forgetting("", "", null, forgotten, null));
  }

  private void show(Context ctx, Account who, Forgetting forgetting) {
    PageFrame frame = renderer.frame(ctx, "settings");
    Wish wish = translating.wish(who).orElse(null);
    String into = wish == null ? frame.lang() : wish.into();
    String text = frame.say("translate.example");
    show(
        ctx,
        who,
        new Asked(text, frame.lang(), into.equals(frame.lang()) ? "en" : into),
        List.of(),
        null,
        forgetting);
  }

  private void show(
      Context ctx,
      Account who,
      Asked asked,
      List<Trial> trials,
      @Nullable String error,
      Forgetting forgetting) {
    PageFrame frame = renderer.frame(ctx, "settings");
    Wish wish = translating.wish(who).orElse(null);
    Set<String> read = wish == null ? Set.of() : wish.reads();
    List<Language> languages =
        translating.languages(who).stream()
            .map(code -> new Language(code, frame.texts().languageName(code), read.contains(code)))
            .sorted(Comparator.comparing(Language::name))
            .toList();
    renderer.show(
        ctx,
        "translation",
        new View(
            frame,
            ctx.queryParam("saved") != null,
            wish,
            languages,
            translating.translators(),
            translating.sums(),
            who.isAdministrator() && translating.isOn(),
            asked,
            trials,
            error,
            who.isAdministrator() ? translating.givers() : List.of(),
            forgetting));
  }

  void choose(Context ctx, Account who) {
    translating.wish(who, ctx.formParams("reads"), ctx.formParam("into"));
    ctx.redirect("/settings/translation?saved=1", HttpStatus.SEE_OTHER);
  }

  void tryOut(Context ctx, Account who) throws InterruptedException {
    Asked asked = new Asked(field(ctx, "text"), field(ctx, "from"), field(ctx, "into"));
    try {
      List<Trial> trials = translating.tryOut(who, asked.text, asked.from, asked.into);
      show(ctx, who, asked, trials, null, Forgetting.NOTHING);
    } catch (Refusal e) {
      ctx.status(Renderer.status(e));
      String error = SafeText.line(e.sentence(), 300);
      show(ctx, who, asked, List.of(), error, Forgetting.NOTHING);
    }
  }

  /// Says how much it is, then forgets it.
  void forget(Context ctx, Account who) {
    String translator = field(ctx, "translator");
    String typed = field(ctx, "since");
    try {
      Instant since = since(typed, renderer.frame(ctx, "settings").times().zone());
      if (ctx.formParam("sure") != null) {
        long texts = translating.forget(who, translator, since).texts();
        ctx.redirect("/settings/translation?forgotten=" + texts + "#forget", HttpStatus.SEE_OTHER);
        return;
      }
      Given given = translating.given(who, translator, since);
      show(ctx, who, new Forgetting(translator, typed, given, null, null));
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(Renderer.status(e));
      String error = renderer.frame(ctx, "settings").refused(e);
      show(ctx, who, new Forgetting(translator, typed, null, null, error));
    }
  }

  private static @Nullable Instant since(String typed, ZoneId zone) {
    if (typed.isBlank()) return null;
    try {
      return LocalDateTime.parse(typed).atZone(zone).toInstant();
    } catch (DateTimeParseException e) {
      throw Refusal.wrong("since", "must be a time such as 2026-11-15T18:00");
    }
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }
}
