package freshet.web;

import freshet.library.Refusal;
import freshet.library.Translating;
import freshet.library.Translating.Sums;
import freshet.model.Account;
import freshet.translate.Providers.Report;
import freshet.translate.Providers.Trial;
import freshet.translate.Wish;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
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
      @Nullable String error) {}

  public record Asked(String text, String from, String into) {}

  public record Language(String code, String name, boolean read) {}

  void show(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "settings");
    Wish wish = translating.wish(who).orElse(null);
    String into = wish == null ? frame.lang() : wish.into();
    String text = frame.say("translate.example");
    show(
        ctx,
        who,
        new Asked(text, frame.lang(), into.equals(frame.lang()) ? "en" : into),
        List.of(),
        null);
  }

  private void show(
      Context ctx, Account who, Asked asked, List<Trial> trials, @Nullable String error) {
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
            error));
  }

  void choose(Context ctx, Account who) {
    translating.wish(who, ctx.formParams("reads"), ctx.formParam("into"));
    ctx.redirect("/settings/translation?saved=1", HttpStatus.SEE_OTHER);
  }

  void tryOut(Context ctx, Account who) throws InterruptedException {
    Asked asked = new Asked(field(ctx, "text"), field(ctx, "from"), field(ctx, "into"));
    try {
      show(ctx, who, asked, translating.tryOut(who, asked.text, asked.from, asked.into), null);
    } catch (Refusal e) {
      ctx.status(Renderer.status(e));
      show(ctx, who, asked, List.of(), SafeText.line(e.sentence(), 300));
    }
  }

  private static String field(Context ctx, String name) {
    String value = ctx.formParam(name);
    return value == null ? "" : value;
  }
}
