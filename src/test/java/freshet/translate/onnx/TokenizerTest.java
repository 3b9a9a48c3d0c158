package freshet.translate.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Models that SentencePiece 0.2.2 made of Freshet's own documents, and how it cuts texts itself.
final class TokenizerTest {
  @TempDir Path folder;

  private static byte[] file(String name) throws IOException {
    try (InputStream in = TokenizerTest.class.getResourceAsStream("/translate/" + name)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unigram", "bpe"})
  void textsAreCutAsSentencePieceCutsThem(String kind) throws Exception {
    SentencePieces pieces = SentencePieces.of(file(kind + ".spm"));
    int lines = 0;
    for (String line : new String(file("cuts.tsv"), UTF_8).split("\n")) {
      String[] cells = line.split("\t");
      if (!cells[0].equals(kind)) continue;
      assertThat(String.join(" ", pieces.cut(cells[1]))).as(cells[1]).isEqualTo(cells[2]);
      lines++;
    }
    assertThat(lines).isGreaterThan(60);
  }

  @Test
  void piecesThatTheModelDoesNotKnowAreOneUnknownWord() throws Exception {
    Files.write(folder.resolve("source.spm"), file("unigram.spm"));
    Files.writeString(
        folder.resolve("vocab.json"),
        "{\"</s>\":0,\"<unk>\":1,\">>eng<<\":2,\"▁the\":3,\"<pad>\":4}");
    networks();
    Tokenizer tokenizer = Tokenizer.of(ModelFiles.in(folder));
    assertThat(tokenizer.numbers("the 七王国 the", "en")).containsExactly(2, 3, 1, 1, 3);
    assertThat(tokenizer.text(List.of(3, 1, 3, 0, 4, 99))).isEqualTo("the the");
  }

  @Test
  void theFileOfFastTokenizersWillDo() throws Exception {
    Files.writeString(
        folder.resolve("tokenizer.json"),
        """
        {"normalizer":{"type":"Precompiled","precompiled_charsmap":""},
         "added_tokens":[{"id":0,"content":"<pad>","special":true},{"id":1,"content":"</s>","special":true}],
         "model":{"type":"Unigram","unk_id":2,
          "vocab":[["<pad>",0.0],["</s>",0.0],["<unk>",0.0],["▁fresh",-2.0],["et",-2.0],["▁f",-9.0]]}}
        """);
    networks();
    Tokenizer tokenizer = Tokenizer.of(ModelFiles.in(folder));
    assertThat(tokenizer.numbers("freshet fresh x", "en")).containsExactly(3, 4, 3, 2);
    assertThat(tokenizer.text(List.of(3, 4, 3, 2, 1))).isEqualTo("freshet fresh");
    Files.writeString(
        folder.resolve("tokenizer.json"), "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":1}}}");
    assertThatThrownBy(() -> Tokenizer.of(ModelFiles.in(folder)))
        .hasMessageContaining("another kind than Unigram");
  }

  private void networks() throws IOException {
    for (String name : List.of("encoder_model.onnx", "decoder_model.onnx", "config.json")) {
      Files.writeString(folder.resolve(name), "{}");
    }
  }

  /// Broken in any place, a file gives pieces or a sentence, and nothing else.
  @Test
  void brokenFilesAreSaid() throws Exception {
    byte[] good = file("unigram.spm");
    Random random = new Random(20);
    for (int i = 0; i < 2_000; i++) {
      byte[] bad = good.clone();
      for (int n = 0; n < 3; n++) bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      if (i % 2 == 0) bad = Arrays.copyOf(bad, random.nextInt(bad.length));
      try {
        assertThat(SentencePieces.of(bad).cut("Some wörds ﬁne 七")).isNotEmpty();
      } catch (BrokenModel e) {
        assertThat(e.sentence()).isNotBlank();
      }
    }
  }
}
