package freshet.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// What a number of feeds needs of each part of a Freshet on many machines, and which part is the
/// first to be too small: `bench/run capacity [POLLS_A_DAY] [ENTRIES_A_DAY]`. Reckoned from what
/// one step costs (measured by `bench/run cluster` and `bench/run grow`, on one core of the machine
/// of bench/README.md); how unevenly feeds fall on sites, platforms and shards is simulated.
public final class CapacityBench {
  /// CPU ms of a poll that brings nothing new, and of an entry besides. These and the bytes were
  /// measured over 45 s of `tools/chaos` (20,000 feeds, 108 requests and 37 entries a second, a
  /// busy machine, with the starts of what was killed): so they are rather too high.
  private static final double CONTROLLER_POLL = 2.4;

  private static final double CONTROLLER_ENTRY = 3.0;
  private static final double TERMINAL_POLL = 2.0;
  private static final double TERMINAL_ENTRY = 0.5;
  private static final double KAFKA_POLL = 0.95;
  private static final double POSTGRES_POLL = 0.9;
  private static final double POSTGRES_ENTRY = 0.8;

  /// Bytes: of PostgreSQL's log, of messages.
  private static final double WAL_POLL = 2_600;

  private static final double WAL_ENTRY = 4_000;
  private static final double MESSAGES_POLL = 1_200;
  private static final double MESSAGES_ENTRY = 700;

  /// ms for which only one controller may store entries.
  private static final double LOCK_ENTRY = 4.9;

  /// Bytes that stay: a feed and an entry in the database, an entry in a search index.
  private static final double DISK_FEED = 1_400;

  private static final double DISK_ENTRY = 2_200;
  private static final double INDEX_ENTRY = 1_040;

  /// Memory: the schedule of a feed, an entry in the window of stories (14 days) at 40 per cent.
  private static final double MEMORY_FEED = 991;

  private static final double MEMORY_ENTRY = 90;
  private static final int WINDOW_DAYS = 14;
  private static final double HEAP_MB = 300;

  /// Of each machine so much is used on the average; the rest is for the busiest hour.
  private static final double LOAD = 0.5;

  private static final int CORES = 8;
  private static final int SHARDS = 64;

  /// Seconds that a host is taken by one poll: an answer, and the gap.
  private static final double VISIT_S = 0.3;

  /// Polls at a time on one platform.
  private static final int PLATFORM_PLACES = 4;

  /// What part of all feeds the largest platforms have.
  private static final double[] PLATFORMS = {0.05, 0.04, 0.03, 0.02, 0.02, 0.01, 0.01, 0.01};

  /// Feeds on a site: so many have at least n as 1/n^SPREAD says.
  private static final double SPREAD = 1.6;

  private final double polls;
  private final double entries;

  private CapacityBench(double pollsADay, double entriesADay) {
    this.polls = pollsADay;
    this.entries = entriesADay;
  }

  public static void main(String[] args) {
    double polls = args.length > 0 ? Double.parseDouble(args[0]) : 24;
    double entries = args.length > 1 ? Double.parseDouble(args[1]) : 5;
    System.out.printf(
        Locale.ROOT,
        "%.0f polls and %.1f new entries per feed and day, machines of %d cores half used%n",
        polls,
        entries,
        CORES);
    for (double feeds : new double[] {1e5, 1e6, 1e7, 1e8}) {
      new CapacityBench(polls, entries).say(feeds);
    }
  }

  /// A part that may be too small.
  ///
  /// @param used of what there can be at most, 1 for all of it
  private record Limit(String what, double used) {}

