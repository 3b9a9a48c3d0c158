package freshet.api;

import freshet.store.Streams.Query;
import freshet.store.Streams.Wish;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a client of the Google Reader API asks for: which stream, how much of it, and what it wants
/// of what is read or starred. The parameters are those that clients send (docs/clients.md).
///
/// @param id the stream as the client named it
/// @param nothing whether it can hold nothing, such as what friends share
record ReaderStream(String id, Query query, int limit, boolean nothing) {
  static final String STATE = "user/-/state/com.google/";
  static final String LABEL = "user/-/label/";
  static final String ITEM = "tag:google.com,2005:reader/item/";

  /// @param stream from the address; null where it comes as `s`
  static ReaderStream of(Context ctx, @Nullable String stream, int usual, int most) {
    String s = stream == null || stream.isEmpty() ? first(ctx, "s") : stream;
    String id = s == null ? STATE + "reading-list" : plain(s);
    Wish unread = Wish.ANY;
    Wish starred = Wish.ANY;
    Long feed = null;
    String label = null;
    boolean nothing = false;
    if (id.startsWith("feed/")) feed = feed(id, "s");
    else if (id.startsWith(LABEL)) label = id.substring(LABEL.length());
    else {
      switch (id) {
        case STATE + "reading-list" -> {}
        case STATE + "starred" -> starred = Wish.ONLY;
        case STATE + "read" -> unread = Wish.WITHOUT;
        case STATE + "kept-unread", STATE + "fresh" -> unread = Wish.ONLY;
        default -> {
          if (!id.startsWith(STATE)) {
            throw Problem.badParameter("s", "'" + cut(id) + "' is no stream");
          }
          nothing = true;
        }
      }
    }
    for (String without : all(ctx, "xt")) {
      switch (plain(without)) {
        case STATE + "read" -> unread = Wish.ONLY;
        case STATE + "kept-unread" -> unread = Wish.WITHOUT;
        case STATE + "starred" -> starred = Wish.WITHOUT;
        default -> {}
      }
    }
    for (String only : all(ctx, "it")) {
      switch (plain(only)) {
        case STATE + "read" -> unread = Wish.WITHOUT;
        case STATE + "kept-unread" -> unread = Wish.ONLY;
        case STATE + "starred" -> starred = Wish.ONLY;
        default -> {}
      }
    }
    return new ReaderStream(
        id,
        new Query(
            feed,
            label,
            unread,
            starred,
            time(ctx, "ot"),
            time(ctx, "nt"),
            "o".equals(first(ctx, "r")),
            number(ctx, "c")),
        limit(ctx, usual, most),
        nothing);
  }

  /// Clients ask for more than they expect to get, so too much is the most.
  private static int limit(Context ctx, int usual, int most) {
    Long n = number(ctx, "n");
    return n == null ? usual : Math.clamp(n, 1, most);
  }

  /// `user/1005921515/label/x` and `user/-/label/x` are the same.
  static String plain(String stream) {
    return stream.replaceFirst("^user/[^/]*/", "user/-/");
  }

  static String label(String stream, String parameter) {
    String plain = plain(stream);
    String label = plain.startsWith(LABEL) ? plain.substring(LABEL.length()) : plain;
    if (label.isBlank() || label.length() > 200 || plain.startsWith(STATE)) {
      throw Problem.badParameter(parameter, "'" + cut(stream) + "' is no label");
    }
    return label;
  }

  static long feed(String stream, String parameter) {
    String number = stream.startsWith("feed/") ? stream.substring(5) : "";
    if (!number.matches("\\d{1,18}")) {
      throw Problem.badParameter(parameter, "'" + cut(stream) + "' is no feed of ours");
    }
    return Long.parseLong(number);
  }

  /// The long form, the short one in hexadecimal with 16 digits, or a plain number.
  static long item(String id) {
    try {
      if (id.startsWith(ITEM)) return Long.parseUnsignedLong(id.substring(ITEM.length()), 16);
      if (id.length() == 16 && !id.startsWith("-")) return Long.parseUnsignedLong(id, 16);
      return Long.parseLong(id);
    } catch (NumberFormatException e) {
      throw Problem.badParameter("i", "'" + cut(id) + "' is no item");
    }
  }

  static List<Long> items(Context ctx, int most) {
    List<String> ids = all(ctx, "i");
    if (ids.isEmpty()) throw Problem.badParameter("i", "is missing");
    if (ids.size() > most) throw Problem.badParameter("i", "comes more than " + most + " times");
    return ids.stream().map(ReaderStream::item).distinct().toList();
  }

  /// From the address and from the body: clients do both.
  static List<String> all(Context ctx, String name) {
    List<String> all = new ArrayList<>(ctx.queryParams(name));
    if (!ctx.req().getMethod().equals("GET")) all.addAll(ctx.formParams(name));
    return all;
  }

  static @Nullable String first(Context ctx, String name) {
    List<String> all = all(ctx, name);
    return all.isEmpty() || all.getFirst().isEmpty() ? null : all.getFirst();
  }

  static String needed(Context ctx, String name) {
    String value = first(ctx, name);
    if (value == null) throw Problem.badParameter(name, "is missing");
    return value;
  }

  private static @Nullable Long number(Context ctx, String name) {
    String text = first(ctx, name);
    if (text == null) return null;
    if (!text.matches("\\d{1,18}")) {
      throw Problem.badParameter(name, "must be a whole number, not '" + cut(text) + "'");
    }
    return Long.valueOf(text);
  }

  /// Seconds; some clients send milliseconds or microseconds.
  static @Nullable Instant time(Context ctx, String name) {
    Long number = number(ctx, name);
    if (number == null || number == 0) return null;
    if (number < 100_000_000_000L) return Instant.ofEpochSecond(number);
    if (number < 100_000_000_000_000L) return Instant.ofEpochMilli(number);
    return Instant.ofEpochMilli(number / (number < 100_000_000_000_000_000L ? 1000 : 1_000_000));
  }

  static String cut(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
