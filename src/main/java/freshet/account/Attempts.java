package freshet.account;

import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How often one may try to log in: so many wrong guesses from an address, and so many for a name
/// from all addresses, within ten minutes. The second is higher, so that a stranger cannot easily
/// keep an owner out.
///
/// A try counts from its beginning, else as many could be made as are under way at once; what was
/// right is taken back. Keys and tokens are too long to be guessed: they count for the address
/// alone, and an app that sends the same old one every few minutes has made one mistake.
public final class Attempts {
  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final int FROM_AN_ADDRESS = 10;
  private static final int FOR_A_NAME = 50;
  private static final int MOST_KEPT = 20_000;

  /// @param key what was wrong, if it was a key
  private record Failure(Instant at, String key) {}

  private final Map<String, Deque<Failure>> failures =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<Failure>> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /// Begins to try a password, unless there were too many: then how long to wait.
  public synchronized Optional<Duration> begin(String address, String name, Instant now) {
    Optional<Duration> wait = wait(from(address), FROM_AN_ADDRESS, now);
    if (wait.isEmpty()) wait = wait(of(name), FOR_A_NAME, now);
    if (wait.isPresent()) return wait;
    add(from(address), new Failure(now, ""));
    add(of(name), new Failure(now, ""));
    return Optional.empty();
  }

  /// It was right, or was not tried after all.
  public synchronized void takeBack(String address, String name, Instant begun) {
    for (String who : new String[] {from(address), of(name)}) {
      Deque<Failure> times = failures.get(who);
      if (times == null) continue;
      times.removeFirstOccurrence(new Failure(begun, ""));
      if (times.isEmpty()) failures.remove(who);
    }
  }

  /// A key was wrong; how long to wait before the next, if there were too many.
  ///
  /// @param key a hash of it
  public synchronized Optional<Duration> wrongKey(String address, String key, Instant now) {
    Optional<Duration> wait = wait(from(address), FROM_AN_ADDRESS, now);
    Deque<Failure> times = failures.get(from(address));
    if (times != null && times.stream().anyMatch(f -> f.key.equals(key))) return wait;
    if (wait.isEmpty()) add(from(address), new Failure(now, key));
    return wait;
  }

  private Optional<Duration> wait(String who, int most, Instant now) {
    Deque<Failure> times = failures.get(who);
    if (times == null) return Optional.empty();
    while (!times.isEmpty() && !times.getFirst().at.isAfter(now.minus(WINDOW))) times.removeFirst();
    if (times.isEmpty()) failures.remove(who);
    if (times.size() < most) return Optional.empty();
    return Optional.of(Duration.between(now, times.getFirst().at.plus(WINDOW)));
  }

  private void add(String who, Failure failure) {
    failures.computeIfAbsent(who, _ -> new ArrayDeque<>()).addLast(failure);
  }

  private static String of(String name) {
    return "for " + Cut.start(name.strip().toLowerCase(Locale.ROOT), 100);
  }

  private static String from(String address) {
    return "from " + NetworkAddress.of(address).map(NetworkAddress::household).orElse(address);
  }
}
