package freshet.dedupe;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Finds entries that tell the same story in the same words.
///
/// The idea. Two texts are the same if enough of their shingles are (Broder 1997 [1]). To compare a
/// new text with a million others, only those are looked at that share a *sampled* shingle with it.
/// A shingle of a text of n is in the sample if its hash is under `k · 2³² / n`: about k of them,
/// and the same ones in every text of that length, whatever its other words. Two texts that are the
/// same by P per cent share k · P / 100 of them on average, and k is chosen so that none is shared
/// by less than one such pair in a hundred. Candidates are then compared exactly, with the shingle
/// hashes in the store.
///
/// Why not MinHash with bands, which does the same: it draws its rows once per row from all
/// shingles, which costs ten times the time of reading the text (SuperMinHash [2] included), its
/// samples say nothing about a text inside a longer one, and at low per cents it needs twice the
/// memory. Measured in docs/decisions/0061-near-duplicates.md.
///
/// A *story* is a connected set: if A is the same as B and B as C, all three are one story, in
/// whatever order they came. Its name is its first entry by time. A late entry can join two
/// stories, or become the first of one.
///
/// A teaser shares too few shingles with its article, so texts are also found by their first eight
/// words, and told for one story if one is the beginning of the other ([Opening]).
///
/// Costs. About 100 bytes an entry in the window at 70 per cent, at lower per cents more (`500 / P`
/// samples of ten bytes, and 20). Known weakness: a story grows by chains, so a text that changes a
/// little every hour stays one story although its ends have little in common.
///
/// Not safe for several threads; the one writer owns it.
///
/// [1] Broder, On the resemblance and containment of documents, 1997. [2] Ertl, SuperMinHash, 2017.
public final class DuplicateFinder {
  /// e^-5 of the pairs at the very threshold share no sample.
  private static final double EXPECTED_SHARED = 5;

  /// With containment, a text of this many shingles must be found inside any longer one.
  private static final int SMALLEST_INSIDE = 30;

  /// More exact comparisons with one story, once one has succeeded, tell nothing new.
  private static final int ENOUGH_OF_A_STORY = 8;

  private static final int MOST_CANDIDATES = 400;
  private static final int[] NONE = {};

  /// Of what is written down; another number whenever shingles, samples or their packing change.
  private static final long FORMAT = 0x46726573_00000001L;

  /// No entry has this id.
  public static final long NOBODY = Long.MIN_VALUE;

  private final Sameness sameness;
  private final LongFunction<@Nullable Signature> stored;
  private final double samples;
  private SampleIndex index = new SampleIndex();

  private long[] ids = new long[16];
  private int[] times = new int[16];
  private int[] sources = new int[16];
  private int[] firsts = new int[16];
  private int count;
  private int removed;

  /// The largest of all ids, and whether they ascend: they do unless another program stores beside
  /// this one.
  private long largest = NOBODY;

  private boolean ascending = true;

  /// The entries of the sampled shingles that are being looked for.
  private int[] posting = new int[64];

  private int postings;

  /// @param stored gives the signature of an entry in the window by its id, null if it is gone
  public DuplicateFinder(Sameness sameness, LongFunction<@Nullable Signature> stored) {
    this.sameness = sameness;
    this.stored = stored;
    this.samples = EXPECTED_SHARED * 100 / sameness.percent();
  }

  /// Places a new entry, and remembers it.
  ///
  /// @param epochSecond when it was published, or first seen
  /// @param source a number for who published it, 0 if unknown
  public Match add(long id, long epochSecond, int source, Signature signature) {
    return add(id, search(epochSecond, source, signature, NOBODY));
  }

  /// What an entry is the same as: looked for before it has an id, remembered with [#add(long,
  /// Same)] or [#edited] before anything else is.
  ///
  /// @param sameAs the entry it resembles most, null if none, and by how many per cent
  /// @param stories the first entries of the stories it belongs to
  public record Same(
      long epochSecond,
      int source,
      Signature signature,
      @Nullable Long sameAs,
      double percent,
      List<Long> stories) {}

