package freshet.demo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The icon of a site as browsers ask for it: a pattern of its own, the same on both sides, in its
/// colour.
final class SiteIcon {
  private static final int SIDE = 16;
  private static final int CELL = 3;
  private static final int PIXELS = SIDE * SIDE * 4;
  private static final int MASK = SIDE * 4;

  private SiteIcon() {}

  /// An `.ico` with one picture, which is a bitmap without compression.
  static byte[] of(SiteSpec site) {
    int header = 40;
    ByteBuffer out =
        ByteBuffer.allocate(22 + header + PIXELS + MASK).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) 0).putShort((short) 1).putShort((short) 1);
    out.put((byte) SIDE).put((byte) SIDE).putShort((short) 0);
    out.putShort((short) 1).putShort((short) 32).putInt(header + PIXELS + MASK).putInt(22);
    out.putInt(header).putInt(SIDE).putInt(SIDE * 2).putShort((short) 1).putShort((short) 32);
    out.putInt(0).putInt(PIXELS + MASK).putInt(0).putInt(0).putInt(0).putInt(0);
    long pattern = Seeds.mix(23, site.id().hashCode());
    int ground = colour(Picture.hue(site.id()), 0.34);
    int figure = colour(Picture.hue(site.id()), 0.86);
    for (int y = SIDE - 1; y >= 0; y--) {
      for (int x = 0; x < SIDE; x++) out.putInt(isFigure(pattern, x, y) ? figure : ground);
    }
    return out.array();
  }

  /// Five by five cells within a border.
  private static boolean isFigure(long pattern, int x, int y) {
    int column = x == 0 ? -1 : (x - 1) / CELL;
    int row = y == 0 ? -1 : (y - 1) / CELL;
    if (column < 0 || row < 0 || column > 4 || row > 4) return false;
    int mirrored = Math.min(column, 4 - column);
    return (pattern >> (row * 3 + mirrored) & 1) == 1;
  }

  /// Opaque, as blue, green, red, alpha in memory.
  private static int colour(int hue, double light) {
    double chroma = (1 - Math.abs(2 * light - 1)) * 0.52;
    return 0xFF << 24
        | part(hue, light, chroma, 0) << 16
        | part(hue, light, chroma, 240) << 8
        | part(hue, light, chroma, 120);
  }

  private static int part(int hue, double light, double chroma, int shift) {
    double away = Math.abs(Math.floorMod(hue + shift, 360) - 180) / 60.0;
    double share = Math.clamp(away - 1, 0, 1);
    return (int) Math.round(255 * (light - chroma / 2 + chroma * share));
  }
}
