package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The laboratory's report, opened as a user opens it: a file in a browser.
final class LaboratoryIT {
  @TempDir Path folder;

  @Test
  void theReportOfARunIsAPageThatNeedsNothingElse() throws IOException {
    Files.writeString(folder.resolve("trace.csv"), trace());
    var run =
        Program.start(
            folder,
            "simulate",
            "--trace=trace.csv",
            "--budget=20/10m",
            "--policy=round-robin",
            "--policy=freshet",
            "--report=report",
            "--language=de");
    assertThat(run.exitStatus()).as(run.err()).isZero();
    Path page = folder.resolve("report/index.html");
    try (Browser wide = Browser.wide();
        Browser phone = Browser.phoneDark()) {
      looksRight(wide.open(page.toUri()));
      wide.screenshotWhole("laboratory-wide");
      Page small = phone.open(page.toUri());
      looksRight(small);
      assertThat(small.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
      phone.screenshotWhole("laboratory-phone-dark");
    }
  }

  private static void looksRight(Page page) {
    assertThat(page.locator("svg").count()).isGreaterThanOrEqualTo(4);
    assertThat(page.locator("table").first().innerText()).contains("round-robin", "freshet");
    assertThat(page.evaluate("performance.getEntriesByType('resource').length")).isEqualTo(0);
  }

  /// Forty sources over three weeks, some lively by day, some rare.
  private static String trace() {
    Random random = new Random(4);
    StringBuilder rows = new StringBuilder("source,published_epoch_s\n");
    for (int source = 0; source < 40; source++) {
      double gap = 1800 * Math.exp(random.nextGaussian() + 1);
      for (double t = 1_790_000_000; t < 1_791_800_000; ) {
        t += -gap * Math.log(1 - random.nextDouble());
        int hour = (int) (t / 3600 % 24);
        if (hour > 6 || random.nextInt(5) == 0) {
          rows.append("paper-").append(source).append(',').append((long) t).append('\n');
        }
      }
    }
    return rows.toString();
  }
}
