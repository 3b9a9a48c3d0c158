package freshet.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import freshet.journey.Browser;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.Selection;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is marked in another window or by an app shows in the pages that are open, and nothing
/// moves.
final class MarksElsewhereIT {
  private static final Pattern READ = Pattern.compile("\\bread\\b");
  private static final Pattern STARRED = Pattern.compile("\\bstarred\\b");

  @TempDir Path folder;
  private Site site;
  private Marking app;
  private Account reader;
  private List<Long> entries;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.system());
    app = site.library.marking();
    reader = site.store.accounts().find(Account.FIRST).orElseThrow();
    long feed = site.samples.feed("https://harbour-courier.example/rss", "News");
    Instant now = Instant.now();
    Text[] texts = new Text[30];
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          Text.of("Ferry " + i, "It came in on time.", now.minus(Duration.ofMinutes(i))).in("en");
    }
    entries = site.samples.poll(feed, "Harbour Courier", now, texts);
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static Locator entry(Page page, long id) {
    return page.locator("#e" + id);
  }

  @Test
  void aListShowsWhatAnAppAndAnotherWindowMark() {
    try (Browser one = Browser.wide();
        Browser two = Browser.wide()) {
      Page page = one.open(site.base + "/");
      await().until(() -> site.openPages() == 1);
      page.evaluate("scrollTo(0, 900)");
      double place = entry(page, entries.get(20)).boundingBox().y;

      app.star(reader, List.of(entries.get(20)), true);
      assertThat(entry(page, entries.get(20))).hasClass(STARRED);
      app.read(reader, List.of(entries.get(21), entries.get(22)), true);
      assertThat(entry(page, entries.get(22))).hasClass(READ);
      assertThat(page.locator("[data-count=all]")).hasText("28");
      assertThat(entry(page, entries.get(20)).boundingBox().y).isEqualTo(place);

      app.tag(reader, List.of(entries.get(20)), "boats", true);
      assertThat(entry(page, entries.get(20)).locator(".tag")).hasText("boats");
      app.tag(reader, List.of(entries.get(20)), "boats", false);
      assertThat(entry(page, entries.get(20)).locator(".tag")).hasCount(0);

      Page other = two.open(site.base + "/");
      await().until(() -> site.openPages() == 2);
      entry(other, entries.get(20)).locator(".mark-star").click();
      assertThat(entry(page, entries.get(20))).not().hasClass(STARRED);
      app.read(reader, List.of(entries.get(22)), false);
      assertThat(entry(page, entries.get(22))).not().hasClass(READ);
      assertThat(entry(other, entries.get(22))).not().hasClass(READ);
    }
  }

  @Test
  void whatIsReadElsewhereStaysInTheListOfUnreadEntriesAndShowsIt() throws IOException {
    site.look("shown", "unread");
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      await().until(() -> site.openPages() == 1);
      app.readAll(reader, Selection.ALL, null, Instant.now().minus(Duration.ofMinutes(10)));
      assertThat(entry(page, entries.getLast())).hasClass(READ);
      assertThat(entry(page, entries.getFirst())).not().hasClass(READ);
      assertThat(page.locator(".entry")).hasCount(30);
    }
  }

  @Test
  void anEntrysOwnPageShowsItToo() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/entry/" + entries.getFirst());
      await().until(() -> site.openPages() == 1);
      Locator star = page.locator(".entry-bar .mark-star");
      app.star(reader, List.of(entries.getFirst()), true);
      assertThat(star).hasAttribute("aria-pressed", "true");
      app.tag(reader, List.of(entries.getFirst()), "boats", true);
      assertThat(page.locator("#tags .tag a")).hasText("boats");
      app.read(reader, List.of(entries.getFirst()), false);
      assertThat(page.locator(".entry-bar .mark-read")).hasAttribute("aria-pressed", "false");
      assertThat(site.store.reading().mark(reader.id(), entries.getFirst()).unread())
          .as("looking does not read it again")
          .isTrue();
    }
  }

  @Test
  void aHiddenPageGivesItsConnectionBackAndCatchesUpWhenItIsSeen() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.page();
      page.clock().install();
      browser.open(site.base + "/");
      await().until(() -> site.openPages() == 1);
      hide(page, true);
      page.clock().runFor(16_000);
      app.star(reader, List.of(entries.getFirst()), true);
      page.waitForTimeout(300);
      assertThat(entry(page, entries.getFirst())).not().hasClass(STARRED);
      hide(page, false);
      page.clock().runFor(2_000);
      assertThat(entry(page, entries.getFirst())).hasClass(STARRED);
    }
  }

  private static void hide(Page page, boolean hidden) {
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { get: () => hidden, configurable:"
            + " true }); document.dispatchEvent(new Event('visibilitychange')); }",
        hidden);
  }
}
