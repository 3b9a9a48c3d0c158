package freshet.article;

import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Whether a feed gives teasers: first by the look of its entries, which costs no request, then by
/// a few of the pages behind them.
final class Teasers {
  /// So many pages are looked at before anything is known of a feed.
  static final int SAMPLES = 3;

  /// Of a feed that needs none, the page of one entry in so many is fetched to see whether that is
  /// still so.
  static final int LOOK_AGAIN = 32;

  /// Entries from this size on are the whole text, unless they end in the middle.
  static final int WHOLE = 1500;

  /// Counts above this are halved: what a feed did last year says little.
  private static final int REMEMBERED = 20;

  private static final int FEW = 3;
  private static final int LAST = 60;
  private static final Pattern CUT =
      Pattern.compile(
          ".*(…|\\.\\.\\.|\\[…]|\\[\\.\\.\\.]|&hellip;|»|›|→)[^\\p{L}\\p{N}]*$|.*(read"
              + " more|continue reading|keep reading|full (story|article)|weiterlesen|mehr"
              + " lesen|lire la suite|lire plus|leer más|seguir leyendo|leggi tutto|continua a"
              + " leggere|citește mai mult|citeste mai mult|czytaj więcej|читать далее|читать"
              + " полностью|читати далі|devamını oku|loe edasi|opširnije|pročitaj"
              + " više|続きを読む)[^\\p{L}\\p{N}]*$",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);

  private Teasers() {}

  /// What a page came to, compared with its entry.
  enum Page {
    MORE,
    SAME,
    CLOSED
  }

  /// The size of a plain text in letters; a sign of an ideographic script says as much as three.
  static int size(String text) {
    int n = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x2E80 && c <= 0x9FFF) n += 3;
      else if (c > ' ') n++;
    }
    return n;
  }

  /// Whether a text says of itself that there is more of it.
  static boolean isCut(String text) {
    String end = text.substring(Math.max(0, text.length() - LAST)).strip().toLowerCase(Locale.ROOT);
    // A mark that closes a quotation leads nowhere.
    boolean quoted = end.indexOf('»') >= 0 && count(text, '«') >= count(text, '»');
    return CUT.matcher(quoted ? end.replace("»", "") : end).matches();
  }

  private static long count(String text, char sign) {
    return text.chars().filter(c -> c == sign).count();
  }

  /// Whether an entry has its whole text, as far as that can be seen.
  static boolean isWhole(String text) {
    return size(text) >= WHOLE && !isCut(text);
  }

  /// What the plain texts of a feed's entries say.
  ///
  /// @return `WHOLE`, or `UNKNOWN` if pages must tell
  static Verdict ofOwn(List<String> texts) {
    long whole = texts.stream().filter(Teasers::isWhole).count();
    return texts.size() >= FEW && whole * 3 >= texts.size() * 2L ? Verdict.WHOLE : Verdict.UNKNOWN;
  }

  /// Whether a page says more than its entry.
  static boolean saysMore(int own, int page) {
    return page >= own * 1.25 + 100;
  }

  /// What is known of a feed after another of its pages.
  static Learned after(Learned before, Page page) {
    int more = before.more() + (page == Page.MORE ? 1 : 0);
    int same = before.same() + (page == Page.SAME ? 1 : 0);
    int closed = before.closed() + (page == Page.CLOSED ? 1 : 0);
    if (more + same + closed > REMEMBERED) {
      more /= 2;
      same /= 2;
      closed /= 2;
    }
    return new Learned(verdict(before.verdict(), more, same, closed), more, same, closed);
  }

  private static Verdict verdict(Verdict before, int more, int same, int closed) {
    int all = more + same + closed;
    boolean agree = more == all || same == all || closed == all;
    if (all < (agree ? SAMPLES - 1 : SAMPLES)) return before;
    // Some pages of a feed are always odd: it takes many to lose what was learned.
    boolean teasers = before == Verdict.TEASERS ? more * 4 >= all : more * 2 >= all;
    if (teasers) return Verdict.TEASERS;
    return closed > same ? Verdict.CLOSED : Verdict.WHOLE;
  }
}
