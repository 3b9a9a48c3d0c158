package freshet.translate.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import freshet.translate.Translator;
import freshet.translate.Translator.Outcome;
import freshet.translate.Translator.Outcome.Failed;
import freshet.translate.Translator.Outcome.NoPair;
import freshet.translate.Translator.Outcome.Translated;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Models written by the test, run by ONNX Runtime itself in the process that is used otherwise.
final class ModelsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long MEMORY = 1_000_000_000;
  private static final Map<String, String> WORDS =
      Map.of("la", "the", "casa", "house", "es", "is", "verde.", "green.", "grande.", "big.");

  @TempDir Path folder;

  @BeforeEach
  void theRuntimeIsThere() throws Exception {
    Path jar =
        Path.of(OrtEnvironment.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.createSymbolicLink(folder.resolve("onnxruntime-1.jar"), jar);
  }

  private Path pair(String name) {
    return folder.resolve(name);
  }

  private Outcome said(String text) throws InterruptedException {
    return said(text, SOON, MEMORY);
  }

  private Outcome said(String text, Duration patience, long memory) throws InterruptedException {
    try (Models models = Models.in(folder, patience, memory)) {
      return models.translators().getFirst().translate(List.of(text), "es", "en");
    }
  }

  private static String why(Outcome outcome) {
    return outcome instanceof Failed failed ? failed.why() : "No failure: " + outcome;
  }

  @Test
  void aModelTranslatesSentenceBySentence() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    assertThat(said("la casa es verde.  la casa es grande."))
        .isEqualTo(new Translated(List.of("the house is green.  the house is big.")));
  }

  @Test
  void aSentenceThatIsTooLongForItStaysWhole() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    String endless = "la casa ".repeat(300).strip();
    assertThat(said(endless)).isEqualTo(new Translated(List.of(endless)));
  }

  @Test
  void aDecoderThatIsGivenItsPastSaysTheSame() throws Exception {
    new SmallModel(WORDS).merged(pair("es-en"));
    assertThat(said("la casa es verde. la casa es grande."))
        .isEqualTo(new Translated(List.of("the house is green. the house is big.")));
  }

  @Test
  void twoModelsTakeTurnsAndLeaveNothingBehind() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    new SmallModel(Map.of("haus", "house")).merged(pair("de-en"));
    Files.createDirectories(folder.resolve("notes"));
    try (Models models = Models.in(folder, SOON, MEMORY)) {
      assertThat(models.translators().stream().map(Translator::id))
          .containsExactly("model-de-en", "model-es-en");
      Translator german = models.translators().getFirst();
      Translator spanish = models.translators().getLast();
      assertThat(german.isElsewhere()).isFalse();
      assertThat(german.translate(List.of("la"), "es", "en")).isInstanceOf(NoPair.class);
      for (int i = 0; i < 2; i++) {
        assertThat(german.translate(List.of("haus haus"), "de", "en"))
            .isEqualTo(new Translated(List.of("house house")));
        assertThat(spanish.translate(List.of("la casa"), "es", "en"))
            .isEqualTo(new Translated(List.of("the house")));
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("de-en", "es-en", "notes", "onnxruntime-1.jar");
    }
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    SmallModel model = new SmallModel(WORDS);
    model.plain(pair("es-en"));
    Files.delete(pair("es-en").resolve("decoder_model.onnx"));
    assertThat(why(said("la")))
        .contains("decoder_model_merged.onnx or decoder_model.onnx is missing");
    Files.delete(pair("es-en").resolve("vocab.json"));
    assertThat(why(said("la"))).contains("source.spm and vocab.json are missing");
    model.plain(pair("es-en"));
    Files.writeString(pair("es-en").resolve("config.json"), "{}");
    assertThat(why(said("la"))).contains("does not say where sentences begin and end");
    Files.delete(folder.resolve("onnxruntime-1.jar"));
    assertThat(why(said("la"))).contains("ONNX Runtime is missing").contains("Maven Central");
  }

  @Test
  void filesThatAreNoModelAreSaid() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    Path encoder = pair("es-en").resolve("encoder_model.onnx");
    byte[] good = Files.readAllBytes(encoder);
    Files.writeString(encoder, "version https://git-lfs.github.com/spec/v1");
    assertThat(why(said("la"))).contains("encoder_model.onnx cannot be used");
    Files.write(encoder, Files.readAllBytes(pair("es-en").resolve("decoder_model.onnx")));
    assertThat(why(said("la"))).contains("cannot be used");
    Files.write(encoder, good);
    Path source = pair("es-en").resolve("source.spm");
    byte[] pieces = Files.readAllBytes(source);
    Files.writeString(source, "{\"not\": \"a model\"}");
    assertThat(why(said("la"))).contains("source.spm cannot be used: it is no SentencePiece model");
    Files.write(source, pieces);
    Files.writeString(pair("es-en").resolve("vocab.json"), "[1,2");
    assertThat(why(said("la"))).contains("vocab.json is no JSON");
  }

  @Test
  void aDecoderOfOtherShapesIsSaid() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    // An encoder whose words are of another size than what the decoder takes.
    Path other = pair("xx-en");
    new SmallModel(Map.of("a", "b")).plain(other);
    Files.copy(
        other.resolve("encoder_model.onnx"),
        pair("es-en").resolve("encoder_model.onnx"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(why(said("a"))).contains("it failed:");
  }

  @Test
  void oneThatNeverEndsIsLeftAlone() throws Exception {
    new SmallModel(WORDS).endless().plain(pair("es-en"));
    assertThat(why(said("la casa"))).contains("it does not end what it says");
  }

  @Test
  void oneThatTakesTooLongIsEnded() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    Files.write(pair("es-en").resolve("encoder_model.onnx"), SmallModel.slow());
    assertThat(why(said("la casa", Duration.ofSeconds(12), MEMORY)))
        .contains("it took longer than 12 seconds");
  }

  @Test
  void oneThatWantsAllMemoryIsEnded() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    Files.write(pair("es-en").resolve("encoder_model.onnx"), SmallModel.greedy());
    assertThat(why(said("la casa", SOON, 700_000_000)))
        .contains("it needs more memory than the 700 MB that models may take");
  }

  @Test
  void oneThatIsTooHeavyIsNotLoaded() throws Exception {
    new SmallModel(WORDS).plain(pair("es-en"));
    try (RandomAccessFile file =
        new RandomAccessFile(pair("es-en").resolve("encoder_model.onnx").toFile(), "rw")) {
      file.setLength(3_000_000_000L);
    }
    assertThat(why(said("la casa"))).contains("it weighs 3000 MB, and models may take 1000 MB");
  }

  @Test
  void aFolderThatIsNotThereHasNoModels() throws IOException {
    try (Models models = Models.in(folder.resolve("none"))) {
      assertThat(models.translators()).isEmpty();
    }
  }
}
