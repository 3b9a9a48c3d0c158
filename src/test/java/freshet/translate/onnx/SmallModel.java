package freshet.translate.onnx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A real, very small model that translates word for word, written as an exporter writes it. The
/// encoder says which word stands where (an embedding that is the identity); the decoder looks at
/// the place of the word whose turn it is, and multiplies with the matrix of the dictionary.
final class SmallModel {
  private static final int FLOAT = 1;
  private static final int INT64 = 7;
  private static final int BOOL = 9;
  private static final int END = 0;
  private static final int UNKNOWN = 1;

  private final List<String> words = new ArrayList<>(List.of("</s>", "<unk>"));
  private final Map<Integer, Integer> dictionary = new LinkedHashMap<>();

  SmallModel(Map<String, String> translations) {
    dictionary.put(END, END);
    dictionary.put(UNKNOWN, UNKNOWN);
    translations.forEach((from, to) -> dictionary.put(word(from), word(to)));
    word("<pad>");
  }

  /// It never says that a sentence ends.
  SmallModel endless() {
    dictionary.put(END, UNKNOWN);
    return this;
  }

  private int word(String text) {
    String piece = text.startsWith("<") ? text : "\u2581" + text;
    if (!words.contains(piece)) words.add(piece);
    return words.indexOf(piece);
  }

  private int size() {
    return words.size();
  }