  /// @param except an entry not to be compared with, or [#NOBODY]
  public Same search(long epochSecond, int source, Signature signature, long except) {
    Candidate best = null;
    List<Integer> stories = new ArrayList<>();
    Map<Integer, Integer> compared = new HashMap<>();
    for (int candidate : candidates(signature)) {
      int story = firsts[candidate];
      if (ids[candidate] == except
          || (stories.contains(story)
              && compared.merge(story, 1, Integer::sum) > ENOUGH_OF_A_STORY)) {
        continue;
      }
      Signature other = stored.apply(ids[candidate]);
      if (other == null) continue;
      long apart = Math.abs(times[candidate] - epochSecond);
      boolean oneSource = source != 0 && source == sources[candidate];
      double percent = sameness.judge(signature, other, apart, oneSource);
      if (percent == 0) continue;
      if (!stories.contains(story)) stories.add(story);
      Candidate match = new Candidate(candidate, percent);
      if (best == null || before(match, best)) best = match;
    }
    List<Long> names = new ArrayList<>(stories.size());
    for (int story : stories) names.add(ids[story]);
    return best == null
        ? new Same(epochSecond, source, signature, null, 0, List.of())
        : new Same(epochSecond, source, signature, ids[best.entry], best.percent, names);
  }

  /// Remembers an entry with what [#search] found for it.
  public Match add(long id, Same same) {
    int me = append(id, same.epochSecond, same.source);
    List<Long> absorbed = join(me, places(same.stories));
    remember(me, same.signature);
    return same.sameAs == null
        ? new Match(id, null, 0, List.of())
        : new Match(ids[firsts[me]], same.sameAs, same.percent, absorbed);
  }

  /// The text of a remembered entry has changed: it stays where it is, and is found by its new text
  /// from now on. What it shares with others now belongs to its story.
  public void edited(long id, Same same) {
    int me = place(id);
    if (me < 0) return;
    List<Integer> stories = places(same.stories);
    if (!stories.contains(firsts[me])) stories.add(firsts[me]);
    join(me, stories);
    remember(me, same.signature);
  }

  /// The number of an entry, negative if it is not remembered.
  private int place(long id) {
    if (id > largest) return -1;
    int place = Arrays.binarySearch(ids, 0, count, id);
    if (place >= 0 && firsts[place] >= 0) return place;
    // One that was forgotten may have come again, as a store gives a number again that it took
    // back.
    if (place < 0 && ascending) return -1;
    for (int entry = 0; entry < count; entry++) {
      if (ids[entry] == id && firsts[entry] >= 0) return entry;
    }
    return -1;
  }

  private List<Integer> places(List<Long> stories) {
    List<Integer> places = new ArrayList<>(stories.size() + 1);
    for (long story : stories) {
      int place = place(story);
      if (place >= 0) places.add(place);
    }
    return places;
  }

  /// An entry as the store knows it.
  ///
  /// @param story the same number for all entries of a story, a negative one for an entry alone
  public record Known(long id, long epochSecond, int source, long story, Signature signature) {}

  /// Remembers entries whose stories are known, at the start; in any order.
  public void restore(Iterable<Known> entries) {
    entries.forEach(restoring());
  }

  /// Takes all entries of a window at once, whose stories are known.
  ///
  /// @param giveAll hands each to whom it is given
  public void restoreAll(Consumer<Consumer<Known>> giveAll) {
    index.hurry();
    giveAll.accept(restoring());
    index.rest();
  }

  /// Takes entries whose stories are known, one at a time.
  public Consumer<Known> restoring() {
    Map<Long, Integer> firstOf = new HashMap<>();
    return known -> {
      int me = append(known.id(), known.epochSecond(), known.source());
      remember(me, known.signature());
      Integer first = known.story() < 0 ? null : firstOf.putIfAbsent(known.story(), me);
      if (first == null) return;
      firsts[me] = first;
      if (earlier(me, first)) {
        join(me, List.of(first));
        firstOf.put(known.story(), me);
      }
    };
  }

  /// Remembers an entry that was stored, or edited, after what is remembered was written down.
  ///
  /// @param together the entries of its story
  public void late(Known known, List<Long> together) {
    int me = place(known.id());
    List<Integer> stories = new ArrayList<>();
    if (me < 0) me = append(known.id(), known.epochSecond(), known.source());
    else stories.add(firsts[me]);
    for (long other : together) {
      int place = other == known.id() ? -1 : place(other);
      if (place >= 0 && !stories.contains(firsts[place])) stories.add(firsts[place]);
    }
    join(me, stories);
    remember(me, known.signature());
  }

  /// What the start needs to know of what was written down.
  ///
  /// @param rules by which it was made; by others it is worth nothing
  /// @param last it has all entries up to this number
  /// @param epochMilli when it was written
  public record Mark(String rules, long last, long epochMilli) {}

