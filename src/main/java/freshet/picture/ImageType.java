package freshet.picture;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What kind of picture bytes are, by how they begin; what a server says of them does not count.
/// Only pictures made of points: an SVG is a document, with scripts and links of its own.
public enum ImageType {
  PNG("image/png"),
  JPEG("image/jpeg"),
  GIF("image/gif"),
  WEBP("image/webp"),
  AVIF("image/avif"),
  ICO("image/x-icon");

  private final String media;

  ImageType(String media) {
    this.media = media;
  }

  /// As browsers call it.
  public String media() {
    return media;
  }

  public static Optional<ImageType> of(byte[] bytes) {
    if (bytes.length < 24) return Optional.empty();
    String head = new String(bytes, 0, 16, StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) return Optional.of(PNG);
    if (head.startsWith("\u00ff\u00d8\u00ff")) return Optional.of(JPEG);
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return Optional.of(GIF);
    if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return Optional.of(WEBP);
    if (head.startsWith("ftypavi", 4)) return Optional.of(AVIF);
    boolean icon = head.startsWith("\0\0\1\0") && bytes[4] > 0 && bytes[5] == 0;
    return icon ? Optional.of(ICO) : Optional.empty();
  }
}
