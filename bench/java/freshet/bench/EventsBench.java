package freshet.bench;

import freshet.dictionary.Shelf;
import freshet.group.Gist;
import freshet.group.Glossary;
import freshet.group.ToldEvents;
import freshet.group.ToldEvents.Told;
import freshet.group.Tracer;
import freshet.understand.Understanding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// How well stories of one happening in several languages come into one event, and what that costs.
///
///     bench/run events                       by names, numbers and time alone
///     bench/run events /tmp/dictionaries     with the dictionaries of a data folder
public final class EventsBench {
  private EventsBench() {}

  public static void main(String[] args) throws IOException {
    List<Told> alone = ToldEvents.read(false);
    List<Told> among = ToldEvents.read(true);
    System.out.println("by names, numbers and time");
    print(ToldEvents.measure(alone, new Tracer(Glossary.NONE)));
    print(ToldEvents.measure(among, new Tracer(Glossary.NONE)));
    cost(among, new Tracer(Glossary.NONE));
    if (args.length == 0) return;
    Tracer tracer = Understanding.tracer(new Shelf(Path.of(args[0])));
    System.out.println("with dictionaries");
    print(ToldEvents.measure(alone, tracer));
    print(ToldEvents.measure(among, tracer));
    cost(among, tracer);
  }

  private static void cost(List<Told> all, Tracer tracer) {
    var threads = ManagementFactory.getThreadMXBean();
    for (int round = 0; round < 4; round++) {
      long before = threads.getCurrentThreadCpuTime();
      for (Told t : all) {
        var _ = Gist.of(t.title(), t.text(), t.language());
      }
      long plain = threads.getCurrentThreadCpuTime();
      for (Told t : all) {
        var _ = Gist.of(t.title(), t.text(), t.language()).traced(tracer, t.title(), t.text());
      }
      long traced = threads.getCurrentThreadCpuTime();
      if (round == 3) {
        System.out.printf(
            Locale.ROOT,
            "µs an entry: %.1f, with traces %.1f%n",
            (plain - before) / 1e3 / all.size(),
            (traced - plain) / 1e3 / all.size());
      }
    }
  }

  private static void print(ToldEvents.Measured m) {
    System.out.printf(
        Locale.ROOT,
        "%d texts: precision %.3f, recall %.3f, pairs of others %d%n",
        m.texts(),
        m.precision(),
        m.recall(),
        m.others());
    m.wrong().forEach(w -> System.out.println("  wrong: " + w));
    System.out.println("  missed: " + m.missed());
  }
}
