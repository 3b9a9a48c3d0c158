package freshet.jobs;

import freshet.model.Feed;
import freshet.simulate.Report;
import freshet.simulate.Result;
import freshet.simulate.Run;
import freshet.simulate.Trace;
import freshet.store.Store;
import freshet.text.NamesApart;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/// Replays what the watched feeds have published against policies: which would have had the entries
/// soonest with so many requests? One trial at a time; no server is asked.
public final class Laboratory implements AutoCloseable {
  final Path folder;
  final DoubleSupplier followers;
  final InstantSource clock;
  private final Store store;
  private final Jobs<Trial> trials;

  /// @param folder where reports are kept
  public Laboratory(Store store, Path folder) {
    this(store, folder, () -> 1, InstantSource.system());
  }

  /// @param followers how much each who follows a feed adds to its rank, as in the schedule
  public Laboratory(Store store, Path folder, DoubleSupplier followers, InstantSource clock) {
    this.store = store;
    this.folder = folder;
    this.followers = followers;
    this.clock = clock;
    this.trials = new Jobs<>(folder.resolve("trials"), Trial.FILE, clock);
  }

  /// Finds the trial of before; one that was under way begins again.
  public void start() {
    trials.load((known, p) -> Trial.read(this, known, p));
    trials.goOn();
  }

  /// The policies that can be tried.
  public static List<String> policies() {
    return Run.names();
  }

  /// The trial under way, or the last.
  public Optional<Trial> trial() {
    return trials.all().stream().findFirst();
  }

  /// Begins a trial, in place of the one before.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public synchronized Trial begin(Trial.Setup setup) {
    if (trial().filter(t -> !t.state().isOver()).isPresent()) {
      throw new IllegalArgumentException("A simulation is running already.");
    }
    var _ = setup.conditions();
    List<Trial> before = trials.all();
    Trial begun = trials.begin(known -> new Trial(this, known, setup, null));
    before.forEach(t -> trials.remove(t.id()));
    return begun;
  }

  Trace history() throws Job.Trouble {
    Trace.Builder trace = new Trace.Builder();
    store.entries().eachPublication((feed, at) -> trace.add("f" + feed, at.getEpochSecond()));
    store
        .subscriptions()
        .interest(clock.instant())
        .forEach((feed, active) -> {
          if (trace.has("f" + feed)) trace.subscribers("f" + feed, active);
        });
    try {
      return trace.build();
    } catch (IllegalArgumentException e) {
      throw new Job.Trouble(
          "There is nothing to replay yet: no feed has published with a time.", e);
    }
  }

  /// With the names of the feeds, where a few of them are shown.
  List<Result> named(List<Result> results) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Result r : results) {
      for (Result.Rhythm rhythm : r.rhythms()) names.put(rhythm.source(), rhythm.source());
    }
    List<Feed> feeds =
        names.keySet().stream()
            .flatMap(key -> store.feeds().find(Long.parseLong(key.substring(1))).stream())
            .toList();
    List<String> apart =
        NamesApart.of(
            feeds.stream().map(Feed::name).toList(),
            feeds.stream().map(f -> f.url().toString()).toList());
    for (int i = 0; i < feeds.size(); i++) names.put("f" + feeds.get(i).id(), apart.get(i));
    return results.stream().map(r -> r.named(names)).toList();
  }

  /// The last report.
  public Optional<Report> report() {
    return Report.read(folder);
  }

  /// A trial under way is cut short and begins again at the next start.
  @Override
  public void close() {
    trials.close();
  }
}
