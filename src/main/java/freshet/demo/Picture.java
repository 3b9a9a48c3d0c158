package freshet.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/// Pictures and sounds made up by seed, so that entries have something to show.
final class Picture {
  private Picture() {}

  private static final int RATE = 8000;
  private static final int SAMPLES = RATE * 2;
  static final int WAV_BYTES = 44 + SAMPLES;

  /// The accent colour of a site, as a hue.
  static int hue(String site) {
    return (int) Math.floorMod(Seeds.mix(17, site.hashCode()), 360L);
  }

  /// A quiet landscape: sky, sun, hills; its colours by topic, its shapes by entry.
  static String landscape(String topic, String id) {
    SplittableRandom r = new SplittableRandom(Seeds.mix(id.hashCode(), topic.hashCode()));
    int hue = (int) Math.floorMod(Seeds.mix(3, topic.hashCode()), 360L);
    int sky = hue + r.nextInt(40) - 20;
    StringBuilder x = new StringBuilder();
    x.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\"");
    x.append(" width=\"640\" height=\"360\"><defs>");
    x.append("<linearGradient id=\"s\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">");
    x.append("<stop offset=\"0\" stop-color=\"").append(hsl(sky, 55, 62)).append("\"/>");
    x.append("<stop offset=\"1\" stop-color=\"").append(hsl(sky + 40, 70, 88));
    x.append("\"/></linearGradient></defs><rect width=\"640\" height=\"360\" fill=\"url(#s)\"/>");
    x.append("<circle cx=\"").append(80 + r.nextInt(480)).append("\" cy=\"");
    x.append(60 + r.nextInt(110)).append("\" r=\"").append(24 + r.nextInt(38));
    x.append("\" fill=\"").append(hsl(sky + 60, 90, 92)).append("\"/>");
    for (int layer = 0; layer < 4; layer++) {
      int base = 190 + layer * 42;
      x.append("<path fill=\"").append(hsl(hue + layer * 12, 34, 52 - layer * 10));
      x.append("\" d=\"M0 360V").append(base + r.nextInt(50) - 25);
      int at = 0;
      while (at < 640) {
        int next = at + 90 + r.nextInt(130);
        x.append(" Q").append((at + next) / 2).append(' ').append(base + r.nextInt(90) - 60);
        x.append(' ').append(next).append(' ').append(base + r.nextInt(50) - 25);
        at = next;
      }
      x.append("V360Z\"/>");
    }
    return x.append("</svg>\n").toString();
  }

  /// A letter on a coloured ground.
  static String logo(SiteSpec site) {
    String letter = new String(Character.toChars(site.title().codePointAt(0)));
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\""
        + " height=\"64\"><rect width=\"64\" height=\"64\" rx=\"14\" fill=\""
        + hsl(hue(site.id()), 52, 34)
        + "\"/><text x=\"32\" y=\"45\" font-family=\"Georgia,serif\" font-size=\"38\""
        + " text-anchor=\"middle\" fill=\"#fff\">"
        + letter
        + "</text></svg>\n";
  }

  /// Two seconds of a soft tone, 8 bit mono.
  static byte[] tone(String id) {
    double pitch = 220 * Math.pow(2, Math.floorMod(id.hashCode(), 12) / 12.0);
    ByteBuffer b = ByteBuffer.allocate(WAV_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    b.put("RIFF".getBytes(US_ASCII)).putInt(WAV_BYTES - 8);
    b.put("WAVEfmt ".getBytes(US_ASCII)).putInt(16);
    b.putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(RATE);
    b.putShort((short) 1).putShort((short) 8);
    b.put("data".getBytes(US_ASCII)).putInt(SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
      double fade = Math.sin(Math.PI * i / SAMPLES);
      b.put((byte) (128 + 60 * fade * Math.sin(2 * Math.PI * pitch * i / RATE)));
    }
    return b.array();
  }

  static String hsl(int hue, int saturation, int light) {
    return "hsl(" + Math.floorMod(hue, 360) + "," + saturation + "%," + light + "%)";
  }
}