  private void say(double feeds) {
    double pollRate = feeds * polls / 86_400;
    double entryRate = feeds * entries / 86_400;
    double machine = CORES * LOAD * 1000;
    double controllers = (pollRate * CONTROLLER_POLL + entryRate * CONTROLLER_ENTRY) / machine;
    double terminals = (pollRate * TERMINAL_POLL + entryRate * TERMINAL_ENTRY) / machine;
    double postgres = (pollRate * POSTGRES_POLL + entryRate * POSTGRES_ENTRY) / 1000;
    double kafka = pollRate * KAFKA_POLL / 1000;
    double wal = (pollRate * WAL_POLL + entryRate * WAL_ENTRY) / 1e6;
    double messages = (pollRate * MESSAGES_POLL + entryRate * MESSAGES_ENTRY) / 1e6;
    double window = feeds * entries * WINDOW_DAYS * MEMORY_ENTRY / 1e9;
    double many = Math.max(2, Math.ceil(controllers));
    double heap = HEAP_MB / 1000 + window + feeds / many * MEMORY_FEED / 1e9;
    double uneven = uneven(feeds);
    System.out.printf(Locale.ROOT, "%n## %,.0f feeds%n", feeds);
    line("polls a second", pollRate, "");
    line("new entries a second", entryRate, "");
    line(
        "controllers", many, "(of " + String.format(Locale.ROOT, "%.2f", controllers) + " by CPU)");
    line("memory of each, GB", heap, "");
    line("terminals", Math.max(2, Math.ceil(terminals)), "");
    line("PostgreSQL, cores", postgres / LOAD, "");
    line("PostgreSQL's log, MB a second", wal, "");
    line("Kafka, cores", kafka / LOAD, "");
    line("Kafka, MB a second, and to each controller", messages, "");
    line("requests under way (at 0.3 s)", pollRate * VISIT_S, "");
    line(
        "database after a year, GB",
        (feeds * DISK_FEED + feeds * entries * 365 * DISK_ENTRY) / 1e9,
        "");
    line("search index after a year, GB", feeds * entries * 365 * INDEX_ENTRY / 1e9, "");
    line("the busiest shard, of the mean", uneven, "(simulated)");
    List<Limit> limits = new ArrayList<>();
    limits.add(
        new Limit("storing entries, one controller at a time", entryRate * LOCK_ENTRY / 1000));
    limits.add(new Limit("PostgreSQL's processors (32 cores)", postgres / 32));
    limits.add(new Limit("PostgreSQL's log (300 MB a second)", wal / 300));
    limits.add(new Limit("memory of a controller (64 GB)", heap / 64));
    limits.add(
        new Limit(
            "the busiest shard, which one controller has",
            (pollRate * CONTROLLER_POLL + entryRate * CONTROLLER_ENTRY)
                / SHARDS
                * uneven
                / (CORES * 1000)));
    limits.add(
        new Limit(
            "the largest platform, asked by four at a time",
            pollRate * PLATFORMS[0] * VISIT_S / PLATFORM_PLACES));
    limits.add(new Limit("answers of all to each controller (100 MB a second)", messages / 100));
    limits.sort(Comparator.comparingDouble(Limit::used).reversed());
    for (Limit limit : limits) {
      System.out.printf(Locale.ROOT, "  %7.1f %% of %s%n", limit.used * 100, limit.what);
    }
  }

  private static void line(String what, double value, String more) {
    System.out.printf(Locale.ROOT, "%-46s %,12.1f %s%n", what, value, more);
  }

  /// How much more than the mean the busiest of 64 shards has, where sites and platforms are whole.
  private static double uneven(double feeds) {
    Random random = new Random(7);
    double[] shards = new double[SHARDS];
    for (double share : PLATFORMS) shards[random.nextInt(SHARDS)] += feeds * share;
    double left = feeds;
    for (double share : PLATFORMS) left -= feeds * share;
    double scale = Math.max(1, left / 3e6);
    for (double placed = 0; placed < left / scale; ) {
      double here = Math.floor(Math.pow(1 - random.nextDouble(), -1 / SPREAD));
      here = Math.min(here, 20_000);
      shards[random.nextInt(SHARDS)] += here * scale;
      placed += here;
    }
    double most = 0;
    for (double one : shards) most = Math.max(most, one);
    return most / (feeds / SHARDS);
  }
}
