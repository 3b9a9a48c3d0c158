package freshet.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event while it grows: one strand for each language it is told in.
final class Happening {
  /// Its first entry.
  final long id;

  final List<Strand> strands = new ArrayList<>(1);

  /// Who wrote about it, and each one's last time. Most events have one source.
  int[] sources = {};

  long[] lastOfSource = {};
  int entries;
  long last;

  /// While it is written down.
  int number;

  Happening(long id, long time) {
    this.id = id;
    this.last = time;
  }

  @Nullable Strand in(String language) {
    for (Strand s : strands) if (s.language.equals(language)) return s;
    return null;
  }

  void heard(int source, long time) {
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] == source) {
        lastOfSource[i] = Math.max(lastOfSource[i], time);
        return;
      }
    }
    sources = Arrays.copyOf(sources, sources.length + 1);
    lastOfSource = Arrays.copyOf(lastOfSource, sources.length);
    sources[sources.length - 1] = source;
    lastOfSource[sources.length - 1] = time;
  }
}
