package freshet.group;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an [EventFinder] remembers, as numbers in a file: telling the events of the last days again
/// from their texts takes the start of a large installation seconds, reading this a tenth of one.
final class EventNumbers {
  /// Another number whenever roots, traces or their places in the tables change.
  private static final long FORMAT = 0x46726573_45000001L;

  /// The fewest bytes of an event, and of a strand.
  private static final int AN_EVENT = 6 * Long.BYTES;

  private static final int A_STRAND = 7 * Long.BYTES;

  private EventNumbers() {}

  static void write(NumbersOut out, Map<Long, Happening> events, Table words, Bridge bridge)
      throws IOException {
    Map<String, Integer> languages = new LinkedHashMap<>();
    List<Happening> all = new ArrayList<>();
    int strands = 0;
    for (Map.Entry<Long, Happening> e : events.entrySet()) {
      Happening event = e.getValue();
      if (event.id != e.getKey()) continue; // united with another
      event.number = all.size();
      all.add(event);
      for (Strand strand : event.strands) {
        strand.number = strands++;
        int _ = languages.computeIfAbsent(strand.language, _ -> languages.size());
      }
    }
    out.number(FORMAT);
    out.number(languages.size());
    for (String language : languages.keySet()) out.all(language.getBytes(StandardCharsets.UTF_8));
    out.number(strands);
    out.number(all.size());
    for (Happening event : all) {
      out.number(event.id);
      out.number(event.last);
      out.number(event.entries);
      out.all(event.sources, event.sources.length);
      out.all(event.lastOfSource, event.lastOfSource.length);
      out.number(event.strands.size());
      for (Strand strand : event.strands) {
        out.number(languages.getOrDefault(strand.language, 0));
        out.number(strand.entries);
        out.all(strand.words, strand.words.length);
        out.all(strand.weights);
        out.all(strand.marks, strand.marks.length);
        out.all(strand.markWeights);
        out.number(Float.floatToRawIntBits(strand.marked));
      }
    }
    long[] others = new long[2 * (events.size() - all.size())];
    int other = 0;
    for (Map.Entry<Long, Happening> e : events.entrySet()) {
      if (e.getValue().id == e.getKey()) continue;
      others[other++] = e.getKey();
      others[other++] = e.getValue().number;
    }
    out.all(others, other);
    words.write(out);
    bridge.table().write(out);
    out.end();
  }

  /// @param last events that began with a later entry are left out
  /// @throws IOException with the second half of a sentence; both tables are of no use any more
  static Map<Long, Happening> read(NumbersIn in, long last, Table words, Bridge bridge)
      throws IOException {
    if (in.number() != FORMAT) throw new IOException("it is of another version");
    String[] languages = new String[in.count(Long.BYTES)];
    for (int i = 0; i < languages.length; i++) {
      languages[i] = new String(in.bytes(), StandardCharsets.UTF_8);
    }
    Strand[] strands = new Strand[in.count(A_STRAND)];
    Happening[] all = new Happening[in.count(AN_EVENT)];
    int strand = 0;
    for (int i = 0; i < all.length; i++) {
      Happening event = new Happening(in.number(), in.number());
      all[i] = event;
      event.entries = (int) in.number();
      event.sources = in.ints(0);
      event.lastOfSource = in.longs(0);
      int told = in.count(A_STRAND);
      check(event.sources.length == event.lastOfSource.length && told <= strands.length - strand);
      for (int s = 0; s < told; s++) {
        strands[strand] = strand(in, languages, event);
        event.strands.add(strands[strand++]);
      }
    }
    check(strand == strands.length);
    long[] others = in.longs(0);
    List<Table.Having> byWord = words.read(in, strands.length);
    List<Table.Having> byKey = bridge.table().read(in, strands.length);
    in.end();
    Map<Long, Happening> events = new HashMap<>();
    for (Happening event : all) if (event.id <= last) events.put(event.id, event);
    for (int i = 0; i + 1 < others.length; i += 2) {
      check(others[i + 1] >= 0 && others[i + 1] < all.length);
      Happening both = all[(int) others[i + 1]];
      if (both.id <= last) events.put(others[i], both);
    }
    for (int i = 0; i < strands.length; i++) if (strands[i].of.id > last) strands[i] = null;
    words.take(byWord, strands);
    bridge.table().take(byKey, strands);
    return events;
  }

  private static Strand strand(NumbersIn in, String[] languages, Happening event)
      throws IOException {
    long language = in.number();
    check(language >= 0 && language < languages.length);
    Strand strand = new Strand(languages[(int) language], event);
    strand.entries = (int) in.number();
    strand.words = in.ints(0);
    strand.weights = in.floats();
    strand.length = Vector.length(strand.weights);
    strand.marks = in.ints(0);
    strand.markWeights = in.floats();
    strand.marked = Float.intBitsToFloat((int) in.number());
    check(strand.words.length == strand.weights.length);
    check(strand.marks.length == strand.markWeights.length);
    for (int word : strand.words) check(word >= 0 && word < 1 << Features.BITS);
    return strand;
  }

  static void check(boolean right) throws IOException {
    if (!right) throw new IOException("it is damaged");
  }
}
