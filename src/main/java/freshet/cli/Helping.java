package freshet.cli;

import freshet.change.Background;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a controller does while it waits for its turn: it polls a part of the feeds, as soon as the
/// one whose turn it is can be helped.
final class Helping {
  private static final Logger log = LoggerFactory.getLogger(Helping.class);
  private static final Duration TRY_EVERY = Duration.ofSeconds(1);

  private final Settings settings;
  private @Nullable Thread trying;
  private @Nullable Helper helper;
  private volatile boolean closed;

  Helping(Settings settings) {
    this.settings = settings;
  }

  void start() {
    trying = Background.start("helping", this::help);
  }

  private void help() throws InterruptedException {
    boolean told = false;
    while (!closed) {
      try {
        Store store = Store.openToHelp(settings.text(Setting.DB));
        if (store != null) {
          begin(store);
          return;
        }
      } catch (StoreUnavailable | UserError e) {
        if (!told) log.warn("Nobody can be helped yet: {}", e.getMessage());
        told = true;
      } catch (RuntimeException e) {
        log.error("Helping failed by a mistake of ours; it is tried again", e);
        told = true;
      }
      Thread.sleep(TRY_EVERY);
    }
  }

  private synchronized void begin(Store store) throws InterruptedException {
    if (closed) store.close();
    else helper = Helper.start(settings, store);
  }

  /// Leaves its part to the others.
  void end() throws InterruptedException {
    closed = true;
    synchronized (this) {
      if (helper != null) helper.close();
    }
    if (trying != null) trying.join();
  }
}
