package freshet.cli;

import freshet.cluster.BrokerAway;
import freshet.cluster.Controller;
import freshet.cluster.EntryStream;
import freshet.cluster.Terminal;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Politeness;
import freshet.poll.FeedReader;
import freshet.store.Leases;
import freshet.store.Store;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The parts of a Freshet on many machines, made from the settings.
final class Clusters {
  private static final Logger log = LoggerFactory.getLogger(Clusters.class);

  private Clusters() {}

  /// Waits until no other controller writes to the database, or the one that does gives no sign of
  /// life.
  static Store storeInTurn(Settings settings, Runnable waiting) {
    Path data = Path.of(settings.text(Setting.DATA));
    OwnFiles.tighten(data);
    return Store.openInTurn(data, settings.text(Setting.DB), waiting);
  }

  static Controller controller(
      Settings settings,
      Leases leases,
      HttpFetcher fetcher,
      FeedReader local,
      Predicate<FeedReader.Request> stays,
      boolean first,
      InstantSource clock) {
    return connected(() ->
        Controller.start(
            brokers(settings),
            client(settings),
            name("controller"),
            Version.number(),
            leases,
            fetcher,
            Factories.limits(settings),
            local,
            stays,
            first,
            clock));
  }

  /// Beside whoever works on it.
  static Store openToRead(Settings settings) {
    String db = settings.text(Setting.DB);
    return Store.openReadOnly(Path.of(settings.text(Setting.DATA)), db.isEmpty() ? null : db);
  }

  /// Of a web node.
  static Store openBeside(Settings settings) {
    Path data = Path.of(settings.text(Setting.DATA));
    OwnFiles.tighten(data);
    return Store.openBeside(data, settings.text(Setting.DB));
  }

  static EntryStream stream(Settings settings, Store store) {
    return connected(() ->
        new EntryStream(
            brokers(settings),
            client(settings),
            settings.text(Setting.KAFKA_ENTRIES),
            name("stream"),
            store,
            InstantSource.system()));
  }

  static Terminal terminal(Settings settings) {
    // Hosts are asked when the controller lets them be, so none counts as asked at the start.
    Politeness politeness =
        new Politeness(
            settings.duration(Setting.FETCH_GAP), settings.isTrue(Setting.FETCH_OBEY_ROBOTS));
    return connected(() ->
        Terminal.start(
            brokers(settings),
            client(settings),
            name("terminal"),
            Version.number(),
            clock ->
                Factories.fetcher(
                    settings,
                    clock,
                    false,
                    settings.isTrue(Setting.FETCH_ALLOW_PRIVATE),
                    politeness),
            settings.whole(Setting.FETCH_PARALLEL)));
  }

  private interface Start<T> {
    T run() throws InterruptedException;
  }

  /// Waits for brokers that are not there yet: whoever ended instead would be started again and
  /// again, and take the machine's processors from a broker that is starting on it.
  private static <T> T connected(Start<T> start) {
    while (true) {
      try {
        return start.run();
      } catch (BrokerAway e) {
        if (!e.passes()) throw new UserError(e.sentence());
        log.warn("{}: trying again", e.sentence());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UserError("It was stopped while it started");
      }
    }
  }

  private static String brokers(Settings settings) {
    String brokers = settings.text(Setting.KAFKA);
    if (!brokers.isEmpty()) return brokers;
    throw new UserError("Say where Kafka is with --kafka HOST:PORT (setting 'kafka')");
  }

  private static Map<String, String> client(Settings settings) {
    String file = settings.text(Setting.KAFKA_CONFIG);
    if (file.isEmpty()) return Map.of();
    Properties read = new Properties();
    try (Reader from = Files.newBufferedReader(Path.of(file))) {
      read.load(from);
    } catch (IOException | IllegalArgumentException e) {
      throw new UserError("The file " + file + " (setting 'kafka.config') cannot be read");
    }
    Map<String, String> all = new HashMap<>();
    for (String key : read.stringPropertyNames()) all.put(key, read.getProperty(key));
    return all;
  }

  /// By which others know this process, until it ends.
  private static String name(String role) {
    return role + "-" + UUID.randomUUID().toString().substring(0, 8);
  }
}