  void lists(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(
        folder.resolve("source.spm"),
        ProtoWriter.message(model -> {
          for (String word : words) {
            model.in(
                1,
                piece ->
                    piece.text(1, word).decimal(2, -1f).number(3, word.startsWith("<") ? 3 : 1));
          }
          model.in(2, trainer -> trainer.number(3, 1));
        }));
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < size(); i++) {
      json.append(i == 0 ? "" : ",").append("\"").append(words.get(i)).append("\":").append(i);
    }
    Files.writeString(folder.resolve("vocab.json"), json + "}");
    int pad = size() - 1;
    Files.writeString(
        folder.resolve("config.json"),
        "{\"decoder_start_token_id\":%d,\"pad_token_id\":%d,\"eos_token_id\":0,\"max_length\":40,"
                .formatted(pad, pad)
            + "\"bad_words_ids\":[[%d]]}".formatted(pad));
  }

  /// With the networks in which everything is worked out again for every word.
  void plain(Path folder) throws IOException {
    lists(folder);
    Files.write(folder.resolve("encoder_model.onnx"), encoder());
    Files.write(
        folder.resolve("decoder_model.onnx"),
        graph(graph -> {
          input(graph, "encoder_attention_mask", INT64, -1, -1);
          input(graph, "input_ids", INT64, -1, -1);
          input(graph, "encoder_hidden_states", FLOAT, -1, -1, size());
          dictionary(graph);
          numbers(graph, "zero", 0);
          numbers(graph, "one", 1);
          node(graph, "Shape", List.of("input_ids"), "shape");
          node(graph, "Slice", List.of("shape", "one", "two", "zero"), "length");
          numbers(graph, "two", 2);
          node(graph, "Slice", List.of("encoder_hidden_states", "zero", "length", "one"), "seen");
          node(graph, "MatMul", List.of("seen", "dictionary"), "logits");
          output(graph, "logits", FLOAT, -1, -1, size());
        }));
  }

  /// With one decoder that may be given what it worked out before, as exporters merge them: the
  /// encoder's part comes out the first time only.
  void merged(Path folder) throws IOException {
    lists(folder);
    Files.createDirectories(folder.resolve("onnx"));
    Files.write(folder.resolve("onnx/encoder_model_quantized.onnx"), encoder());
    Files.write(
        folder.resolve("onnx/decoder_model_merged_quantized.onnx"),
        graph(graph -> {
          input(graph, "encoder_attention_mask", INT64, -1, -1);
          input(graph, "input_ids", INT64, -1, -1);
          input(graph, "encoder_hidden_states", FLOAT, -1, -1, size());
          input(graph, "use_cache_branch", BOOL, 1);
          input(graph, "past_key_values.0.decoder.key", FLOAT, -1, 1, -1, 1);
          input(graph, "past_key_values.0.encoder.key", FLOAT, -1, 1, -1, size());
          dictionary(graph);
          numbers(graph, "one", 1);
          numbers(graph, "two", 2);
          numbers(graph, "three", 3);
          // The length of the past is the place of the word.
          node(graph, "Shape", List.of("past_key_values.0.decoder.key"), "shape");
          node(graph, "Slice", List.of("shape", "two", "three", "zero"), "from");
          numbers(graph, "zero", 0);
          node(graph, "Add", List.of("from", "one"), "to");
          // The encoder's states come with the first word, from the past for all others.
          branches(
              graph,
              "use_cache_branch",
              "states",
              new Branch("Identity", List.of("past_key_values.0.encoder.key"), "then"),
              new Branch("Unsqueeze", List.of("encoder_hidden_states", "one"), "otherwise"));
          node(graph, "Slice", List.of("states", "from", "to", "two"), "seen");
          node(graph, "Squeeze", List.of("seen", "one"), "place");
          node(graph, "MatMul", List.of("place", "dictionary"), "logits");
          branches(
              graph,
              "use_cache_branch",
              "present.0.encoder.key",
              new Branch("Slice", List.of("states", "zero", "zero", "two"), "none"),
              new Branch("Identity", List.of("states"), "kept"));
          tensor(graph, "mark", FLOAT, new long[] {1, 1, 1, 1}, new float[] {1});
          node(
              graph,
              "Concat",
              List.of("past_key_values.0.decoder.key", "mark"),
              "present.0.decoder.key",
              2);
          output(graph, "logits", FLOAT, -1, -1, size());
          output(graph, "present.0.decoder.key", FLOAT, -1, 1, -1, 1);
          output(graph, "present.0.encoder.key", FLOAT, -1, 1, -1, size());
        }));
  }

  private byte[] encoder() {
    float[] identity = new float[size() * size()];
    for (int i = 0; i < size(); i++) identity[i * size() + i] = 1;
    return graph(graph -> {
      input(graph, "input_ids", INT64, -1, -1);
      input(graph, "attention_mask", INT64, -1, -1);
      tensor(graph, "embedding", FLOAT, new long[] {size(), size()}, identity);
      node(graph, "Gather", List.of("embedding", "input_ids"), "last_hidden_state", 0);
      output(graph, "last_hidden_state", FLOAT, -1, -1, size());
    });
  }

  private void dictionary(ProtoWriter graph) {
    float[] matrix = new float[size() * size()];
    dictionary.forEach((from, to) -> matrix[from * size() + to] = 1);
    tensor(graph, "dictionary", FLOAT, new long[] {size(), size()}, matrix);
  }

  /// A network that wants memory without end: one of these numbers is more than any machine has.
  static byte[] greedy() {
    return graph(graph -> {
      input(graph, "input_ids", INT64, -1, -1);
      input(graph, "attention_mask", INT64, -1, -1);
      tensor(graph, "size", INT64, new long[] {3}, new long[] {1, 100_000, 20_000});
      node(graph, "ConstantOfShape", List.of("size"), "huge");
      node(graph, "Exp", List.of("huge"), "last_hidden_state");
      output(graph, "last_hidden_state", FLOAT, 1, -1, -1);
    });
  }

  /// A network that is not done for years.
  static byte[] slow() {
    return graph(graph -> {
      input(graph, "input_ids", INT64, -1, -1);
      input(graph, "attention_mask", INT64, -1, -1);
      tensor(graph, "often", INT64, new long[] {}, new long[] {Long.MAX_VALUE});
      tensor(graph, "start", FLOAT, new long[] {1, 1, 1}, new float[] {1});
      graph.in(
          1,
          loop -> {
            loop.text(1, "often").text(1, "").text(1, "start").text(2, "last_hidden_state");
            loop.text(4, "Loop");
            loop.in(
                5,
                body ->
                    body.text(1, "body")
                        .number(20, 5)
                        .in(
                            6,
                            inner -> {
                              inner.text(2, "body");
                              input(inner, "turn", INT64);
                              input(inner, "go", BOOL);
                              input(inner, "value", FLOAT, 1, 1, 1);
                              node(inner, "Identity", List.of("go"), "goes");
                              node(inner, "Cos", List.of("value"), "turned");
                              output(inner, "goes", BOOL);
                              output(inner, "turned", FLOAT, 1, 1, 1);
                            }));
          });
      output(graph, "last_hidden_state", FLOAT, 1, 1, 1);
    });
  }

  private static byte[] graph(Consumer<ProtoWriter> content) {
    return ProtoWriter.message(model -> {
      model.number(1, 8);
      model.in(8, opset -> opset.text(1, "").number(2, 17));
      model.in(
          7,
          graph -> {
            graph.text(2, "small");
            content.accept(graph);
          });
    });
  }

  private static void node(ProtoWriter graph, String kind, List<String> from, String to) {
    graph.in(
        1,
        node -> {
          from.forEach(name -> node.text(1, name));
          node.text(2, to).text(4, kind);
        });
  }

  private static void node(ProtoWriter graph, String kind, List<String> from, String to, int axis) {
    graph.in(
        1,
        node -> {
          from.forEach(name -> node.text(1, name));
          node.text(2, to).text(4, kind);
          node.in(5, a -> a.text(1, "axis").number(3, axis).number(20, 2));
        });
  }

  /// Each branch is one node.
  private void branches(ProtoWriter graph, String flag, String to, Branch yes, Branch no) {
    graph.in(
        1,
        node -> {
          node.text(1, flag).text(2, to).text(4, "If");
          node.in(5, a -> a.text(1, "then_branch").number(20, 5).in(6, g -> branch(g, yes)));
          node.in(5, a -> a.text(1, "else_branch").number(20, 5).in(6, g -> branch(g, no)));
        });
  }

  private record Branch(String kind, List<String> from, String to) {}

  private void branch(ProtoWriter graph, Branch branch) {
    graph.text(2, "branch");
    node(graph, branch.kind, branch.from, branch.to);
    output(graph, branch.to, FLOAT, -1, 1, -1, size());
  }

  private static void numbers(ProtoWriter graph, String name, long value) {
    tensor(graph, name, INT64, new long[] {1}, new long[] {value});
  }

  private static void tensor(
      ProtoWriter graph, String name, int type, long[] shape, Object values) {
    ByteBuffer raw = ByteBuffer.allocate(8 + 8 * java.lang.reflect.Array.getLength(values));
    raw.order(ByteOrder.LITTLE_ENDIAN);
    if (values instanceof float[] floats) for (float f : floats) raw.putFloat(f);
    if (values instanceof long[] longs) for (long l : longs) raw.putLong(l);
    byte[] bytes = new byte[raw.position()];
    raw.flip().get(bytes);
    graph.in(
        5,
        tensor -> {
          for (long size : shape) tensor.number(1, size);
          tensor.number(2, type).text(8, name).bytes(9, bytes);
        });
  }

  private static void input(ProtoWriter graph, String name, int type, long... shape) {
    value(graph, 11, name, type, shape);
  }

  private static void output(ProtoWriter graph, String name, int type, long... shape) {
    value(graph, 12, name, type, shape);
  }

  private static void value(ProtoWriter graph, int field, String name, int type, long... shape) {
    graph.in(
        field,
        value -> {
          value.text(1, name);
          value.in(
              2,
              kind ->
                  kind.in(
                      1,
                      tensor -> {
                        tensor.number(1, type);
                        tensor.in(
                            2,
                            dims -> {
                              for (int i = 0; i < shape.length; i++) {
                                long size = shape[i];
                                String any = name + i;
                                dims.in(
                                    1,
                                    dim -> {
                                      if (size < 0) dim.text(2, any);
                                      else dim.number(1, size);
                                    });
                              }
                            });
                      }));
        });
  }
}