  /// Writes down what is remembered, to be taken up by [#takeUp].
  public void write(NumbersOut out, Mark mark) throws IOException {
    out.number(FORMAT);
    out.all(mark.rules.getBytes(StandardCharsets.UTF_8));
    out.number(mark.last);
    out.number(mark.epochMilli);
    out.all(ids, count);
    out.all(times, count);
    out.all(sources, count);
    out.all(firsts, count);
    index.write(out);
    out.end();
  }

  /// Takes up what [#write] wrote, before anything else is remembered. It is for the caller to see
  /// that the store still has it.
  ///
  /// @param rules by which it has to have been made
  /// @return null if it was made by others
  /// @throws IOException with the second half of a sentence, if it cannot be read; then this one is
  ///   of no use any more
  public @Nullable Mark takeUp(NumbersIn in, String rules) throws IOException {
    if (in.number() != FORMAT) return null;
    Mark mark = new Mark(new String(in.bytes(), StandardCharsets.UTF_8), in.number(), in.number());
    if (!mark.rules.equals(rules)) return null;
    int room = 1024;
    ids = in.longs(room);
    times = in.ints(room);
    sources = in.ints(room);
    firsts = in.ints(room);
    index = new SampleIndex();
    SampleIndex read = SampleIndex.read(in);
    in.end();
    int all = ids.length - room;
    if (times.length != ids.length || sources.length != ids.length || firsts.length != ids.length) {
      throw new IOException("it is damaged");
    }
    index = read;
    count = all;
    for (int entry = 0; entry < count; entry++) {
      if (firsts[entry] < 0) removed++;
      else if (ids[entry] > mark.last) forget(entry);
    }
    if (removed > 0) compact();
    for (int entry = 0; entry < count; entry++) comes(ids[entry]);
    return mark;
  }

  /// The entries that came last, at most so many, with their times in seconds.
  public Map<Long, Integer> latest(int most) {
    Map<Long, Integer> latest = new HashMap<>();
    for (int entry = count - 1; entry >= 0 && latest.size() < most; entry--) {
      if (firsts[entry] >= 0) latest.put(ids[entry], times[entry]);
    }
    return latest;
  }

  /// Forgets a deleted entry. Its story stays together; another entry names it.
  ///
  /// @return the new name of its story, or null if nothing is left of it
  public @Nullable Long remove(long id) {
    int entry = place(id);
    return entry < 0 ? null : forget(entry);
  }

  /// Forgets entries older than the window.
  public void expire(long nowEpochSecond) {
    long oldest = nowEpochSecond - sameness.window().toSeconds();
    for (int entry = 0; entry < count; entry++) {
      if (firsts[entry] >= 0 && times[entry] < oldest) {
        firsts[entry] = -1;
        removed++;
      }
    }
    if (removed > 0) compact();
  }

  public boolean has(long id) {
    return place(id) >= 0;
  }

  /// Entries in the window.
  public int size() {
    return count - removed;
  }

  /// The story of each remembered entry, in the order they came.
  public Map<Long, Long> stories() {
    Map<Long, Long> stories = new java.util.LinkedHashMap<>();
    for (int entry = 0; entry < count; entry++) {
      if (firsts[entry] >= 0) stories.put(ids[entry], ids[firsts[entry]]);
    }
    return stories;
  }

  /// Bytes held for the window.
  public long bytes() {
    return index.bytes() + 20L * ids.length;
  }

  private record Candidate(int entry, double percent) {}

  /// The better match; of two equal ones the earlier, so that arrival does not matter.
  private boolean before(Candidate a, Candidate b) {
    if (a.percent != b.percent) return a.percent > b.percent;
    return earlier(a.entry, b.entry);
  }

  private boolean earlier(int a, int b) {
    return times[a] != times[b] ? times[a] < times[b] : ids[a] < ids[b];
  }

