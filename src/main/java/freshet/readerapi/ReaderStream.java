package freshet.readerapi;

import freshet.http.Problem;
import freshet.model.Selection;
import freshet.model.Tristate;
import freshet.text.Cut;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a client of the Google Reader API asks for: which stream, how much of it, and what it wants
/// of what is read or starred. The parameters are those that clients send (docs/clients.md).
///
/// @param id the stream as the client named it
/// @param after goes on behind this entry
/// @param nothing whether it can hold nothing, such as what friends share
record ReaderStream(
    String id,
    Selection selection,
    boolean oldestFirst,
    @Nullable Long after,
    int limit,
    boolean nothing) {
  static final String STATE = "user/-/state/com.google/";
  static final String LABEL = "user/-/label/";

  /// No feed has this number.
  private static final long NO_FEED = 0;

  /// @param feeds finds a feed by its number or its address
  /// @param stream from the address; empty where it comes as `s`
  static ReaderStream of(
      Context ctx, Function<String, Optional<Long>> feeds, String stream, int usual, int most) {
    String s = stream.isEmpty() ? first(ctx, "s") : stream;
    String id = s == null ? STATE + "reading-list" : plain(s);
    Selection which = Selection.ALL;
    boolean nothing = false;
    if (id.startsWith("feed/")) which = Selection.ofFeed(feed(id, "s", feeds));
    else if (id.startsWith(LABEL)) which = which.withLabel(id.substring(LABEL.length()));
    else if (id.startsWith(STATE)) {
      String state = id.substring(STATE.length());
      which = narrowed(which, state, true);
      nothing = which.equals(Selection.ALL) && !state.equals("reading-list");
    } else throw Problem.badParameter("s", "'" + Cut.to(id, 100) + "' is no stream");
    for (String without : all(ctx, "xt")) which = without(which, plain(without), feeds);
    for (String only : all(ctx, "it")) {
      String plain = plain(only);
      if (plain.startsWith(STATE)) which = narrowed(which, plain.substring(STATE.length()), true);
    }
    Long after = number(ctx, "c");
    return new ReaderStream(
        id,
        which.withSince(time(ctx, "ot")).withUntil(time(ctx, "nt")),
        "o".equals(first(ctx, "r")),
        after == null || after < 0 ? null : (Long) ItemIds.entry(after),
        limit(ctx, usual, most),
        nothing);
  }

  /// @param wanted false to leave out what is so
  private static Selection narrowed(Selection which, String state, boolean wanted) {
    Tristate so = wanted ? Tristate.ONLY : Tristate.WITHOUT;
    Tristate notSo = wanted ? Tristate.WITHOUT : Tristate.ONLY;
    return switch (state) {
      case "read" -> which.withUnread(notSo);
      case "unread", "kept-unread", "fresh" -> which.withUnread(so);
      case "starred" -> which.withStarred(so);
      default -> which;
    };
  }

  private static Selection without(
      Selection which, String stream, Function<String, Optional<Long>> feeds) {
    if (stream.startsWith("feed/")) return which.withNotFeed(feed(stream, "xt", feeds));
    if (stream.startsWith(LABEL)) return which.withNotLabel(stream.substring(LABEL.length()));
    return stream.startsWith(STATE)
        ? narrowed(which, stream.substring(STATE.length()), false)
        : which;
  }

  /// Clients ask for more than they expect to get, so too much is the most, and so is what FreshRSS
  /// and Miniflux take for no limit.
  private static int limit(Context ctx, int usual, int most) {
    Long n = number(ctx, "n");
    if (n == null) return usual;
    return n <= 0 ? most : Math.clamp(n, 1, most);
  }

  /// `user/1005921515/label/x` and `user/-/label/x` are the same; some leave out where a state is.
  static String plain(String stream) {
    return switch (stream) {
      case "reading-list", "starred", "read", "unread" -> STATE + stream;
      default -> stream.replaceFirst("^user/[^/]*/", "user/-/");
    };
  }

  static String label(String stream, String parameter) {
    String plain = plain(stream);
    String label = plain.startsWith(LABEL) ? plain.substring(LABEL.length()) : plain;
    if (label.isBlank() || label.length() > 1000 || plain.startsWith(STATE)) {
      throw Problem.badParameter(parameter, "'" + Cut.to(stream, 100) + "' is no label");
    }
    return label;
  }

  /// The number of a feed, even if nobody follows it: its stream is empty then.
  static long feed(String stream, String parameter, Function<String, Optional<Long>> feeds) {
    String what = stream.startsWith("feed/") ? stream.substring(5) : stream;
    if (what.matches("[0-9]{1,18}")) return Long.parseLong(what);
    // In the path of an address two slashes become one on their way.
    String address = what.replaceFirst("^(https?):/(?!/)", "$1://");
    if (!address.contains("://")) {
      throw Problem.badParameter(parameter, "'" + Cut.to(stream, 100) + "' is no feed of ours");
    }
    return feeds.apply(address).orElse(NO_FEED);
  }

  /// Entries by their ids. What is none is left out, unless nothing is left then: clients send what
  /// they remember.
  static List<Long> items(Context ctx) {
    List<String> ids = all(ctx, "i");
    List<Long> entries =
        ids.stream().map(ItemIds::entry).flatMap(Optional::stream).distinct().toList();
    if (entries.isEmpty()) {
      throw Problem.badParameter(
          "i", ids.isEmpty() ? "is missing" : "'" + Cut.to(ids.getFirst(), 100) + "' is no item");
    }
    return entries;
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

  static @Nullable Long number(Context ctx, String name) {
    String text = first(ctx, name);
    return text == null ? null : (Long) number(name, text.strip());
  }

  /// Clients send signs, fractions and the greatest number there is.
  static long number(String name, String text) {
    if (!text.matches("[+-]?[0-9]{1,30}([.][0-9]{0,30})?")) {
      throw Problem.badParameter(name, "must be a whole number, not '" + Cut.to(text, 100) + "'");
    }
    return new BigDecimal(text)
        .setScale(0, RoundingMode.FLOOR)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .max(BigDecimal.valueOf(Long.MIN_VALUE))
        .longValueExact();
  }

  /// Seconds; some clients send milliseconds, microseconds or nanoseconds.
  static @Nullable Instant time(Context ctx, String name) {
    Long number = number(ctx, name);
    return number == null || number <= 0 ? null : time(number);
  }

  /// A time that a program tells in seconds, milli-, micro- or nanoseconds: the number says which.
  static Instant time(long number) {
    if (number < 100_000_000_000L) return Instant.ofEpochSecond(number);
    if (number < 100_000_000_000_000L) return Instant.ofEpochMilli(number);
    return Instant.ofEpochMilli(number / (number < 100_000_000_000_000_000L ? 1000 : 1_000_000));
  }
}
