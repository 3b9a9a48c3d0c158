package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One address that was asked for, and what came. Of a page, the HTML is parsed when it is first
/// looked at.
public final class Visit {
  private final Frontier.Taken taken;
  private final FetchOutcome outcome;
  private final String finalUrl;
  private final List<Runnable> afterwards = new ArrayList<>();
  private @Nullable HtmlPage page;

  Visit(Frontier.Taken taken, FetchOutcome outcome, String finalUrl) {
    this.taken = taken;
    this.outcome = outcome;
    this.finalUrl = finalUrl;
  }

  /// The address as it was followed, normalised.
  public String url() {
    return taken.url();
  }

  /// What names the page that answered: the same for the same address, in every crawl.
  public long key() {
    return key(finalUrl);
  }

  /// What names a page, by its normalised address.
  public static long key(String url) {
    return AddressLog.hash(url);
  }

  /// Whether it was visited before, and something came.
  public boolean isAgain() {
    return taken.again();
  }

  /// Has something done when the page was read, before the visit counts as over: what takes long,
  /// or waits for others, must not be done where pages are read.
  public void afterwards(Runnable work) {
    afterwards.add(work);
  }

  void finish() {
    afterwards.forEach(Runnable::run);
  }

  /// The number of the start page from which it was reached.
  int start() {
    return taken.start();
  }

  /// Links away from the start page, which has 0.
  public int depth() {
    return taken.depth();
  }

  /// What was noted when it was followed.
  public String note() {
    return taken.note();
  }

  /// What the server did. Only [Fetched] has a body.
  public FetchOutcome outcome() {
    return outcome;
  }

  /// The address that answered, after redirects, normalised; [#url] where nothing answered.
  public String finalUrl() {
    return finalUrl;
  }

  /// The body, or null if there is none.
  public byte @Nullable [] body() {
    return outcome instanceof Fetched f ? f.body() : null;
  }

  /// The page, or null if what came is no HTML.
  public @Nullable HtmlPage page() {
    if (page == null && outcome instanceof Fetched f) {
      if (!HtmlPage.looksLikeHtml(f.body(), f.contentType())) return null;
      String base = f.answer().finalUrl().toString();
      page = HtmlPage.parse(f.body(), f.contentType(), base);
    }
    return page;
  }
}
