package freshet.translate.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Cuts texts into pieces as SentencePiece does (Kudo and Richardson, EMNLP 2018), by the model
/// file of a translator: of the ways to cut, the likeliest (unigram), or the best pair first (BPE).
/// A blank is written as `▁`.
final class SentencePieces {
  private static final char BLANK = '\u2581';

  /// More than any real model has; what is longer is no piece of words.
  private static final int MOST_PIECES = 1_000_000;

  private static final int LONGEST_PIECE = 100;

  /// How much worse than the worst piece a character is that no piece has.
  private static final float UNKNOWN = 10;

  private static final int BPE = 2;

  private final Map<String, Float> scores;
  private final int longest;
  private final float unknown;
  private final CharsMap characters;
  private final boolean bpe;

  /// @param scores of the pieces that a text can be cut into
  SentencePieces(Map<String, Float> scores, CharsMap characters, boolean bpe) throws BrokenModel {
    if (scores.isEmpty()) throw new BrokenModel("it has no pieces of words");
    this.scores = scores;
    this.characters = characters;
    this.bpe = bpe;
    this.longest =
        Math.min(
            LONGEST_PIECE, Collections.max(scores.keySet().stream().map(String::length).toList()));
    this.unknown = Collections.min(scores.values()) - UNKNOWN;
  }

  /// @param file `source.spm` (sentencepiece_model.proto)
  static SentencePieces of(byte[] file) throws BrokenModel {
    Map<String, Float> scores = new HashMap<>();
    CharsMap characters = CharsMap.of(new byte[0]);
    boolean bpe = false;
    ProtoReader model = new ProtoReader(file);
    for (int field = model.next(); field != 0; field = model.next()) {
      switch (field) {
        case 1 -> piece(model.message(), scores);
        case 2 -> bpe = isBpe(model.message());
        case 3 -> characters = characters(model.message());
        default -> model.skip();
      }
      if (scores.size() > MOST_PIECES) throw new BrokenModel("it has too many pieces of words");
    }
    return new SentencePieces(scores, characters, bpe);
  }

  private static void piece(ProtoReader piece, Map<String, Float> scores) throws BrokenModel {
    String text = "";
    float score = 0;
    long kind = 1;
    for (int field = piece.next(); field != 0; field = piece.next()) {
      switch (field) {
        case 1 -> text = piece.text();
        case 2 -> score = piece.decimal();
        case 3 -> kind = piece.number();
        default -> piece.skip();
      }
    }
    if (Float.isNaN(score)) throw new BrokenModel("its pieces of words have no weights");
    // 1 is usual, 4 the user's own; the others are marks that no text has.
    if ((kind == 1 || kind == 4) && !text.isEmpty()) scores.put(text, score);
  }

  private static boolean isBpe(ProtoReader trainer) throws BrokenModel {
    long kind = 1;
    for (int field = trainer.next(); field != 0; field = trainer.next()) {
      if (field == 3) kind = trainer.number();
      else trainer.skip();
    }
    if (kind != 1 && kind != BPE) {
      throw new BrokenModel("its way to cut words is neither unigram nor BPE");
    }
    return kind == BPE;
  }

  private static CharsMap characters(ProtoReader normalizer) throws BrokenModel {
    byte[] map = new byte[0];
    for (int field = normalizer.next(); field != 0; field = normalizer.next()) {
      if (field == 2) map = normalizer.blob();
      else normalizer.skip();
    }
    return CharsMap.of(map);
  }

  /// @param text one sentence
  List<String> cut(String text) {
    String words = characters.apply(text).strip().replaceAll("\\s+", String.valueOf(BLANK));
    if (words.isEmpty()) return List.of();
    String all = BLANK + words;
    return together(bpe ? pairs(all) : likeliest(all));
  }

  /// Neighbours that no piece has are one unknown word.
  private List<String> together(List<String> pieces) {
    List<String> all = new ArrayList<>();
    boolean before = false;
    for (String piece : pieces) {
      boolean unheard = !scores.containsKey(piece);
      if (unheard && before) all.set(all.size() - 1, all.getLast() + piece);
      else all.add(piece);
      before = unheard;
    }
    return all;
  }

  /// Viterbi's way through all that the text can be cut into.
  private List<String> likeliest(String text) {
    int n = text.length();
    float[] best = new float[n + 1];
    int[] from = new int[n + 1];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    best[0] = 0;
    for (int i = 0; i < n; i = text.offsetByCodePoints(i, 1)) {
      int one = text.offsetByCodePoints(i, 1);
      for (int end = one; end <= Math.min(n, i + longest); end++) {
        Float score = scores.get(text.substring(i, end));
        float sum = best[i] + (score != null ? score : unknown);
        if ((score != null || end == one) && sum > best[end]) {
          best[end] = sum;
          from[end] = i;
        }
      }
      if (best[one] == Float.NEGATIVE_INFINITY) {
        best[one] = best[i] + unknown;
        from[one] = i;
      }
    }
    List<String> pieces = new ArrayList<>();
    for (int end = n; end > 0; end = from[end]) pieces.add(text.substring(from[end], end));
    return pieces.reversed();
  }

  /// Characters, of which the pair with the best piece is joined again and again.
  private List<String> pairs(String text) {
    List<String> pieces = new ArrayList<>();
    text.codePoints().forEach(c -> pieces.add(Character.toString(c)));
    while (true) {
      int at = -1;
      float best = Float.NEGATIVE_INFINITY;
      for (int i = 0; i + 1 < pieces.size(); i++) {
        Float score = scores.get(pieces.get(i) + pieces.get(i + 1));
        if (score != null && score > best) {
          best = score;
          at = i;
        }
      }
      if (at < 0) return pieces;
      pieces.set(at, pieces.get(at) + pieces.remove(at + 1));
    }
  }

  /// The text that pieces make.
  static String join(List<String> pieces) {
    return String.join("", pieces).replace(BLANK, ' ').strip();
  }
}
