package freshet.extract;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The declarations of a rule or a `style` attribute that can hide something. What follows from
/// them is worked out once, as most elements of a page have the style of some others.
final class Style {
  enum Property {
    DISPLAY,
    VISIBILITY,
    WIDTH,
    HEIGHT,
    MAX_WIDTH,
    MAX_HEIGHT,
    FONT_SIZE,
    FONT,
    COLOR,
    BACKGROUND,
    BACKGROUND_COLOR,
    BACKGROUND_IMAGE,
    TEXT_INDENT,
    LEFT,
    TOP,
    RIGHT,
    CLIP,
    CLIP_PATH,
    CONTENT_VISIBILITY,
    OPACITY;

    private static final Map<String, Property> BY_NAME =
        Arrays.stream(values()).collect(Collectors.toMap(Property::css, p -> p));

    private String css() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Pattern ZERO_SIZE = Pattern.compile("(?:^|\\s)0(px|em|pt|%)?[\\s/]");

  private static final List<Property> SIZES =
      List.of(Property.WIDTH, Property.HEIGHT, Property.MAX_WIDTH, Property.MAX_HEIGHT);
  private static final List<Property> PLACES =
      List.of(Property.TEXT_INDENT, Property.LEFT, Property.TOP, Property.RIGHT);

  /// Values in lower case.
  private final Map<Property, String> declared = new EnumMap<>(Property.class);

  private final Map<Property, String> important = new EnumMap<>(Property.class);
  private final Map<String, Integer> colours = new HashMap<>(4);
  private @Nullable Boolean takesNoRoom;

  private Style() {}

  static Style of(String css) {
    Style style = new Style();
    int from = 0;
    while (from < css.length()) {
      int end = css.indexOf(';', from);
      if (end < 0) end = css.length();
      int colon = css.indexOf(':', from);
      if (colon > from && colon < end) {
        String name = css.substring(from, colon).strip().toLowerCase(Locale.ROOT);
        Property property = Property.BY_NAME.get(name);
        if (property != null) // others hide nothing
        style.put(property, css.substring(colon + 1, end).strip().toLowerCase(Locale.ROOT));
      }
      from = end + 1;
    }
    return style;
  }

  private void put(Property property, String value) {
    if (!value.endsWith("!important")) declared.put(property, value);
    else important.put(property, value.substring(0, value.length() - 10).strip());
  }

  boolean isEmpty() {
    return declared.isEmpty() && important.isEmpty();
  }

  @Nullable String get(Property property) {
    String value = important.get(property);
    return value != null ? value : declared.get(property);
  }

  /// These declarations, and over them those of a heavier rule.
  Style under(Style heavier) {
    Style all = new Style();
    all.declared.putAll(declared);
    all.declared.putAll(heavier.declared);
    all.important.putAll(important);
    all.important.putAll(heavier.important);
    return all;
  }

  /// Is not on the page, takes no room on it, or lies beside it.
  boolean takesNoRoom() {
    if (takesNoRoom == null) takesNoRoom = displayNone() || zeroSize();
    return takesNoRoom;
  }

  /// As in [Colour]; null if it is not declared.
  @Nullable Integer colour(Property property) {
    String value = get(property);
    if (value == null) return null;
    return colours.computeIfAbsent(value, Colour::in);
  }

  private boolean displayNone() {
    return "none".equals(get(Property.DISPLAY))
        || "hidden".equals(get(Property.CONTENT_VISIBILITY))
        || isZero(get(Property.OPACITY));
  }

  private boolean zeroSize() {
    for (Property size : SIZES) {
      if (isZero(get(size))) return true;
    }
    for (Property place : PLACES) {
      String value = get(place);
      if (value != null && pixels(value) <= -900) return true;
    }
    String clip = get(Property.CLIP);
    if (clip != null && clip.replaceAll("[\\s,]|px", "").matches("rect\\((0000|1111)\\)"))
      return true;
    String path = get(Property.CLIP_PATH);
    return path != null && path.replace(" ", "").matches("inset\\((50|100)%\\)");
  }

  /// Letters of size 0; inherited, unlike the rest.
  @Nullable Boolean zeroFont() {
    String size = get(Property.FONT_SIZE);
    if (size != null) return isZero(size);
    String font = get(Property.FONT);
    return font == null ? null : ZERO_SIZE.matcher(font).find();
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
