package freshet.article;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Recognises pages that say “not found” although the server said that all is well. The title must
/// say nothing else, beside the name of the site, and there must be little text.
final class MissingPages {
  /// With more text than this a page is there, whatever it is called.
  private static final int LITTLE = 1200;

  private static final Pattern BETWEEN = Pattern.compile("\\s+[-–—|·:»•]+\\s+|\\s*[|·»•:]\\s*");
  private static final Pattern NUMBER =
      Pattern.compile("(error|fehler|erreur|http|ошибка)? ?(404|410)( error| not found)?");
  private static final Set<String> TITLES =
      Set.of(
          "not found",
          "page not found",
          "article not found",
          "content not found",
          "page cannot be found",
          "page can't be found",
          "this page does not exist",
          "this page doesn't exist",
          "page no longer available",
          "seite nicht gefunden",
          "nicht gefunden",
          "page non trouvée",
          "page introuvable",
          "página no encontrada",
          "página não encontrada",
          "pagina non trovata",
          "pagina niet gevonden",
          "nie znaleziono strony",
          "strona nie istnieje",
          "strona nie została znaleziona",
          "страница не найдена",
          "сторінку не знайдено",
          "sayfa bulunamadı",
          "pagina nu a fost găsită",
          "pagina nu există",
          "lehte ei leitud",
          "lehekülge ei leitud",
          "stranica nije pronađena",
          "الصفحة غير موجودة",
          "لم يتم العثور على الصفحة",
          "ページが見つかりません",
          "页面不存在");

  private MissingPages() {}

  static boolean isMissing(@Nullable String title, String text) {
    if (title == null || Teasers.size(text) >= LITTLE) return false;
    for (String part : BETWEEN.split(title.strip())) {
      String said = said(part);
      if (TITLES.contains(said) || NUMBER.matcher(said).matches()) return true;
    }
    return TITLES.contains(said(NUMBER.matcher(said(title)).replaceFirst("")));
  }

  private static String said(String part) {
    String said = part.toLowerCase(Locale.ROOT).replace('’', '\'').strip();
    return said.replaceAll("^[\\s\\p{Punct}–—]+|[\\s\\p{Punct}–—]+$", "");
  }
}
