package freshet.bench;

import freshet.dedupe.Document;
import freshet.dedupe.Signature;
import freshet.language.LanguageFinder;
import freshet.text.Cut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.Deflater;

/// What a controller would save if terminals found language and signature of entries: the CPU time
/// of both for one entry, and the size of what would travel instead, deflated as messages are.
public final class SignaturesBench {
  private static final int ENTRIES = 3_000;

  private SignaturesBench() {}

  public static void main(String[] args) throws IOException {
    List<String> sentences = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/language/sentences.tsv"))) {
      String[] cells = line.split("\t", -1);
      if (cells.length > 1) sentences.add(cells[cells.length - 1]);
    }
    LanguageFinder languages = new LanguageFinder();
    long sink = 0;
    for (int letters : List.of(300, 3_000)) {
      List<String> texts = texts(sentences, letters);
      for (int round = 0; round < 3; round++) {
        long begin = cpu();
        for (String text : texts)
          sink += languages.skim(Cut.start(text, 240), "en").language().length();
        long found = cpu();
        long bytes = 0;
        for (String text : texts) {
          byte[] signature =
              Signature.of(new Document("A title of a few words", text, "en"), 0).toBytes();
          bytes += signature.length;
          sink += signature.length;
        }
        long signed = cpu();
        if (round < 2) continue;
        System.out.printf(
            Locale.ROOT,
            "%5d letters: language %.1f us, signature %.1f us an entry; %d bytes of signature, %d"
                + " deflated%n",
            letters,
            (found - begin) / 1e3 / ENTRIES,
            (signed - found) / 1e3 / ENTRIES,
            bytes / ENTRIES,
            deflated(texts));
      }
    }
    if (sink == 0) throw new IllegalStateException("nothing was measured");
  }

  private static int deflated(List<String> texts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String text : texts.subList(0, 30)) {
      all.writeBytes(
          Base64.getEncoder()
              .encode(
                  Signature.of(new Document("A title of a few words", text, "en"), 0).toBytes()));
    }
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(all.toByteArray());
      deflater.finish();
      return deflater.deflate(new byte[4_000_000]) / 30;
    }
  }

  private static List<String> texts(List<String> sentences, int letters) {
    Random random = new Random(18);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < letters) {
        text.append(sentences.get(random.nextInt(sentences.size()))).append(' ');
      }
      all.add(text.toString());
    }
    return all;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