  /// Entries that share a sampled shingle, those that share most first.
  private int[] candidates(Signature signature) {
    postings = 0;
    double share = sameness.percent() / 100;
    for (Shingles set : signature.shingles()) {
      // The shortest text that can be the same has n · P / (2 - P) shingles, and samples by that.
      double shortest = set.count() * share / (2 - share);
      if (sameness.containment()) shortest = Math.min(shortest, SMALLEST_INSIDE);
      long limit = limit(shortest);
      for (int hash : set.hashes()) {
        if (Integer.toUnsignedLong(hash) >= limit) break;
        index.find(hash, this::met);
      }
    }
    for (Opening opening : signature.openings()) index.find(opening.key(), this::met);
    if (postings == 0) return NONE;
    Arrays.sort(posting, 0, postings);
    long[] shared = new long[postings];
    int n = 0;
    for (int i = 0; i < postings; ) {
      int entry = posting[i];
      int from = i;
      while (i < postings && posting[i] == entry) i++;
      // Those that share most sort first, then those that came first.
      if (firsts[entry] >= 0) shared[n++] = ((long) (from - i) << 32) | entry;
    }
    Arrays.sort(shared, 0, n);
    int[] entries = new int[Math.min(n, MOST_CANDIDATES)];
    for (int i = 0; i < entries.length; i++) entries[i] = (int) shared[i];
    return entries;
  }

  private void met(int entry) {
    if (postings == posting.length) posting = Arrays.copyOf(posting, postings * 2);
    posting[postings++] = entry;
  }

  private long limit(double shingles) {
    double share = shingles <= samples ? 1 : samples / shingles;
    return (long) (share * (1L << 32));
  }

  private int append(long id, long epochSecond, int source) {
    if (count == ids.length) {
      int longer = count + count / 4 + 16;
      ids = Arrays.copyOf(ids, longer);
      times = Arrays.copyOf(times, longer);
      sources = Arrays.copyOf(sources, longer);
      firsts = Arrays.copyOf(firsts, longer);
    }
    comes(id);
    ids[count] = id;
    times[count] = (int) epochSecond;
    sources[count] = source;
    firsts[count] = count;
    return count++;
  }

  private void comes(long id) {
    if (id < largest) ascending = false;
    else largest = id;
  }

  private void remember(int entry, Signature signature) {
    for (Shingles set : signature.shingles()) {
      long limit = limit(set.count());
      if (sameness.containment()) {
        limit = Math.max(limit, limit(samples * SMALLEST_INSIDE / EXPECTED_SHARED));
      }
      int last = 0;
      for (int hash : set.hashes()) {
        if (Integer.toUnsignedLong(hash) >= limit) break;
        if (hash != last || hash == 0) index.add(hash, entry);
        last = hash;
      }
    }
    for (Opening opening : signature.openings()) index.add(opening.key(), entry);
  }

  /// Makes one story of an entry and others, named by the first of all.
  private List<Long> join(int me, List<Integer> stories) {
    int first = me;
    for (int story : stories) if (earlier(story, first)) first = story;
    List<Long> absorbed = new ArrayList<>();
    for (int story : stories) if (story != first) absorbed.add(ids[story]);
    if (!absorbed.isEmpty()) {
      for (int entry = 0; entry < count; entry++) {
        if (entry != me && stories.contains(firsts[entry])) firsts[entry] = first;
      }
    }
    firsts[me] = first;
    return absorbed;
  }

  private @Nullable Long forget(int entry) {
    int story = firsts[entry];
    firsts[entry] = -1;
    removed++;
    if (story != entry) return ids[story];
    int next = -1;
    for (int e = 0; e < count; e++) {
      if (firsts[e] == entry && (next < 0 || earlier(e, next))) next = e;
    }
    if (next < 0) return null;
    for (int e = 0; e < count; e++) if (firsts[e] == entry) firsts[e] = next;
    return ids[next];
  }

  /// Closes the gaps that forgotten entries left.
  private void compact() {
    int[] numbers = new int[count];
    int kept = 0;
    for (int entry = 0; entry < count; entry++) numbers[entry] = firsts[entry] < 0 ? -1 : kept++;
    // A story whose first entry has left the window is named by its first that has not.
    Map<Integer, Integer> heirs = new HashMap<>();
    for (int entry = 0; entry < count; entry++) {
      int first = firsts[entry];
      if (first >= 0 && numbers[first] < 0) {
        heirs.merge(first, entry, (a, b) -> earlier(a, b) ? a : b);
      }
    }
    for (int entry = 0; entry < count; entry++) {
      int to = numbers[entry];
      if (to < 0) continue;
      int first = heirs.getOrDefault(firsts[entry], firsts[entry]);
      ids[to] = ids[entry];
      times[to] = times[entry];
      sources[to] = sources[entry];
      firsts[to] = numbers[first];
    }
    count = kept;
    removed = 0;
    index.renumber(entry -> numbers[entry]);
  }
}
