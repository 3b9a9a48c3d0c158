package freshet.pipeline;

import java.util.List;

/// Lets tests of other packages say what the pipeline would say.
public final class Telling {
  private Telling() {}

  public static void tell(Announcer announcer, long feed, List<Long> newEntries) {
    announcer.tell(new Announcer.News(feed, newEntries, newEntries));
  }
}
