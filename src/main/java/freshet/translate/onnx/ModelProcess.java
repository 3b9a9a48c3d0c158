package freshet.translate.onnx;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The process that a model runs in. It reads texts from its standard input and writes their
/// translations, each with its length before it; a sentence instead when something is wrong. It
/// ends when nobody asks for a while, when it needs more memory than it may have, and when whoever
/// started it is gone.
final class ModelProcess {
  /// How it ends when it needs too much memory.
  static final int TOO_LARGE = 71;

  /// Of a text or an answer, in bytes.
  static final int MOST = 1_000_000;

  private static final long IDLE_MINUTES = 5;
  private static final long LOOK_EVERY_MILLIS = 50;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>(1);

  private ModelProcess() {
    this.in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    this.out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
  }

  /// @param args the model's folder, both languages, most memory in bytes, threads
  public static void main(String[] args) throws IOException, InterruptedException {
    Thread.ofPlatform().daemon().start(() -> watch(Long.parseLong(args[3])));
    new ModelProcess().serve(Path.of(args[0]), args[1], args[2], Integer.parseInt(args[4]));
  }

  private void serve(Path folder, String from, String into, int threads)
      throws IOException, InterruptedException {
    Thread.ofPlatform().daemon().start(this::read);
    Tokenizer tokenizer;
    Network network;
    try {
      ModelFiles files = ModelFiles.in(folder);
      tokenizer = Tokenizer.of(files);
      network = new Network(files, threads);
    } catch (BrokenModel e) {
      answer(false, e.sentence());
      return;
    }
    answer(true, "");
    while (true) {
      String text = asked.poll(IDLE_MINUTES, TimeUnit.MINUTES);
      if (text == null) return;
      try {
        answer(true, translated(text, from, into, tokenizer, network));
      } catch (BrokenModel e) {
        answer(false, e.sentence());
      }
    }
  }

  /// Sentence by sentence, as these models learned it. One that does not end stays as it is.
  private static String translated(
      String text, String from, String into, Tokenizer tokenizer, Network network)
      throws BrokenModel {
    StringBuilder all = new StringBuilder();
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.forLanguageTag(from));
    sentences.setText(text);
    int start = 0;
    for (int end = sentences.next(); end != BreakIterator.DONE; end = sentences.next()) {
      String sentence = text.substring(start, end);
      String words = sentence.strip();
      start = end;
      if (words.isEmpty()) {
        all.append(sentence);
        continue;
      }
      List<Integer> said = network.translate(tokenizer.numbers(words, into));
      int at = sentence.indexOf(words);
      all.append(sentence, 0, at)
          .append(said == null ? words : tokenizer.text(said))
          .append(sentence, at + words.length(), sentence.length());
    }
    return all.toString();
  }

  private void read() {
    try {
      while (true) {
        byte[] text = new byte[Math.clamp(in.readInt(), 0, MOST)];
        in.readFully(text);
        asked.put(new String(text, StandardCharsets.UTF_8));
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(0); // whoever asked is gone
    } catch (IOException | InterruptedException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private void answer(boolean good, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeBoolean(good);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.flush();
  }

  /// Should the machine itself run short of memory, this process is the one to go.
  private static void goFirst() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
    } catch (IOException e) {
      // Not Linux, or a container that keeps it closed.
    }
  }

  /// What the runtime takes is not on Java's heap, so the system says how much it is (Linux).
  private static void watch(long most) {
    goFirst();
    Path status = Path.of("/proc/self/status");
    try {
      while (Files.exists(status)) {
        for (String line : Files.readAllLines(status)) {
          if (!line.startsWith("VmRSS:")) continue;
          long kilobytes = Long.parseLong(line.replaceAll("\\D", ""));
          if (kilobytes * 1024 > most) Runtime.getRuntime().halt(TOO_LARGE);
        }
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      // Without the figures there is nothing to watch.
    }
  }
}
