package freshet.translate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A translator with what is remembered of how it does, until the next start. Safe for several
/// threads.
final class Provider {
  private static final Duration FIRST_REST = Duration.ofSeconds(30);
  private static final Duration LONGEST_REST = Duration.ofHours(1);

  /// However long it wants to be left alone.
  private static final Duration LONGEST = Duration.ofDays(1);

  /// A server may say so of every pair while it starts; otherwise pairs are added seldom.
  private static final Duration FIRST_PAIR_AGAIN = Duration.ofMinutes(15);

  private static final Duration LONGEST_PAIR_AGAIN = Duration.ofHours(6);

  /// One text that it cannot do is no trouble of its own; two after each other are.
  private static final int MOST_STUMBLES = 2;

  final Translator translator;
  private final Map<String, NoPair> noPairs = new ConcurrentHashMap<>();
  private int stumbles;
  private Instant rests = Instant.MIN;
  private int failures;
  private @Nullable String trouble;

  /// @param rest how long it is not asked; it doubles
  private record NoPair(Instant until, Duration rest) {}

  Provider(Translator translator) {
    this.translator = translator;
  }

  synchronized boolean isFree(Instant now) {
    return !now.isBefore(rests);
  }

  /// Whether it may know both languages.
  boolean knows(String from, String into, Instant now) {
    NoPair no = noPairs.get(from + "-" + into);
    return no == null || !now.isBefore(no.until);
  }

  /// When it is asked for two languages again; now if it may know them.
  Instant knowsAt(String from, String into, Instant now) {
    NoPair no = noPairs.get(from + "-" + into);
    return no == null || now.isAfter(no.until) ? now : no.until;
  }

  /// Whether all went well with it lately: if not, a single text is tried first.
  synchronized boolean isSound(String from, String into) {
    return failures == 0 && stumbles == 0 && !noPairs.containsKey(from + "-" + into);
  }

  synchronized void worked(String from, String into) {
    noPairs.remove(from + "-" + into);
    answered();
  }

  private void answered() {
    failures = 0;
    stumbles = 0;
    trouble = null;
  }

  synchronized void noPair(String from, String into, Instant now) {
    answered();
    NoPair before = noPairs.get(from + "-" + into);
    Duration wait = before == null ? FIRST_PAIR_AGAIN : before.rest.multipliedBy(2);
    if (wait.compareTo(LONGEST_PAIR_AGAIN) > 0) wait = LONGEST_PAIR_AGAIN;
    noPairs.put(from + "-" + into, new NoPair(now.plus(wait), wait));
  }

  /// It could not do one text.
  synchronized void stumbled(String why, Instant now) {
    trouble = why;
    if (++stumbles >= MOST_STUMBLES) failed(why, null, now);
  }

  /// @param after as it said itself, null if it did not
  synchronized void failed(String why, @Nullable Duration after, Instant now) {
    failures++;
    Duration wait = FIRST_REST.multipliedBy(1L << Math.min(failures - 1, 10));
    if (wait.compareTo(LONGEST_REST) > 0) wait = LONGEST_REST;
    Duration asked = after == null ? wait : after.compareTo(LONGEST) > 0 ? LONGEST : after;
    if (asked.compareTo(wait) > 0) wait = asked; // who says "at once" would be asked without end
    rests = now.plus(wait);
    trouble = why;
  }

  /// Asked by a person: it is not waited for.
  synchronized void wake() {
    rests = Instant.MIN;
  }

  synchronized @Nullable String trouble() {
    return trouble;
  }

  /// Null if it can be asked now.
  synchronized @Nullable Instant restsUntil(Instant now) {
    return isFree(now) ? null : rests;
  }
}
