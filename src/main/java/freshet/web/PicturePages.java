package freshet.web;

import freshet.library.Picturing;
import freshet.model.Account;
import freshet.model.Icon;
import freshet.picture.PictureProxy;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Locale;
import java.util.Optional;

/// Pictures that stand on pages and come from elsewhere, from Freshet's own address: the icons of
/// feeds, and pictures of entries for readers who want them through Freshet. Whoever opens one
/// alone sees a picture and nothing that could run.
final class PicturePages {
  private static final String NOTHING_RUNS = "default-src 'none'; sandbox";

  private final Picturing picturing;

  PicturePages(Picturing picturing) {
    this.picturing = picturing;
  }

  /// The icon of a feed, or a tile with its first letter. What was not looked for yet may be there
  /// in a minute.
  void icon(Context ctx, Account who) {
    long id = Whole.of(ctx.pathParam("feed"), 18).orElse(0L);
    Picturing.OfFeed feed = picturing.icon(who, id);
    Icon icon = feed.icon();
    ctx.header("Content-Security-Policy", NOTHING_RUNS);
    ctx.header("Cache-Control", "private, max-age=" + (feed.known() ? 86_400 : 60));
    if (icon != null) {
      ctx.contentType(icon.type()).result(icon.bytes());
      return;
    }
    ctx.status(HttpStatus.OK).contentType("image/svg+xml").result(tile(feed.name()));
  }

  /// A picture of an entry. A drawing is shown within pages only, where it can run nothing.
  void image(Context ctx, Account who) throws InterruptedException {
    String address = ctx.queryParam("of");
    Optional<PictureProxy.Picture> found =
        address == null ? Optional.empty() : picturing.picture(address, ctx.pathParam("signature"));
    ctx.header("Content-Security-Policy", NOTHING_RUNS);
    if (found.isEmpty()) {
      ctx.status(HttpStatus.NOT_FOUND).header("Cache-Control", "private, max-age=600");
      ctx.contentType("text/plain").result("There is no such picture");
      ctx.attribute(Renderer.ANSWERED, true);
      return;
    }
    String type = found.get().type();
    if (type.equals("image/svg+xml")) ctx.header("Content-Disposition", "attachment");
    ctx.header("Cache-Control", "private, max-age=604800");
    ctx.contentType(type).result(found.get().bytes());
  }

  /// A letter on a colour of its own.
  static String tile(String name) {
    String shown = SafeText.feedName(name);
    int letter = shown.codePoints().filter(Character::isLetterOrDigit).findFirst().orElse('·');
    int hue = Math.floorMod(shown.hashCode() * 31, 360);
    String text = Character.toString(letter).toUpperCase(Locale.ROOT);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7"\
     fill="hsl(%d 38%% 42%%)"/><text x="16" y="22.5" font-family="sans-serif" font-size="19"\
     font-weight="600" text-anchor="middle" fill="#fff">%s</text></svg>\
    """
        .formatted(hue, text);
  }
}
