package freshet.account;

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
public final class Attempts {
  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final int FROM_AN_ADDRESS = 10;
  private static final int FOR_A_NAME = 50;
  private static final int MOST_KEPT = 20_000;

  private final Map<String, Deque<Instant>> failures =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<Instant>> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /// How long to wait before the next try; empty if one may try now.
  public synchronized Optional<Duration> wait(String address, String name, Instant now) {
    Optional<Duration> here = wait("from " + network(address), FROM_AN_ADDRESS, now);
    return here.isPresent() ? here : wait(key(name), FOR_A_NAME, now);
  }

  private Optional<Duration> wait(String key, int most, Instant now) {
    Deque<Instant> times = failures.get(key);
    if (times == null) return Optional.empty();
    while (!times.isEmpty() && !times.getFirst().isAfter(now.minus(WINDOW))) times.removeFirst();
    if (times.isEmpty()) failures.remove(key);
    if (times.size() < most) return Optional.empty();
    return Optional.of(Duration.between(now, times.getFirst().plus(WINDOW)));
  }

  public synchronized void failed(String address, String name, Instant now) {
    for (String key : new String[] {"from " + network(address), key(name)}) {
      Deque<Instant> times = failures.computeIfAbsent(key, _ -> new ArrayDeque<>());
      times.addLast(now);
      if (times.size() > FOR_A_NAME) times.removeFirst();
    }
  }

  /// Whoever knows the password may mistype it again.
  public synchronized void succeeded(String address) {
    failures.remove("from " + network(address));
  }

  private static String key(String name) {
    String known = name.toLowerCase(Locale.ROOT);
    return "for " + known.substring(0, Math.min(100, known.length()));
  }

  /// A home has a whole /64 of IPv6 addresses, so all of it counts as one.
  private static String network(String address) {
    if (!address.contains(":")) return address;
    String[] parts = address.split(":", -1);
    return parts.length < 8 ? address : String.join(":", parts[0], parts[1], parts[2], parts[3]);
  }
}
