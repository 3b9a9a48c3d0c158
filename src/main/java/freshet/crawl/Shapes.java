package freshet.crawl;

import freshet.text.SessionNames;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/// What an address tells by its shape alone: whether it is no page, and whether it is of a kind
/// that sites make without end. Works on normalised addresses.
public final class Shapes {
  /// Shapes of traps. None of them is proof: archives have dates, and versions have hashes. So they
  /// make an address suspicious, and [TrapWatch] looks at what comes.
  enum Kind {
    ORDINARY,
    /// `/a/b/a/b/`: a relative link that leads ever deeper
    REPEATED,
    /// the same, so often that no page can be there
    ENDLESS,
    /// a date or a part of one, and nothing after it
    CALENDAR,
    /// made by a machine: session ids, content hashes
    HASHES,
    /// several variables: lists to be sorted and filtered
    FACETS
  }

  /// @param pattern what all addresses of this shape on one host have in common, for people too
  /// @param area the first part of the path, `/shop/…`
  /// @param variables the names of its variables, sorted, `&` between
  record Shape(Kind kind, String pattern, String area, String variables) {
    boolean isSuspicious() {
      return kind != Kind.ORDINARY;
    }
  }

  /// Files that are no pages. Not xml, rss, json and txt, which may be feeds and sitemaps.
  private static final Set<String> FILES =
      Set.of(
          "jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "ico", "bmp", "tif", "tiff", "heic",
          "mp3", "mp4", "m4a", "m4v", "ogg", "oga", "ogv", "opus", "wav", "flac", "avi", "mov",
          "wmv", "mkv", "webm", "flv", "mpg", "mpeg", "zip", "gz", "tgz", "bz2", "xz", "7z", "rar",
          "tar", "exe", "msi", "dmg", "iso", "apk", "deb", "rpm", "jar", "war", "css", "js", "mjs",
          "map", "woff", "woff2", "ttf", "otf", "eot", "pdf", "doc", "docx", "xls", "xlsx", "ppt",
          "pptx", "odt", "ods", "odp", "epub", "mobi", "ps", "eps", "psd", "swf", "bin", "dat",
          "torrent", "ics", "vcf", "wasm", "csv", "rtf");

  private static final Set<String> DATE_NAMES =
      Set.of(
          "date",
          "day",
          "month",
          "year",
          "week",
          "yr",
          "mo",
          "cal",
          "calendar",
          "from",
          "start",
          "until",
          "end",
          "tribe-bar-date",
          "ical",
          "m",
          "d",
          "y",
          "datum",
          "kuu",
          "aasta",
          "ay",
          "yil",
          "monat",
          "jahr",
          "tag");

  private static final int MOST_SEGMENTS = 12;

  /// The area of pages that are in no folder.
  static final String TOP = "/…";

  private Shapes() {}

  /// Whether the address names a picture, a film, an archive or the like.
  public static boolean isFile(String url) {
    int query = url.indexOf('?');
    int end = query < 0 ? url.length() : query;
    int dot = url.lastIndexOf('.', end - 1);
    int length = end - dot - 1;
    if (dot < 0 || length < 1 || length > 8 || url.lastIndexOf('/', end) > dot) return false;
    if (url.indexOf('/', 8) > dot || url.indexOf('/', 8) < 0) return false;
    return FILES.contains(url.substring(dot + 1, end).toLowerCase(Locale.ROOT));
  }

  /// Whether the address has a shape that sites make without end: dates, hashes, repeated folders,
  /// many variables. Such pages are rarely worth a request before all others.
  public static boolean isSuspicious(String url) {
    return of(url).isSuspicious();
  }

