package freshet.web;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Style, script and pictures of the pages. Their addresses carry a hash of their content, so a
/// browser may keep them for ever and still has the newest after an update.
public final class StaticFiles {
  private record Kept(byte[] plain, byte[] packed, String type) {}

  private static final Pattern CSS_COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, Kept> files = new HashMap<>();

  public StaticFiles() {
    read("app.css", "text/css; charset=utf-8");
    read("pages.css", "text/css; charset=utf-8");
    read("app.js", "text/javascript; charset=utf-8");
    read("forms.js", "text/javascript; charset=utf-8");
    read("worker.js", "text/javascript; charset=utf-8");
    read("icon.svg", "image/svg+xml");
    read("icon-192.png", "image/png");
    read("icon-512.png", "image/png");
  }

  /// A style sheet or script as a browser gets it.
  static String text(String name) {
    return new String(load(name, "text/css"), StandardCharsets.UTF_8);
  }

  private static byte[] load(String name, String type) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("the file " + name + " is missing");
      return lean(in.readAllBytes(), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String name, String type) {
    try {
      byte[] plain = load(name, type);
      int dot = name.lastIndexOf('.');
      String hashed = name.substring(0, dot) + "." + hash(plain) + name.substring(dot);
      addresses.put(name, "/static/" + hashed);
      files.put(hashed, new Kept(plain, pack(plain), type));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Without indents, empty lines and comments that fill a line: two of the 25 KB that a first
  /// visit loads of scripts and styles. No text of ours in them has several lines.
  private static byte[] lean(byte[] file, String type) {
    if (!type.startsWith("text/")) return file;
    String text = new String(file, StandardCharsets.UTF_8);
    if (type.startsWith("text/css")) text = CSS_COMMENT.matcher(text).replaceAll("");
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("//"))
        .collect(Collectors.joining("\n", "", "\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /// Where the page finds a file.
  public String at(String name) {
    String address = addresses.get(name);
    if (address == null) throw new IllegalArgumentException("no static file " + name);
    return address;
  }

  /// Answers with the script that keeps pages for when there is no connection. Its address is
  /// always the same, as what it may answer for lies beside and below it; browsers look for a newer
  /// one by themselves.
  void worker(Context ctx) {
    boolean _ = serve(ctx, at("worker.js").substring("/static/".length()));
    ctx.header("Cache-Control", "no-cache");
  }

  /// Answers with what a browser needs to install the pages as an app. All addresses are relative,
  /// so that it is right in any folder of a server.
  void manifest(Context ctx) {
    ctx.header("Cache-Control", "public, max-age=3600").contentType("application/manifest+json");
    ctx.result(
        """
        {"name": "Freshet", "short_name": "Freshet", "id": "./", "start_url": "./", "scope": "./",
         "display": "standalone", "background_color": "#fbfaf6", "theme_color": "#0c6a73",
         "icons": [
          {"src": "%s", "sizes": "any", "type": "image/svg+xml"},
          {"src": "%s", "sizes": "192x192", "type": "image/png", "purpose": "any"},
          {"src": "%s", "sizes": "512x512", "type": "image/png", "purpose": "any"},
          {"src": "%s", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}],
         "shortcuts": [{"name": "★", "url": "starred"}]}
        """
            .formatted(
                at("icon.svg").substring(1),
                at("icon-192.png").substring(1),
                at("icon-512.png").substring(1),
                at("icon-512.png").substring(1)));
  }

  /// Answers with the file, or returns false if there is none of that name and hash.
  boolean serve(Context ctx, String name) {
    Kept file = files.get(name);
    if (file == null) return false;
    ctx.header("Cache-Control", "public, max-age=31536000, immutable");
    ctx.header("Vary", "Accept-Encoding");
    ctx.contentType(file.type);
    String accepts = ctx.header("Accept-Encoding");
    ctx.disableCompression();
    if (accepts != null && accepts.contains("gzip")) {
      ctx.header("Content-Encoding", "gzip").result(file.packed);
    } else {
      ctx.result(file.plain);
    }
    return true;
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(sum, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }

  private static byte[] pack(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }
}
