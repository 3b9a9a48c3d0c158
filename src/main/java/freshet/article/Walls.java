package freshet.article;

import freshet.extract.HtmlPage;
import freshet.text.Cut;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.select.Evaluator;
import org.jspecify.annotations.Nullable;

/// Recognises pages behind a wall of payment or consent. What a publisher says of the page counts
/// always (schema.org's isAccessibleForFree); what only looks like a wall counts where little text
/// is left of the page.
final class Walls {
  static final String PAYMENT = "The page is for subscribers, so the feed’s own text stays.";
  static final String CONSENT =
      "The site asks for consent before it shows the page, so the feed’s own text stays.";

  /// With more text than this a page is no wall, whatever is on it.
  private static final int LITTLE = 1200;

  /// What a wall says stands within so many characters of what is seen of its page; of a whole book
  /// on one page, most of the time would go into looking for such words.
  private static final int MOST_LOOKED_AT = 50_000;

  private static final Pattern CONSENT_ADDRESS =
      Pattern.compile(
          "https?://(consent|guce|myprivacy|privacy|cookies?|cmp)\\.[^/]*/.*"
              + "|https?://[^?]*/(consent|cookie-?wall|privacy-?(gate|wall)|gdpr-?(wall|consent))\\b.*",
          Pattern.CASE_INSENSITIVE);
  private static final Evaluator PAYMENT_SHAPE =
      HtmlPage.own(
          "[class*=paywall], [id*=paywall], [class*=regwall], [id*=regwall], [class*=PayWall],"
              + " [class*=Paywall], [class*=pay-wall], [class*=premium-wall],"
              + " [class*=subscriber-only], [class*=subscribers-only], [class*=subscription-wall],"
              + " [class*=article-locked], [class*=is-locked], [class*=piano-offer],"
              + " [class*=meteredContent], [data-paywall]");
  private static final Pattern PAYMENT_WORDS =
      Pattern.compile(
          "subscribe (now )?to (continue|keep) reading|to continue reading,? (please"
              + " )?(subscribe|log in|sign in)|already a subscriber|this (article|story|content) is"
              + " (only )?(for|available to) (our )?(subscribers|members)|subscribers? only|unlock"
              + " this article|become a member to read|start your (free )?trial|nur für"
              + " abonnenten|jetzt (abonnieren|freischalten)|mit einem abo weiterlesen|bereits"
              + " abonnent|exklusiv für abonnenten|article (est )?réservé aux abonnés|réservé à nos"
              + " abonnés|il vous reste .{0,30}à lire|déjà abonné|suscríbete para"
              + " (seguir|continuar)|contenido exclusivo para suscriptores|ya eres suscriptor|per"
              + " continuare a leggere.{0,20}abbonati|sei già abbonato|riservato agli"
              + " abbonati|artykuł dostępny tylko dla|dla subskrybentów|только для"
              + " подписчиков|оформите подписку|только по подписке|abone ol(un)? ve oku|sadece"
              + " aboneler|tellijale|ainult tellijatele|artykuł dla prenumeratorów|conținut"
              + " exclusiv pentru abonați|会員限定|有料記事",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  private static final Pattern CONSENT_WORDS =
      Pattern.compile(
          "cookies?|consent|einwilligung|zustimm\\w+|datenschutz|akzeptieren|accepter|consentement"
              + "|aceptar|privacy|gdpr|tracking|third[- ]part(y|ies)|partners?|personali[sz]ed ads"
              + "|souhlas|zgod\\w+|согласи\\w+",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final int MANY = 5;

  private Walls() {}

  /// A sentence if the page is behind a wall, else null.
  ///
  /// @param text what was found as the page's text
  /// @param address of the page that answered
  static @Nullable String of(HtmlPage page, String text, String address) {
    if (page.closed()) return PAYMENT;
    if (CONSENT_ADDRESS.matcher(address).matches()) return CONSENT;
    int size = Teasers.size(text);
    if (size >= LITTLE) return null;
    if (page.has(PAYMENT_SHAPE)) return PAYMENT;
    String seen = Cut.to(page.visibleText(), MOST_LOOKED_AT);
    if (PAYMENT_WORDS.matcher(seen).find()) return PAYMENT;
    return isConsent(text) || (size < 200 && isConsent(seen)) ? CONSENT : null;
  }

  /// Whether a short text is about nothing but consent.
  private static boolean isConsent(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    long words = CONSENT_WORDS.matcher(lower).results().count();
    return words >= MANY && words * 150 >= Teasers.size(text);
  }
}
