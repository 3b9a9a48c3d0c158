package freshet.translate.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files of a model as exporters write them: all in one folder, or its networks in a folder
/// `onnx` of it; in full or quantised.
///
/// @param decoder gives the first word of a translation
/// @param further gives those behind it from what the one before left, null if there is none; may
///   be the decoder itself
/// @param source the pieces of words, with `target` and `vocabulary`; null if all is in `tokenizer`
record ModelFiles(
    Path encoder,
    Path decoder,
    @Nullable Path further,
    @Nullable Path source,
    @Nullable Path vocabulary,
    @Nullable Path tokenizer,
    Path config,
    @Nullable Path generation) {

  /// Of what is read whole, in bytes; networks are weighed by themselves.
  private static final long MOST_OF_A_LIST = 64_000_000;

  static ModelFiles in(Path folder) throws BrokenModel {
    Path merged = network(folder, "decoder_model_merged");
    Path decoder = merged != null ? merged : network(folder, "decoder_model");
    Path source = list(folder, "source.spm");
    Path vocabulary = list(folder, "vocab.json");
    Path tokenizer = list(folder, "tokenizer.json");
    if (tokenizer == null && (source == null || vocabulary == null)) {
      throw new BrokenModel("source.spm and vocab.json are missing, or tokenizer.json");
    }
    boolean pieces = source != null && vocabulary != null;
    return new ModelFiles(
        needed(network(folder, "encoder_model"), "encoder_model.onnx"),
        needed(decoder, "decoder_model_merged.onnx or decoder_model.onnx"),
        merged != null ? merged : network(folder, "decoder_with_past_model"),
        pieces ? source : null,
        pieces ? vocabulary : null,
        pieces ? null : tokenizer,
        needed(list(folder, "config.json"), "config.json"),
        list(folder, "generation_config.json"));
  }

  /// What the networks weigh, in bytes.
  long weight() {
    try {
      long sum = 0;
      for (Path network : networks()) sum += Files.size(network) + beside(network);
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> networks() {
    return further == null || further.equals(decoder)
        ? List.of(encoder, decoder)
        : List.of(encoder, decoder, further);
  }

  /// Large networks have their numbers in a file of their own.
  private static long beside(Path network) throws IOException {
    Path data = network.resolveSibling(network.getFileName() + "_data");
    return Files.exists(data) ? Files.size(data) : 0;
  }

  private static @Nullable Path network(Path folder, String name) {
    for (String kind : List.of("", "_quantized", "_int8")) {
      for (Path in : List.of(folder, folder.resolve("onnx"))) {
        Path file = in.resolve(name + kind + ".onnx");
        if (Files.isRegularFile(file)) return file;
      }
    }
    return null;
  }

  private static @Nullable Path list(Path folder, String name) throws BrokenModel {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) return null;
    try {
      if (Files.size(file) > MOST_OF_A_LIST) throw new BrokenModel(name + " is too large");
    } catch (IOException e) {
      throw new BrokenModel(name + " cannot be read");
    }
    return file;
  }

  private static Path needed(@Nullable Path file, String name) throws BrokenModel {
    if (file == null) throw new BrokenModel(name + " is missing");
    return file;
  }
}
