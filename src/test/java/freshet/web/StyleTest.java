package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The colours of the style sheet keep the contrast that WCAG 2.2 AA asks for, in both themes.
final class StyleTest {
  private static final double TEXT = 4.5;

  @Test
  void textCanBeReadOnEveryGroundOfBothThemes() throws IOException {
    List<Map<String, String>> themes = themes();
    assertThat(themes).hasSize(3); // light, dark by the system, dark by choice
    for (Map<String, String> theme : themes) {
      for (String ground : List.of("paper", "raised", "sunk")) {
        for (String ink : List.of("ink", "soft", "faint", "water", "bad")) {
          assertContrast(theme, ink, ground);
        }
      }
      assertContrast(theme, "water-deep", "water-wash");
      assertContrast(theme, "ink", "water-wash");
      assertContrast(theme, "bad", "bad-wash");
      assertContrast(theme, "on-water", "water");
      assertContrast(theme, "on-water", "water-deep");
      assertContrast(theme, "paper", "bad");
    }
  }

  @Test
  void bothWaysIntoTheDarkThemeHaveTheSameColours() throws IOException {
    List<Map<String, String>> themes = themes();
    assertThat(themes.get(1)).isEqualTo(themes.get(2));
  }

  private static void assertContrast(Map<String, String> theme, String ink, String ground) {
    assertThat(contrast(colour(theme, ink), colour(theme, ground)))
        .as("%s on %s, %s on %s", ink, ground, theme.get(ink), theme.get(ground))
        .isGreaterThanOrEqualTo(TEXT);
  }

  private static String colour(Map<String, String> theme, String name) {
    return Objects.requireNonNull(theme.get(name), name);
  }

  /// WCAG 2.2, relative luminance and contrast ratio.
  private static double contrast(String a, String b) {
    double one = luminance(a);
    double two = luminance(b);
    return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double c = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  private static List<Map<String, String>> themes() throws IOException {
    String css = Files.readString(Path.of("src/main/resources/freshet/web/app.css"));
    List<Map<String, String>> themes = new ArrayList<>();
    Matcher block = Pattern.compile(":root[^{]*\\{([^}]*)\\}").matcher(css);
    while (block.find()) {
      Map<String, String> colours = new HashMap<>();
      Matcher colour = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6});").matcher(block.group(1));
      while (colour.find()) colours.put(colour.group(1), colour.group(2));
      themes.add(colours);
    }
    return themes;
  }
}
