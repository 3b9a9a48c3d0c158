package freshet.picture;

import freshet.bound.BodyRoom;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Fetches pictures in the place of readers' browsers, so that publishers do not learn who reads
/// what and when. Only addresses that Freshet signed itself: it shows pictures of entries and is no
/// way into the internet, nor into the network it stands in.
public final class PictureProxy {
  public static final int MOST_BYTES = 12 * 1024 * 1024;

  private static final String ACCEPT = "image/avif,image/webp,image/png,image/*;q=0.8";

  /// What could not be had is not asked for again within this time.
  private static final Duration FAILURE_KEPT = Duration.ofHours(1);

  private static final int MOST_FAILURES = 5_000;
  private static final int AT_ONCE = 24;

  /// @param type such as `image/png`, as the bytes say
  public record Picture(String type, byte[] bytes) {}

  private final Supplier<String> key;
  private final PictureCache cache;
  private final Fetcher fetcher;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(AT_ONCE, true);

  /// So that one picture is not fetched twice at the same time; several share a lock by chance.
  private final ReentrantLock[] locks =
      IntStream.range(0, 128).mapToObj(_ -> new ReentrantLock()).toArray(ReentrantLock[]::new);

  private final Map<String, Instant> failures =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > MOST_FAILURES;
        }
      };

  /// @param folder made if missing
  /// @param key a secret, the same for all machines that answer for one installation
  /// @param mostKept bytes on the disk
  public PictureProxy(
      Path folder,
      Supplier<String> key,
      Fetcher fetcher,
      LongSupplier mostKept,
      InstantSource clock) {
    this.key = key;
    this.cache = new PictureCache(folder, mostKept, clock);
    this.fetcher = fetcher;
    this.clock = clock;
  }

  /// What shows that an address is one of Freshet's own pages'.
  public String sign(String address) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.get().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] whole = mac.doFinal(address.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(whole).substring(0, 22);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /// The picture at an address, from the disk or from its server; empty if it is not signed, cannot
  /// be had or is none.
  public Optional<Picture> get(String address, String signature) throws InterruptedException {
    byte[] right = sign(address).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(right, signature.getBytes(StandardCharsets.UTF_8))) {
      return Optional.empty();
    }
    String name = name(address);
    Optional<Picture> kept = kept(name);
    if (kept.isPresent() || hasFailed(name)) return kept;
    ReentrantLock lock = locks[Math.floorMod(name.hashCode(), locks.length)];
    lock.lockInterruptibly();
    try {
      kept = kept(name);
      if (kept.isPresent() || hasFailed(name)) return kept;
      Optional<Picture> fetched = fetch(address);
      if (fetched.isPresent()) cache.put(name, fetched.get().bytes);
      else failed(name);
      return fetched;
    } finally {
      lock.unlock();
    }
  }

  private Optional<Picture> kept(String name) {
    byte[] bytes = cache.get(name);
    return bytes == null ? Optional.empty() : picture(bytes);
  }

  private Optional<Picture> fetch(String address) throws InterruptedException {
    FeedUrl url;
    try {
      url = FeedUrl.of(address);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    var request = new FetchRequest(url, Validators.NONE, 0, Map.of("Accept", ACCEPT));
    places.acquire();
    try {
      AtomicReference<@Nullable Picture> found = new AtomicReference<>();
      BodyRoom.shared()
          .within(() -> {
            if (fetcher.fetchForBrowser(request, MOST_BYTES) instanceof Fetched f) {
              found.set(picture(f.body()).orElse(null));
            }
          });
      return Optional.ofNullable(found.get());
    } finally {
      places.release();
    }
  }

  /// Drawings too, as texts have diagrams: whoever shows one must not let it run anything.
  private static Optional<Picture> picture(byte[] bytes) {
    Optional<ImageType> type = ImageType.of(bytes);
    if (type.isPresent()) return Optional.of(new Picture(type.get().media(), bytes));
    String head = new String(bytes, 0, Math.min(bytes.length, 1024), StandardCharsets.UTF_8);
    String start = head.strip().replace("\uFEFF", "");
    boolean drawing =
        start.startsWith("<svg")
            || ((start.startsWith("<?xml") || start.startsWith("<!")) && start.contains("<svg"));
    return drawing ? Optional.of(new Picture("image/svg+xml", bytes)) : Optional.empty();
  }

  private boolean hasFailed(String name) {
    synchronized (failures) {
      Instant until = failures.get(name);
      return until != null && clock.instant().isBefore(until);
    }
  }

  private void failed(String name) {
    synchronized (failures) {
      failures.remove(name);
      failures.put(name, clock.instant().plus(FAILURE_KEPT));
    }
  }

  private static String name(String address) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(address.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, 16);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
