package freshet.extract;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The declarations of a rule or a `style` attribute that can hide something.
///
/// @param declared values in lower case by property; `!important` ones under `!property`
record Style(Map<String, String> declared) {

  static Style of(String css) {
    Map<String, String> declared = new TreeMap<>();
    for (String declaration : css.split(";", -1)) {
      int colon = declaration.indexOf(':');
      if (colon <= 0) continue;
      String property = declaration.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      String value = declaration.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
      switch (property) {
        case "display",
            "visibility",
            "width",
            "height",
            "max-width",
            "max-height",
            "font-size",
            "font",
            "color",
            "background",
            "background-color",
            "background-image",
            "text-indent",
            "left",
            "top",
            "right",
            "clip",
            "clip-path",
            "content-visibility",
            "opacity" -> {
          boolean important = value.endsWith("!important");
          if (important) value = value.substring(0, value.length() - 10).strip();
          declared.put(important ? "!" + property : property, value);
        }
        default -> {} // hides nothing
      }
    }
    return new Style(declared);
  }

  boolean isEmpty() {
    return declared.isEmpty();
  }

  @Nullable String get(String property) {
    String important = declared.get("!" + property);
    return important != null ? important : declared.get(property);
  }

  /// These declarations, and over them those of a heavier rule.
  Style under(Style heavier) {
    if (isEmpty()) return heavier;
    Map<String, String> all = new TreeMap<>(declared);
    all.putAll(heavier.declared);
    return new Style(all);
  }

  boolean displayNone() {
    return "none".equals(get("display"))
        || "hidden".equals(get("content-visibility"))
        || isZero(get("opacity"));
  }

  /// Takes no room on the page, or lies beside it.
  boolean zeroSize() {
    for (String size : new String[] {"width", "height", "max-width", "max-height"}) {
      if (isZero(get(size))) return true;
    }
    for (String place : new String[] {"text-indent", "left", "top", "right"}) {
      String value = get(place);
      if (value != null && pixels(value) <= -900) return true;
    }
    String clip = get("clip");
    if (clip != null && clip.replaceAll("[\\s,]|px", "").matches("rect\\((0000|1111)\\)"))
      return true;
    String path = get("clip-path");
    return path != null && path.replace(" ", "").matches("inset\\((50|100)%\\)");
  }

  /// Letters of size 0; inherited, unlike the rest.
  @Nullable Boolean zeroFont() {
    String size = get("font-size");
    if (size != null) return isZero(size);
    String font = get("font");
    return font == null ? null : font.matches("(.*\\s)?0(px|em|pt|%)?[\\s/].*");
  }

  private static boolean isZero(@Nullable String value) {
    return value != null && pixels(value) == 0;
  }

  /// NaN if it is no length.
  static double pixels(String value) {
    int end = 0;
    while (end < value.length() && "+-.0123456789".indexOf(value.charAt(end)) >= 0) end++;
    try {
      double number = Double.parseDouble(value.substring(0, end));
      return switch (value.substring(end).strip()) {
        case "em", "rem" -> number * 16;
        case "pt" -> number * 4 / 3;
        default -> number;
      };
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