  static Shape of(String url) {
    int path = url.indexOf('/', 8);
    if (path < 0) return new Shape(Kind.ORDINARY, "/", TOP, "");
    int query = url.indexOf('?', path);
    String whole = url.substring(path, query < 0 ? url.length() : query);
    String variables = query < 0 ? "" : url.substring(query + 1);
    boolean folder = whole.endsWith("/");
    String[] segments = whole.equals("/") ? new String[0] : split(whole, folder);
    String area = segments.length > (folder ? 0 : 1) ? "/" + general(segments[0]) + "/…" : TOP;
    Kind repeated = repeated(segments);
    if (repeated != Kind.ORDINARY) {
      return new Shape(repeated, "/" + firstRepeated(segments) + "/…", area, "");
    }
    String[] names = new String[0];
    Kind kind = Kind.ORDINARY;
    if (!variables.isEmpty()) {
      names = variables.split("&", -1);
      for (int i = 0; i < names.length; i++) {
        int equals = names[i].indexOf('=');
        String value = equals < 0 ? "" : names[i].substring(equals + 1);
        names[i] = equals < 0 ? names[i] : names[i].substring(0, equals);
        if (DATE_NAMES.contains(names[i].toLowerCase(Locale.ROOT)) && isDate(value)) {
          kind = Kind.CALENDAR;
        } else if (kind == Kind.ORDINARY && isHash(value)) {
          kind = Kind.HASHES;
        }
      }
      if (kind == Kind.ORDINARY && names.length > 1) kind = Kind.FACETS;
    }
    if (kind == Kind.ORDINARY && endsWithDate(segments)) kind = Kind.CALENDAR;
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < segments.length; i++) {
      boolean hash = isHash(segments[i]);
      if (hash && kind == Kind.ORDINARY) kind = Kind.HASHES;
      // The last part of an ordinary address names the page, not the pattern.
      boolean last = i == segments.length - 1 && kind == Kind.ORDINARY && variables.isEmpty();
      pattern.append('/').append(hash ? "*" : last ? "…" : general(segments[i]));
    }
    if (pattern.isEmpty()) pattern.append('/');
    String joined = String.join("&", names);
    if (kind == Kind.FACETS) pattern.append("?…");
    else if (names.length > 0) pattern.append('?').append(joined);
    return new Shape(kind, pattern.toString(), area, joined);
  }

  private static String[] split(String path, boolean folder) {
    return path.substring(1, folder ? path.length() - 1 : path.length()).split("/", -1);
  }

  /// Digits are all alike.
  private static String general(String segment) {
    StringBuilder s = null;
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (digit && s == null) s = new StringBuilder().append(segment, 0, i);
      if (s == null) continue;
      if (!digit) s.append(c);
      else if (s.isEmpty() || s.charAt(s.length() - 1) != '#') s.append('#');
    }
    return s == null ? segment : s.toString();
  }

  private static Kind repeated(String[] segments) {
    if (segments.length > MOST_SEGMENTS) return Kind.ENDLESS;
    for (int i = 0; i < segments.length; i++) {
      int times = 1;
      for (int k = i + 1; k < segments.length; k++) if (segments[k].equals(segments[i])) times++;
      if (times > 2) return Kind.ENDLESS;
    }
    // The end of the path, twice.
    for (int period = 1; period * 2 <= segments.length; period++) {
      int n = segments.length;
      boolean same = Arrays.equals(segments, n - period, n, segments, n - 2 * period, n - period);
      if (same && !isDate(segments[n - 1])) return Kind.REPEATED;
    }
    return Kind.ORDINARY;
  }

  private static String firstRepeated(String[] segments) {
    for (int i = 0; i < segments.length; i++) {
      for (int k = i + 1; k < segments.length; k++) {
        if (segments[k].equals(segments[i])) return segments[i];
      }
    }
    return segments[0];
  }

  /// Whether nothing but the parts of a date stand at the end: `/events/2026/11`, `/2026-11-03`.
  private static boolean endsWithDate(String[] segments) {
    int n = segments.length;
    if (n == 0 || !isDate(segments[n - 1])) return false;
    String last = segments[n - 1];
    if (last.length() > 4) return true;
    // A bare number is a date only behind a year.
    if (last.length() == 4) return isYear(last);
    return n > 1 && (isYear(segments[n - 2]) || (n > 2 && isYear(segments[n - 3])));
  }

  private static boolean isYear(String s) {
    return s.length() == 4 && isDate(s) && (s.startsWith("19") || s.startsWith("2"));
  }

  /// 2026, 11, 2026-11, 2026-11-03, 20261103
  private static boolean isDate(String s) {
    if (s.isEmpty() || s.length() > 10) return false;
    int dashes = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '-' || c == '_' || c == '.') dashes++;
      else if (c < '0' || c > '9') return false;
    }
    int digits = s.length() - dashes;
    if (dashes == 0) {
      return digits <= 2
          || digits == 4
          || (digits == 8 && (s.startsWith("19") || s.startsWith("20")));
    }
    return dashes <= 2 && digits >= 5 && digits <= 8 && isYear(s.substring(0, 4));
  }

  /// 16 or more letters and digits that no person wrote, dashes between or not.
  private static boolean isHash(String s) {
    if (s.length() < 16) return false;
    int dot = s.lastIndexOf('.');
    String name = dot > 15 ? s.substring(0, dot) : s;
    if (name.length() == 36 && name.charAt(8) == '-') name = name.replace("-", "");
    return SessionNames.looksRandom(name, 16);
  }
}
