package freshet.bench;

import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import freshet.dedupe.DuplicateFinder;
import freshet.dedupe.Match;
import freshet.dedupe.Sameness;
import freshet.dedupe.Shingles;
import freshet.dedupe.Signature;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/// Near-duplicates: 100,000 articles of 300 words, every tenth a copy with 5 % of its words
/// changed; and the memory of a million entries.
public final class DedupeBench {
  private static final int ARTICLES = Integer.getInteger("articles", 100_000);
  private static final int WORDS = 300;
  private static final double PERCENT = 30;

  public static void main(String[] args) {
    SplittableRandom random = new SplittableRandom(6);
    String[] vocabulary = vocabulary(random, 60_000);
    List<String> texts = new ArrayList<>();
    int[] copyOf = new int[ARTICLES];
    Arrays.fill(copyOf, -1);
    for (int i = 0; i < ARTICLES; i++) {
      if (i % 10 == 9) {
        copyOf[i] = random.nextInt(i);
        while (copyOf[copyOf[i]] >= 0) copyOf[i]--;
        texts.add(changed(texts.get(copyOf[i]), vocabulary, random));
      } else {
        texts.add(article(vocabulary, random));
      }
    }

    System.out.printf("%-46s %14s%n", "figure", "value");
    run(texts.subList(0, Math.min(20_000, ARTICLES)));
    long cpu = cpu();
    long[] stories = run(texts);
    double seconds = (cpu() - cpu) / 1e9;
    int found = 0;
    int planted = 0;
    int folded = 0;
    int right = 0;
    for (int i = 0; i < ARTICLES; i++) {
      boolean same = copyOf[i] >= 0 && stories[i] == stories[copyOf[i]];
      if (copyOf[i] >= 0) planted++;
      if (same) found++;
      if (stories[i] != i) {
        folded++;
        if (same || (copyOf[i] < 0 && copyOf[(int) stories[i]] == i)) right++;
      }
    }
    Signature[] signatures = new Signature[ARTICLES];
    for (int i = 0; i < ARTICLES; i++) signatures[i] = Signature.of("", texts.get(i), "en");
    int reachable = 0;
    for (int i = 0; i < ARTICLES; i++) {
      if (copyOf[i] >= 0 && signatures[i].percent(signatures[copyOf[i]]) >= PERCENT) reachable++;
    }
    print("copies found (recall)", (double) found / planted);
    print("of those that are the same by exact per cent", (double) found / reachable);
    print("folded rightly (precision)", (double) right / folded);
    print("articles a CPU second, from text to story", ARTICLES / seconds);
    double baseline = superMinHash(texts, true);
    print("hash4j SuperMinHash with bands, from text", baseline);
    print("ratio", ARTICLES / seconds / baseline);
    print("hash4j SuperMinHash with bands, hashes given", superMinHash(texts, false));
    for (double percent : new double[] {40, 60, 70, 80, 90}) memory(percent, 1_000_000);
  }

  private static long[] run(List<String> texts) {
    Signature[] stored = new Signature[texts.size()];
    DuplicateFinder finder =
        new DuplicateFinder(
            new Sameness(PERCENT, Duration.ofDays(14), false), id -> stored[(int) id]);
    for (int i = 0; i < texts.size(); i++) {
      stored[i] = Signature.of("", texts.get(i), "en");
      Match _ = finder.add(i, i, 0, stored[i]);
    }
    long[] stories = new long[texts.size()];
    finder.stories().forEach((id, story) -> stories[(int) (long) id] = story);
    return stories;
  }

