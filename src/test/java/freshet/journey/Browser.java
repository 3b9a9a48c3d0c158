package freshet.journey;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ServiceWorkerPolicy;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A window of the system's Chromium, headless, for one test:
///
/// ```
/// try (Browser browser = Browser.wide()) {
///   browser.open(address);
///   browser.page().getByText("Latest").click();
///   browser.screenshot("river-wide");
/// }
/// ```
///
/// All windows of a JVM share one browser process; each has cookies and storage of its own. Closing
/// the window fails the test if the page wrote an error to the console, broke its own content
/// security policy (Chromium writes that there too) or threw. Playwright wants all calls from one
/// thread: JUnit's, as long as journeys do not run in parallel.
public final class Browser implements AutoCloseable {

  public static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");

  private static com.microsoft.playwright.@Nullable Browser shared;

  private final BrowserContext context;
  private final Page page;
  private final List<String> errors = new ArrayList<>();
  private final List<Pattern> expected = new ArrayList<>();

  private Browser(int width, int height, boolean phone, ColorScheme colours) {
    this(width, height, phone, colours, ServiceWorkerPolicy.BLOCK);
  }

  private Browser(
      int width, int height, boolean phone, ColorScheme colours, ServiceWorkerPolicy workers) {
    context =
        process()
            .newContext(
                new com.microsoft.playwright.Browser.NewContextOptions()
                    .setViewportSize(width, height)
                    .setDeviceScaleFactor(phone ? 2 : 1)
                    .setHasTouch(phone)
                    .setIsMobile(phone)
                    .setColorScheme(colours)
                    .setReducedMotion(ReducedMotion.REDUCE)
                    .setServiceWorkers(workers)
                    .setLocale("en-GB")
                    .setTimezoneId("UTC"));
    page = context.newPage();
    page.setDefaultTimeout(60_000); // a machine may be busy
    page.onConsoleMessage(message -> {
      if (message.type().equals("error")) {
        errors.add(message.text() + " (" + message.location() + ")");
      }
    });
    page.onPageError(error -> errors.add("uncaught: " + error));
  }

  /// A window of 1280 × 900 in light colours.
  public static Browser wide() {
    return new Browser(1280, 900, false, ColorScheme.LIGHT);
  }

  public static Browser wideDark() {
    return new Browser(1280, 900, false, ColorScheme.DARK);
  }

  /// A phone of 390 × 844 in light colours, with touch.
  public static Browser phone() {
    return new Browser(390, 844, true, ColorScheme.LIGHT);
  }

  /// A phone on which pages may be kept for when there is no connection; elsewhere they are not, as
  /// a test could not stand in for the server then.
  public static Browser phoneThatKeepsPages() {
    return new Browser(390, 844, true, ColorScheme.LIGHT, ServiceWorkerPolicy.ALLOW);
  }

  public static Browser phoneDark() {
    return new Browser(390, 844, true, ColorScheme.DARK);
  }

  public Page page() {
    return page;
  }

  /// Goes to an address and waits until the page and all it needs are loaded.
  public Page open(Object url) {
    page.navigate(url.toString());
    return page;
  }

  /// Says that errors of this kind are part of the test, such as an image that does not load.
  public Browser expectErrors(String regex) {
    expected.add(Pattern.compile(regex));
    return this;
  }

  /// Writes what the window shows to `target/screenshots/<name>.png`.
  public Path screenshot(String name) {
    return screenshot(name, false);
  }

  /// Writes the whole page, however long, to `target/screenshots/<name>.png`.
  public Path screenshotWhole(String name) {
    return screenshot(name, true);
  }

  /// What went wrong on the pages so far, except for what was expected.
  public List<String> errors() {
    if (!page.isClosed()) page.evaluate("0"); // lets the events that wait in the pipe in
    return errors.stream()
        .filter(e -> expected.stream().noneMatch(p -> p.matcher(e).find()))
        .toList();
  }

  @Override
  public void close() {
    List<String> wrong = errors();
    context.close();
    if (!wrong.isEmpty()) {
      throw new AssertionError("The page had errors:\n" + String.join("\n", wrong));
    }
  }

  private Path screenshot(String name, boolean whole) {
    Path file = SCREENSHOTS.resolve(name + ".png");
    page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(whole));
    return file;
  }

  /// The browser that all windows of this JVM share.
  public static synchronized com.microsoft.playwright.Browser process() {
    if (shared != null) return shared;
    Path program =
        find()
            .orElseThrow(() ->
                new IllegalStateException(
                    "No Chromium was found on the PATH. Install one: sh tools/browser"));
    // Ends with the JVM: the driver stops when its pipe closes, and takes the browser with it.
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    shared =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setHeadless(true)
                    .setChromiumSandbox(false)
                    .setArgs(
                        List.of(
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync")));
    return shared;
  }

  private static Optional<Path> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(Pattern.quote(File.pathSeparator), -1)), Stream.of("/usr/bin"))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
