package freshet.extract;

import java.util.Locale;
import java.util.Map;

/// Colours of CSS as 0xRRGGBB. Enough to tell whether a text has the colour of its background.
final class Colour {
  static final int UNKNOWN = -1;
  static final int TRANSPARENT = -2;

  /// Difference of a channel that nobody sees.
  private static final int UNSEEN = 8;

  private static final Map<String, Integer> NAMES =
      Map.ofEntries(
          Map.entry("white", 0xffffff), Map.entry("black", 0x000000),
          Map.entry("silver", 0xc0c0c0), Map.entry("gray", 0x808080),
          Map.entry("grey", 0x808080), Map.entry("red", 0xff0000),
          Map.entry("maroon", 0x800000), Map.entry("yellow", 0xffff00),
          Map.entry("olive", 0x808000), Map.entry("lime", 0x00ff00),
          Map.entry("green", 0x008000), Map.entry("aqua", 0x00ffff),
          Map.entry("cyan", 0x00ffff), Map.entry("teal", 0x008080),
          Map.entry("blue", 0x0000ff), Map.entry("navy", 0x000080),
          Map.entry("fuchsia", 0xff00ff), Map.entry("magenta", 0xff00ff),
          Map.entry("purple", 0x800080), Map.entry("orange", 0xffa500),
          Map.entry("pink", 0xffc0cb), Map.entry("brown", 0xa52a2a),
          Map.entry("gold", 0xffd700), Map.entry("beige", 0xf5f5dc),
          Map.entry("ivory", 0xfffff0), Map.entry("snow", 0xfffafa),
          Map.entry("whitesmoke", 0xf5f5f5), Map.entry("ghostwhite", 0xf8f8ff),
          Map.entry("floralwhite", 0xfffaf0), Map.entry("linen", 0xfaf0e6),
          Map.entry("lightgray", 0xd3d3d3), Map.entry("lightgrey", 0xd3d3d3),
          Map.entry("darkgray", 0xa9a9a9), Map.entry("darkgrey", 0xa9a9a9),
          Map.entry("gainsboro", 0xdcdcdc), Map.entry("dimgray", 0x696969),
          Map.entry("dimgrey", 0x696969), Map.entry("lightyellow", 0xffffe0),
          Map.entry("lightblue", 0xadd8e6), Map.entry("lightgreen", 0x90ee90),
          Map.entry("darkblue", 0x00008b), Map.entry("darkred", 0x8b0000),
          Map.entry("darkgreen", 0x006400), Map.entry("indigo", 0x4b0082),
          Map.entry("violet", 0xee82ee), Map.entry("tomato", 0xff6347),
          Map.entry("crimson", 0xdc143c), Map.entry("coral", 0xff7f50),
          Map.entry("salmon", 0xfa8072), Map.entry("khaki", 0xf0e68c),
          Map.entry("tan", 0xd2b48c), Map.entry("chocolate", 0xd2691e),
          Map.entry("steelblue", 0x4682b4), Map.entry("skyblue", 0x87ceeb),
          Map.entry("slategray", 0x708090), Map.entry("transparent", TRANSPARENT));

  private Colour() {}

  static boolean same(int a, int b) {
    if (a < 0 || b < 0) return false;
    return Math.abs((a >> 16) - (b >> 16)) <= UNSEEN
        && Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) <= UNSEEN
        && Math.abs((a & 255) - (b & 255)) <= UNSEEN;
  }

  /// The first colour within a value such as `#fff url(x.png) no-repeat`.
  static int in(String value) {
    String s = value.strip().toLowerCase(Locale.ROOT);
    if (s.contains("url(") || s.contains("gradient(")) return UNKNOWN;
    int open = s.indexOf('(');
    if (open > 0) return function(s, open);
    for (String word : s.split("\\s+", -1)) {
      int colour = word.startsWith("#") ? hex(word) : NAMES.getOrDefault(word, UNKNOWN);
      if (colour != UNKNOWN) return colour;
    }
    return s.equals("none") ? TRANSPARENT : UNKNOWN;
  }

  /// As in the old attributes `bgcolor=ffffff`.
  static int attribute(String value) {
    int colour = in(value);
    return colour == UNKNOWN && value.strip().length() == 6 ? hex("#" + value.strip()) : colour;
  }

  private static int hex(String word) {
    String digits = word.substring(1);
    if (digits.length() == 3 || digits.length() == 4) {
      StringBuilder twice = new StringBuilder(8);
      for (char c : digits.toCharArray()) twice.append(c).append(c);
      digits = twice.toString();
    }
    if (digits.length() != 6 && digits.length() != 8) return UNKNOWN;
    try {
      int rgb = Integer.parseInt(digits.substring(0, 6), 16);
      return digits.length() == 8 && digits.endsWith("00") ? TRANSPARENT : rgb;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  private static int function(String s, int open) {
    int close = s.indexOf(')', open);
    if (close < 0) return UNKNOWN;
    String name = s.substring(Math.max(0, s.lastIndexOf(' ', open) + 1), open);
    String[] parts = s.substring(open + 1, close).replace('/', ' ').strip().split("[\\s,]+", -1);
    if (parts.length < 3) return UNKNOWN;
    try {
      if (parts.length > 3 && number(parts[3], 1) == 0) return TRANSPARENT;
      if (name.startsWith("rgb")) {
        int red = (int) number(parts[0], 255);
        int green = (int) number(parts[1], 255);
        int blue = (int) number(parts[2], 255);
        return (clamp(red) << 16) + (clamp(green) << 8) + clamp(blue);
      }
      if (name.startsWith("hsl")) {
        double hue = number(parts[0].replace("deg", ""), 360) / 360;
        return hsl(hue, number(parts[1], 1), number(parts[2], 1));
      }
      return UNKNOWN;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  private static double number(String s, double whole) {
    return s.endsWith("%")
        ? Double.parseDouble(s.substring(0, s.length() - 1)) * whole / 100
        : Double.parseDouble(s);
  }

  private static int hsl(double hue, double saturation, double light) {
    double chroma = saturation * Math.min(light, 1 - light);
    int rgb = 0;
    for (int n : new int[] {0, 8, 4}) {
      double k = (n + hue * 12) % 12;
      double channel = light - chroma * Math.max(-1, Math.min(Math.min(k - 3, 9 - k), 1));
      rgb = (rgb << 8) + clamp((int) Math.round(channel * 255));
    }
    return rgb;
  }

  private static int clamp(int channel) {
    return Math.max(0, Math.min(255, channel));
  }
}