  /// What the library gives: a signature of 64 components from shingle hashes, and 16 bands of 4 in
  /// hash maps; no exact comparison. With words split and hashed as a user of the library would, or
  /// on hashes that are there already.
  private static double superMinHash(List<String> texts, boolean fromText) {
    int documents = Math.min(20_000, texts.size());
    var policy = SimilarityHashing.superMinHash(64, 16);
    var hasher = policy.createHasher();
    List<Map<Long, List<Integer>>> bands = new ArrayList<>();
    for (int b = 0; b < 16; b++) bands.add(new HashMap<>());
    long[][] ready = new long[documents][];
    for (int i = 0; i < documents; i++) ready[i] = shingles(texts.get(i));
    long cpu = 0;
    for (int round = 0; round < 2; round++) {
      bands.forEach(Map::clear);
      cpu = cpu();
      for (int i = 0; i < documents; i++) {
        long[] hashes = fromText ? shingles(texts.get(i)) : ready[i];
        byte[] signature = hasher.compute(ElementHashProvider.ofValues(hashes));
        for (int b = 0; b < 16; b++) {
          long key = 0;
          for (int r = 0; r < 4; r++) key = (key << 16) | policy.getComponent(signature, b * 4 + r);
          bands.get(b).computeIfAbsent(key, _ -> new ArrayList<>(1)).add(i);
        }
      }
      cpu = cpu() - cpu;
    }
    return documents / (cpu / 1e9);
  }

  private static long[] shingles(String text) {
    String[] words = text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", 0);
    long[] hashes = new long[words.length - 9];
    for (int i = 0; i < hashes.length; i++) {
      String shingle = String.join(" ", Arrays.asList(words).subList(i, i + 10));
      hashes[i] = Hashing.komihash5_0().hashCharsToLong(shingle);
    }
    return hashes;
  }

  private static void memory(double percent, int entries) {
    SplittableRandom random = new SplittableRandom(2);
    DuplicateFinder finder =
        new DuplicateFinder(new Sameness(percent, Duration.ofDays(14), false), _ -> null);
    System.gc();
    long before = heap();
    for (int i = 0; i < entries; i++) {
      int[] hashes = random.ints(WORDS - 9).map(h -> h ^ Integer.MIN_VALUE).sorted().toArray();
      for (int h = 0; h < hashes.length; h++) hashes[h] ^= Integer.MIN_VALUE;
      Signature signature = new Signature(WORDS, 0, List.of(new Shingles(10, hashes)));
      Match _ = finder.add(i, i, 0, signature);
    }
    System.gc();
    System.out.printf(
        Locale.ROOT,
        "%-46s %14.1f%n",
        "MB for " + entries + " entries at " + (int) percent + " per cent",
        (heap() - before) / 1e6);
    print("  bytes an entry", (double) finder.bytes() / finder.size());
  }

  private static String[] vocabulary(SplittableRandom random, int size) {
    String[] words = new String[size];
    for (int i = 0; i < size; i++) {
      StringBuilder word = new StringBuilder();
      int syllables = 1 + random.nextInt(4);
      for (int s = 0; s < syllables; s++) {
        word.append("bcdfghklmnprstvz".charAt(random.nextInt(16)));
        word.append("aeiou".charAt(random.nextInt(5)));
        if (random.nextInt(3) == 0) word.append("nrstl".charAt(random.nextInt(5)));
      }
      words[i] = word.toString();
    }
    return words;
  }

  /// Words by Zipf's law, as in language.
  private static String word(String[] vocabulary, SplittableRandom random) {
    return vocabulary[(int) Math.pow(vocabulary.length, random.nextDouble()) - 1];
  }

  private static String article(String[] vocabulary, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      text.append(word(vocabulary, random)).append(i % 12 == 11 ? ". " : " ");
    }
    return text.toString();
  }

  private static String changed(String text, String[] vocabulary, SplittableRandom random) {
    String[] words = text.split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      if (random.nextInt(20) == 0) words[i] = word(vocabulary, random);
    }
    return String.join(" ", words);
  }

  private static void print(String figure, double value) {
    System.out.printf(Locale.ROOT, value < 10 ? "%-46s %14.4f%n" : "%-46s %14.0f%n", figure, value);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long heap() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private DedupeBench() {}
}
