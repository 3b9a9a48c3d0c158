package freshet.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import freshet.account.Passwords;
import freshet.journey.Browser;
import freshet.model.ParsedFeed.Enclosure;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The loop of every day: scan, open, come back, go on.
final class DailyReadingIT {
  private static final Pattern READ = Pattern.compile("\\bread\\b");
  private static final int ENTRIES = 50;

  /// Rivers that are kept for when there is no connection.
  private static final String KEPT =
      "caches.keys().then(async names => { let n = 0; for (const name of names)"
          + " for (const kept of await (await caches.open(name)).keys())"
          + " if (new URL(kept.url).pathname === '/') n++; return n; })";

  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.system());
    feed = site.samples.feed("https://harbour-courier.example/rss", "News");
    Instant now = Instant.now();
    List<Text> texts = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      texts.add(
          Text.of("Ferry " + i, "It came in on time.", now.minus(Duration.ofMinutes(i))).in("en"));
    }
    site.samples.poll(feed, "Harbour Courier", now, texts.toArray(Text[]::new));
    long other = site.samples.feed("https://weir.example/atom", null);
    site.samples.poll(
        other, "Weir notes", now, Text.of("Ten weirs", "Notes.", now.minusSeconds(90)).in("en"));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static List<String> order(Page page) {
    return page.locator(".entry .headline").allTextContents().stream().map(String::trim).toList();
  }

  private static double top(Page page, int entry) {
    return ((Number)
            page.evaluate(
                "n => document.querySelectorAll('.entry')[n].getBoundingClientRect().top", entry))
        .doubleValue();
  }

  private boolean isRead(long entry) {
    return !site.store.reading().mark(1, entry).unread();
  }

  private int unread() {
    return site.store.reading().unread(1, 1000).size();
  }

  /// The page listens from the moment that its event stream is open.
  private void awaitLive(Page page) {
    page.waitForCondition(() -> site.openPages() > 0);
  }

  @Test
  void feedsAndFoldersAreDraggedIntoFoldersAndBack() {
    long third = site.samples.feed("https://tide.example/atom", "Press/Science");
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      page.locator("#sidebar a[href$='feed=" + feed + "']")
          .dragTo(page.locator("[data-folder='Press/Science'] > .folder-head"));
      await().until(() -> folders(feed).equals(List.of("Press/Science")));
      page.locator("#toast button").click();
      await().until(() -> folders(feed).equals(List.of("News")));
      assertThat(page.locator("[data-folder='News'] a[href$='feed=" + feed + "']")).isVisible();
      page.locator("a.folder-name[href$='folder=Press%2FScience']")
          .dragTo(page.locator("[data-folder='News'] > .folder-head"));
      await().until(() -> folders(third).equals(List.of("News/Science")));
      assertThat(page.locator("[data-folder='News'] [data-folder='News/Science']")).isVisible();

      page.locator("[data-folder='News'] > .folder-head .fold").press("Enter");
      assertThat(page.locator("[data-folder='News'] > .folder-in")).isHidden();
      await()
          .until(
              () -> site.store.settings().of(1).getOrDefault("folded-folders", "").equals("News"));
      page.reload();
      assertThat(page.locator("[data-folder='News'] > .folder-in")).isHidden();
    }
  }

  private List<String> folders(long some) {
    return site.store.feeds().folders(1).getOrDefault(some, List.of());
  }

  @Test
  void whoComesBackFindsTheSameOrderAtTheSamePlace() throws IOException {
    for (String shown : List.of("all", "unread")) {
      site.look("shown", shown);
      try (Browser browser = Browser.wide()) {
        Page page = browser.open(site.base + "/");
        List<String> before = order(page);
        for (String way : List.of("u", "link", "Back")) {
          page.evaluate("scrollTo(0, 1500)");
          page.waitForTimeout(300);
          int at =
              ((Number)
                      page.evaluate(
                          "[...document.querySelectorAll('.entry')].findIndex(e =>"
                              + " e.getBoundingClientRect().top > 300)"))
                  .intValue();
          double y = top(page, at);
          page.locator(".entry .headline a").nth(at).click();
          page.waitForURL("**/entry/*");
          switch (way) {
            case "u" -> page.keyboard().press("u");
            case "link" -> page.locator(".entry-bar .up").click();
            default -> page.goBack();
          }
          page.waitForURL(site.base + "/");
          assertThat(page.locator(".entry").nth(at)).hasClass(READ);
          assertThat(order(page)).as(shown + " " + way).isEqualTo(before);
          assertThat(top(page, at)).as(shown + " " + way).isBetween(y - 3, y + 3);
          assertThat(page.locator(".entry").nth(at)).isFocused();
        }
        // Whoever loads the list anew wants what is unread.
        page.reload();
        assertThat(order(page)).hasSize(shown.equals("all") ? before.size() : unread());
      }
    }
  }

  @Test
  void withoutAScriptWhatWasReadKeepsItsPlaceToo() throws IOException {
    String before = site.get("/?feed=" + feed).text();
    long third = site.store.reading().unread(1, 1000).get(10);
    assertThat(site.get("/entry/" + third).text()).contains("href=\"/#e" + third + "\"");
    List<String> ids = new ArrayList<>();
    Pattern id = Pattern.compile("id=\"(e\\d+)\"");
    id.matcher(before).results().forEach(m -> ids.add(m.group(1)));
    List<String> after = new ArrayList<>();
    id.matcher(site.get("/?feed=" + feed).text()).results().forEach(m -> after.add(m.group(1)));
    assertThat(after).isEqualTo(ids).hasSize(ENTRIES);
  }

  @Test
  void scrollingMarksNothingUntilSomebodyWantsIt() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      page.mouse().wheel(0, 900);
      page.waitForTimeout(1500);
      page.mouse().wheel(0, 900);
      page.keyboard().press("j");
      page.keyboard().press("j");
      page.keyboard().press("End");
      page.waitForTimeout(1500);
      assertThat(unread()).isEqualTo(ENTRIES + 1);
      assertThat(page.locator("#toast")).isHidden();
    }
  }

  @Test
  void whatIsScrolledPastIsCountedAndTakenBack() throws IOException {
    site.look("reads", "scroll");
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      long first = Long.parseLong(page.locator(".entry").first().getAttribute("data-id"));
      page.waitForTimeout(900);
      page.mouse().wheel(0, 700);
      assertThat(page.locator("#e" + first)).hasClass(READ);
      assertThat(page.locator("#toast"))
          .containsText(Pattern.compile("\\d+ entries marked as read"));
      await().until(() -> isRead(first));
      assertThat(
              page.evaluate(
                  "[...document.querySelectorAll('.entry.read')]"
                      + ".filter(e => e.getBoundingClientRect().bottom > 80).length"))
          .isEqualTo(0);
      browser.screenshot("passed-wide");
      page.locator("#toast button").click();
      assertThat(page.locator("#e" + first)).not().hasClass(READ);
      await().until(() -> unread() == ENTRIES + 1);

      // Who jumps to the end has not read what lies between.
      page.evaluate("scrollTo(0, 0)");
      page.keyboard().press("End");
      page.waitForTimeout(2500);
      assertThat(unread()).isGreaterThan(ENTRIES - 8);
    }
  }

  @Test
  void aMarkThatCannotBeSentIsKeptSaidAndSentLater() {
    try (Browser browser = Browser.wide()) {
      browser.expectErrors("Failed to load resource|net::ERR");
      Page page = browser.open(site.base + "/");
      long first = Long.parseLong(page.locator(".entry").first().getAttribute("data-id"));
      page.route("**/mark", Route::abort);
      page.locator("#e" + first + " .mark-star").click();
      assertThat(page.locator("#toast")).containsText("No connection");
      page.reload();
      assertThat(page.locator("#e" + first)).hasClass(Pattern.compile("starred"));
      assertThat(site.store.reading().mark(1, first).starred()).isFalse();
      page.unroute("**/mark");
      page.evaluate("dispatchEvent(new Event('online'))");
      await().until(() -> site.store.reading().mark(1, first).starred());
      assertThat(page.locator("#toast")).containsText("saved");
    }
  }

  @Test
  void whatArrivesNeverPushesWhatIsRead() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      awaitLive(page);
      for (int scrolled : new int[] {0, 700}) {
        page.evaluate("y => scrollTo(0, y)", scrolled);
        double before = top(page, 8);
        List<String> order = order(page);
        Preview.arrive(site, feed, 1 + scrolled);
        assertThat(page.locator(".pill")).hasText("1 new entry");
        assertThat(top(page, 8)).isEqualTo(before);
        assertThat(order(page)).isEqualTo(order);
        page.locator(".pill").click();
        assertThat(page.locator(".entry").first()).containsText("Ferry number " + (1 + scrolled));
        assertThat(page.locator(".pill")).isHidden();
      }
      assertThat(page.locator(".entry").count())
          .isEqualTo(
              page.evaluate(
                  "new Set([...document.querySelectorAll('.entry')].map(e => e.id)).size"));
    }
  }

  private static int headlinesInSight(Page page) {
    return ((Number)
            page.evaluate(
                "[...document.querySelectorAll('.entry')].filter(e => { const r ="
                    + " e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight"
                    + " && document.elementFromPoint(innerWidth / 2, r.top + r.height / 2)"
                    + "?.closest('.entry') === e; }).length"))
        .intValue();
  }

  @Test
  void manyHeadlinesFitAndTheHeaderIsWholeAtEveryWidth() throws IOException {
    site.look("view", "headlines");
    try (Browser browser = Browser.wide()) {
      Page page = browser.page();
      page.setViewportSize(1440, 900);
      browser.open(site.base + "/");
      assertThat(headlinesInSight(page)).as("on a wide window").isGreaterThanOrEqualTo(16);
      page.setViewportSize(390, 844);
      assertThat(headlinesInSight(page)).as("on a phone").isGreaterThanOrEqualTo(9);
      for (int width : new int[] {320, 390, 600, 720, 800, 1000, 1024, 1280, 3840}) {
        page.setViewportSize(width, 900);
        Object cut =
            page.evaluate(
                """
                [...document.querySelectorAll(".top-in *, .bar *")]
                  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 2)
                  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible"
                    || e.getBoundingClientRect().right > innerWidth + 1
                    || e.matches(".brand") && e.getBoundingClientRect().height > 40)
                  .map((e) => e.tagName + "." + e.className + " " + e.textContent.trim())
                """);
        assertThat((List<?>) cut).as("cut at " + width).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .as("nothing is off the screen at " + width)
            .isEqualTo(true);
      }
    }
  }

  private static Locator chosen(Page page) {
    return page.locator(".entry:focus");
  }

  /// The view that the river has.
  private static String view(Page page) {
    return String.valueOf(page.locator("body").getAttribute("class"));
  }

  /// What a key opens in a new tab; it is nowhere, so the tab is not waited for.
  private static String inNewTab(Page page, String key) {
    page.evaluate(
        """
        () => {
          window.open = (address) => { document.body.dataset.opened = address; };
          addEventListener("click", (event) => {
            const link = event.target.closest("a[target=_blank]");
            if (!link) return;
            event.preventDefault();
            document.body.dataset.opened = link.href;
          }, { capture: true, once: true });
        }
        """);
    page.keyboard().press(key);
    return String.valueOf(page.evaluate("document.body.dataset.opened"));
  }

  private static void goTo(Page page, String keys, Runnable there) {
    for (String key : keys.split(" ")) page.keyboard().press(key);
    there.run();
  }

  @Test
  void everyKeyOfTheHelpDoesWhatItSays() throws IOException {
    site.post(
        "/settings/targets",
        "/settings/targets",
        Map.of("name", "Elsewhere", "way", "open", "address", site.base + "/about?of={url}"));
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      page.context()
          .route(
              "https://**",
              route ->
                  route.fulfill(
                      new Route.FulfillOptions().setBody("there").setContentType("text/html")));
      page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      page.keyboard().press("?");
      assertThat(page.locator("#keys")).isVisible();
      Object told =
          page.evaluate(
              "[...document.querySelectorAll('#keys dt')].map(d => d.textContent.trim()"
                  + ".replace(/\\s+/g, ' ')).join(', ')");
      assertThat(told)
          .isEqualTo(
              "j k, o Enter, x, v, Shift V, m, s f, y, u, t, c, l, w, Shift A, Shift J, Shift K,"
                  + " Shift U, 1 – 6, ␣, n r, g a, g s, g f, g d, g t, g l, g p, /, a, ?");
      page.keyboard().press("Escape");
      assertThat(page.locator("#keys")).isHidden();

      for (String key : "j j k".split(" ")) page.keyboard().press(key);
      Locator first = page.locator(".entry").first();
      assertThat(first).isFocused();
      page.keyboard().press("x");
      assertThat(first.locator(".inplace .prose")).isVisible();
      page.keyboard().press("x");
      assertThat(first.locator(".inplace")).hasCount(0);
      page.keyboard().press("m"); // opening it has marked it
      assertThat(chosen(page)).not().hasClass(READ);
      page.keyboard().press("s");
      assertThat(chosen(page)).hasClass(Pattern.compile("starred"));
      page.keyboard().press("f");
      assertThat(chosen(page)).not().hasClass(Pattern.compile("starred"));
      page.keyboard().press("y");
      assertThat(page.locator("#toast")).hasText(Pattern.compile("Link copied.*"));
      assertThat(String.valueOf(page.evaluate("navigator.clipboard.readText()")))
          .startsWith("https://harbour-courier.example/story/");
      assertThat(inNewTab(page, "v")).startsWith("https://harbour-courier.example/story/");
      page.keyboard().press("r");
      assertThat(page.locator("#toast")).hasText(Pattern.compile("Nothing new.*"));

      String entry = site.base + page.locator(".entry .headline a").first().getAttribute("href");
      for (String key : "j o u j Enter u k k o".split(" ")) {
        page.keyboard().press(key);
        if ("o Enter".contains(key)) page.waitForURL("**/entry/*");
        if (key.equals("u")) page.waitForURL(site.base + "/");
      }
      page.waitForURL(entry);
      page.keyboard().press("l");
      assertThat(page.locator("#new-tag")).isFocused();
      page.locator("#new-tag").blur();
      assertThat(inNewTab(page, "c")).contains("#comments");
      assertThat(inNewTab(page, "w")).contains("/about?of=");
      page.keyboard().press("t");
      page.waitForURL("**/entry/*?kept=1*");
      page.navigate(site.base + "/");

      for (int view = 2; view <= 6; view++) {
        page.keyboard().press(String.valueOf(view));
        assertThat(page.locator(".views button").nth(view - 1))
            .hasAttribute("aria-current", "true");
        page.waitForLoadState();
      }
      page.keyboard().press("j");
      assertThat(page.locator(".pane .reader")).isVisible();
      Locator second = page.locator(".entry").nth(1);
      page.waitForCondition(() -> {
        if (second.getAttribute("aria-current") == null) page.keyboard().press(" ");
        return second.getAttribute("aria-current") != null;
      });
      page.keyboard().press("1");
      page.waitForCondition(() -> view(page).equals("river list"));
      page.waitForLoadState();

      goTo(page, "Shift+J", () -> page.waitForURL("**/?feed=" + feed));
      goTo(page, "Shift+J", () -> page.waitForURL("**/?feed=" + (feed + 1)));
      goTo(page, "Shift+K", () -> page.waitForURL("**/?feed=" + feed));
      page.keyboard().press("Shift+U");
      assertThat(page.locator(".show [value=unread]")).hasAttribute("aria-current", "true");
      page.waitForLoadState();
      page.keyboard().press("Shift+A");
      assertThat(page.locator(".undo")).containsText("marked as read");
      assertThat(page.locator(".nothing")).containsText("Everything here is read.");
      page.waitForLoadState();

      goTo(page, "g s", () -> page.waitForURL("**/starred"));
      goTo(page, "g f", () -> page.waitForURL("**/feeds"));
      goTo(page, "g d", () -> page.waitForURL("**/discover"));
      goTo(page, "g t", () -> page.waitForURL("**/statistics"));
      goTo(page, "g l", () -> page.waitForURL("**/rules"));
      goTo(page, "g p", () -> page.waitForURL("**/settings"));
      goTo(page, "g a", () -> page.waitForURL(site.base + "/"));
      goTo(page, "/", () -> assertThat(page.locator("#q")).isFocused());
      page.locator("#q").blur();
      goTo(page, "a", () -> assertThat(page.locator("#address")).isFocused());
      page.navigate(site.base + "/");
      goTo(page, "Shift+U", () -> assertThat(page.locator(".entry").first()).isVisible());
      page.waitForLoadState();
      page.keyboard().press("j");
      goTo(page, "Shift+V", () -> page.waitForURL(url -> !url.startsWith(site.base)));
    }
  }

  @Test
  void whatAnEntryHoldsComesFromNowhereElseUntilItIsAskedFor() throws IOException {
    Instant now = Instant.now();
    site.web.picture("https://pics.example/pier.gif", PicturePagesTest.GIF);
    String html =
        freshet.parse.Sanitiser.safe(
            "<p>Seen</p><iframe src=\"https://www.youtube.com/embed/dQw4w9WgXcQ\"></iframe>"
                + "<video src=\"https://films.example/a.mp4\" autoplay muted></video>"
                + "<audio controls src=\"https://films.example/a.mp3\"></audio>"
                + "<img src=\"https://pics.example/pier.gif\">",
            "https://harbour-courier.example/");
    long entry =
        site.samples
            .poll(
                feed,
                "Harbour Courier",
                now,
                Text.of("Films", "x", now)
                    .html(html)
                    .with(new Enclosure("https://films.example/b.mp3", "audio/mpeg", 9L)))
            .getFirst();
    site.look("pictures", "freshet");
    try (Browser browser = Browser.phone()) {
      List<String> elsewhere = new ArrayList<>();
      browser
          .page()
          .onRequest(asked -> {
            if (!asked.url().startsWith(site.base)) elsewhere.add(asked.url());
          });
      Page page = browser.open(site.base + "/entry/" + entry);
      assertThat(page.locator(".prose a[rel~=embed]")).hasText("youtube.com");
      assertThat(page.locator(".prose a[rel~=embed]"))
          .hasAttribute("href", "https://www.youtube.com/watch?v=dQw4w9WgXcQ");
      assertThat(page.locator(".player select")).isVisible();
      assertThat(page.locator(".prose :is(video, audio)[controls][preload=none]")).hasCount(2);
      page.waitForCondition(
          () -> (boolean) page.evaluate("document.querySelector('.prose img').naturalWidth > 0"));
      assertThat(elsewhere).isEmpty();
      page.locator(".player select").selectOption("1.5");
      page.reload();
      assertThat(page.locator(".player select")).hasValue("1.5");
    }
  }

  /// Moves a finger over the page, from within an element, by so much: what it means is the
  /// browser's and the page's affair.
  private static void swipe(Page page, String on, int across, int down) {
    BoundingBox box = page.locator(on).first().boundingBox();
    double x = across < 0 ? box.x + box.width - 40 : box.x + 40;
    double y = box.y + 20;
    CDPSession finger = page.context().newCDPSession(page);
    touch(finger, "touchStart", x, y);
    for (int i = 1; i <= STEPS; i++) {
      touch(finger, "touchMove", x + across * i / (double) STEPS, y + down * i / (double) STEPS);
    }
    touch(finger, "touchEnd", -1, -1);
    finger.detach();
  }

  private static final int STEPS = 10;

  private static void touch(CDPSession finger, String type, double x, double y) {
    JsonArray points = new JsonArray();
    if (x >= 0) {
      JsonObject point = new JsonObject();
      point.addProperty("x", x);
      point.addProperty("y", y);
      points.add(point);
    }
    JsonObject event = new JsonObject();
    event.addProperty("type", type);
    event.add("touchPoints", points);
    finger.send("Input.dispatchTouchEvent", event);
  }

  @Test
  void aThumbPullsForNewEntriesAndMarksBySwiping() throws IOException {
    try (Browser browser = Browser.phone()) {
      Page page = browser.open(site.base + "/");
      awaitLive(page);
      swipe(page, ".entry:nth-of-type(2)", 0, 140);
      assertThat(page.locator("#toast")).isVisible();
      Preview.arrive(site, feed, 77);
      assertThat(page.locator(".pill")).isVisible();
      swipe(page, ".entry:nth-of-type(2)", 0, 140);
      assertThat(page.locator(".entry").first()).containsText("Ferry number 77");
      swipe(page, ".entry", 270, 5);
      assertThat(page.locator(".entry").first()).hasClass(Pattern.compile("starred"));
      assertThat(page).hasURL(site.base + "/"); // and the browser did not go back
      // every word of the bar at the foot can be read, however long a language makes it
      for (Locale language : Texts.LANGUAGES) {
        page.setExtraHTTPHeaders(Map.of("Accept-Language", language.toLanguageTag()));
        for (int width : new int[] {320, 390}) {
          page.setViewportSize(width, 844);
          page.navigate(site.base + "/about");
          Object cut =
              page.evaluate(
                  """
                  [...document.querySelectorAll(".top nav a:not(.nav-about) span")]
                    .filter((e) => e.checkVisibility()
                        && Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight))
                          > e.textContent.trim().split(/\\s+/).length
                      || (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
                      || e.getBoundingClientRect().right > innerWidth + 1
                      || e.getBoundingClientRect().left < -1)
                    .map((e) => e.textContent)
                  """);
          assertThat((List<?>) cut).as(language + " at " + width).isEmpty();
          assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
              .as(language + " at " + width)
              .isEqualTo(true);
        }
      }
    }
  }

  @Test
  void theNumbersAreThoseOfTheViewAndChangeWhileReading() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/?feed=" + feed);
      assertThat(page.locator(".show [data-count=view]")).hasText("50");
      assertThat(page.locator("#sidebar [data-count=all]")).hasText("51");
      assertThat(page).hasTitle("(50) Harbour Courier · Freshet");
      page.keyboard().press("j");
      page.keyboard().press("m");
      assertThat(page.locator(".show [data-count=view]")).hasText("49");
      assertThat(page.locator("#sidebar [data-count=all]")).hasText("50");
      assertThat(page.locator("#sidebar [data-count=f-" + feed + "]")).hasText("49");
      assertThat(page).hasTitle("(49) Harbour Courier · Freshet");
    }
  }

  @Test
  void inThreePanesEntriesOpenBesideTheList() throws IOException {
    site.look("view", "panes");
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      assertThat(page.locator(".pane-empty")).isVisible();
      page.locator(".entry .headline a").nth(3).click();
      assertThat(page.locator(".pane .reader h1")).hasText("Ferry 2");
      assertThat(page.locator(".entry").nth(3)).hasClass(READ);
      page.keyboard().press("j");
      assertThat(page.locator(".pane .reader h1")).hasText("Ferry 3");
      page.keyboard().press("s");
      assertThat(page.locator(".entry").nth(4)).hasClass(Pattern.compile("\\bstarred\\b"));
      assertThat(page.locator(".pane .mark-star")).hasAttribute("aria-pressed", "true");
      page.locator(".entry .headline a").nth(7).click();
      assertThat(page.locator(".pane .reader h1")).hasText("Ferry 6");
      assertThat(page).hasURL(Pattern.compile(".*/#e\\d+$"));
      page.goBack();
      assertThat(page.locator(".pane .reader h1")).hasText("Ferry 3");
      page.goBack();
      assertThat(page.locator(".pane-empty")).isVisible();
      page.goForward();
      assertThat(page.locator(".pane .reader h1")).hasText("Ferry 3");
      browser.screenshot("panes-wide");
      page.setViewportSize(800, 900);
      assertThat(page.locator(".pane")).isHidden();
      page.locator(".entry .headline a").nth(9).click();
      page.waitForURL("**/entry/*");
    }
  }

  @Test
  void footnotesLeadThereAndBackWithinTheEntry() throws IOException {
    Instant now = Instant.now();
    String rows = "<td>Wednesday morning</td>".repeat(12);
    String html =
        freshet.parse.Sanitiser.safe(
            "<p>Text<sup id=\"fnref1\"><a href=\"#fn1\">1</a></sup></p><table><tr>"
                + rows
                + "</tr></table>"
                + "<p>On and on.</p>".repeat(60)
                + "<ol><li id=\"fn1\">The note <a href=\"#fnref1\">back</a></li></ol>",
            "https://harbour-courier.example/");
    long entry =
        site.samples
            .poll(feed, "Harbour Courier", now, Text.of("Notes", "x", now).html(html))
            .getFirst();
    try (Browser browser = Browser.phone()) {
      Page page = browser.open(site.base + "/entry/" + entry);
      assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
          .isLessThanOrEqualTo(390);
      assertThat(
              ((Number) page.evaluate("document.querySelector('.prose td').offsetHeight"))
                  .intValue())
          .as("words are not cut into letters")
          .isLessThan(90);
      page.locator("sup a").click();
      assertThat(page.locator("li:target")).isInViewport();
      page.locator(".prose li a").click();
      assertThat(page.locator("sup:target")).isInViewport();
    }
  }

  @Test
  void whatWasReadLastIsThereWithoutAConnectionAndMarksAreSentLater() throws IOException {
    Site.Page manifest = site.get("/manifest.webmanifest");
    assertThat(manifest.header("Content-Type")).startsWith("application/manifest+json");
    assertThat(manifest.text()).contains("\"start_url\": \"./\"").contains("512x512");
    try (Browser browser = Browser.phoneThatKeepsPages()) {
      Page page = browser.open(site.base + "/");
      page.evaluate("navigator.serviceWorker.ready.then(() => 1)");
      page.waitForFunction("navigator.serviceWorker.controller !== null");
      page.reload();
      assertThat(top(page, 2)).as("entries in sight").isLessThan(500);
      browser.screenshot("river-phone");
      page.locator(".entry .headline a").nth(4).click();
      page.waitForURL("**/entry/*");
      page.goBack();
      browser.expectErrors("Failed to load resource|net::ERR|EventSource|Failed to fetch");
      page.context().setOffline(true);
      page.reload();
      assertThat(page.locator("#toast")).containsText("No connection");
      assertThat(page.locator(".entry")).hasCount(ENTRIES);
      page.locator(".entry .mark-star").nth(1).click();
      page.locator(".entry .headline a").nth(4).click();
      page.waitForURL("**/entry/*");
      assertThat(page.locator(".reader h1")).hasText("Ferry 3");
      page.context().setOffline(false);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> {
            page.waitForTimeout(100);
            return site.store.reading().starred(1, 9).size() == 1;
          });
    }
  }

  @Test
  void nothingStaysInTheBrowserAfterLoggingOut() throws IOException {
    site.store.accounts().setPassword(1, new Passwords().hash("a long enough one"));
    try (Browser browser = Browser.phoneThatKeepsPages()) {
      Page page = browser.open(site.base + "/login");
      page.locator("[name=name]").fill("me");
      page.locator("[name=password]").fill("a long enough one");
      page.locator("[name=password]").press("Enter");
      page.waitForURL(site.base + "/");
      page.waitForFunction("navigator.serviceWorker.controller !== null");
      page.reload();
      assertThat(page.evaluate(KEPT)).isEqualTo(1);
      page.navigate(site.base + "/settings/account");
      page.locator("form[action='/logout'] button").first().click();
      page.waitForURL("**/login*");
      assertThat(page.evaluate(KEPT)).isEqualTo(0);
      assertThat(page.evaluate("sessionStorage.length")).isEqualTo(0);
    }
  }
}
