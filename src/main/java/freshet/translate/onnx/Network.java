package freshet.translate.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.Result;
import ai.onnxruntime.TensorInfo;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An encoder and a decoder in ONNX Runtime. The decoder is asked for the likeliest next piece
/// until it says that the sentence ends; what it worked out for the pieces before
/// (`past_key_values`) is given back to it where the export can take it, else all is worked out
/// again for each.
///
/// Inputs and outputs have the names that Hugging Face's exporter gives them.
final class Network {
  private static final String PAST = "past_key_values.";

  private final OrtEnvironment runtime = OrtEnvironment.getEnvironment();
  private final OrtSession encoder;
  private final OrtSession decoder;
  private final @Nullable OrtSession further;
  private final int start;
  private final int longest;
  private final Set<Integer> ends = new TreeSet<>();
  private final Set<Integer> never = new TreeSet<>();
  private boolean ended;

  /// @param threads of the processor
  Network(ModelFiles files, int threads) throws BrokenModel {
    JsonNode config = Tokenizer.json(files.config());
    Path second = files.generation();
    JsonNode generation = second == null ? config : Tokenizer.json(second);
    numbers(value(config, generation, "eos_token_id"), ends);
    numbers(value(config, generation, "bad_words_ids"), never);
    numbers(value(config, generation, "pad_token_id"), never);
    JsonNode first = value(config, generation, "decoder_start_token_id");
    if (!first.isInt() || ends.isEmpty()) {
      throw new BrokenModel(
          "config.json does not say where sentences begin and end (decoder_start_token_id,"
              + " eos_token_id)");
    }
    this.start = first.asInt();
    this.longest = Math.clamp(value(config, generation, "max_length").asInt(512), 2, 512);
    this.encoder = session(files.encoder(), threads);
    this.decoder = session(files.decoder(), threads);
    Path behind = files.further();
    this.further =
        behind == null ? null : behind.equals(files.decoder()) ? decoder : session(behind, threads);
    needs(encoder.getInputNames(), "input_ids", files.encoder());
    needs(decoder.getInputNames(), "input_ids", files.decoder());
    needs(decoder.getOutputNames(), "logits", files.decoder());
  }

  private static JsonNode value(JsonNode config, JsonNode generation, String name) {
    JsonNode value = generation.path(name);
    return value.isMissingNode() || value.isNull() ? config.path(name) : value;
  }

  /// One number, or a list of them, or of lists of one each.
  private static void numbers(JsonNode node, Set<Integer> into) {
    if (node.isInt()) into.add(node.asInt());
    for (JsonNode part : node) {
      if (part.isInt() || part.size() == 1) numbers(part.isInt() ? part : part.path(0), into);
    }
  }

  private OrtSession session(Path file, int threads) throws BrokenModel {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      // Its own keeping of memory grows with the longest sentence and gives nothing back.
      options.setCPUArenaAllocator(false);
      return runtime.createSession(file.toString(), options);
    } catch (OrtException e) {
      throw new BrokenModel(file.getFileName() + " cannot be used: " + said(e));
    }
  }

  private static void needs(Set<String> names, String name, Path file) throws BrokenModel {
    if (!names.contains(name)) {
      throw new BrokenModel(
          file.getFileName() + " is no model of this kind: it has no '" + name + "'");
    }
  }

  static String said(OrtException e) {
    String said = String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    return said.length() > 200 ? said.substring(0, 200) + "…" : said;
  }

  /// @param source numbers of one sentence, without its end
  /// @return the numbers of its translation; null if it has no end
  @Nullable List<Integer> translate(List<Integer> source) throws BrokenModel {
    if (source.size() >= longest) return null; // a part of it would pass for the whole
    long[] ids = new long[source.size() + 1];
    for (int i = 0; i < ids.length - 1; i++) ids[i] = source.get(i);
    ids[ids.length - 1] = ends.iterator().next();
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor input = tensor(ids);
        OnnxTensor mask = tensor(ones)) {
      Map<String, OnnxTensor> all = Map.of("input_ids", input, "attention_mask", mask);
      try (Result encoded = encoder.run(of(all, encoder))) {
        OnnxTensor hidden = numbers(encoded, "last_hidden_state", encoded.get(0));
        List<Integer> said = decode(hidden, mask, Math.min(longest, 3 * ids.length + 20));
        ended |= said != null;
        if (!ended) throw new BrokenModel("it does not end what it says");
        return said;
      }
    } catch (OrtException e) {
      throw new BrokenModel("it failed: " + said(e));
    }
  }

  private @Nullable List<Integer> decode(OnnxTensor hidden, OnnxTensor mask, int most)
      throws OrtException, BrokenModel {
    List<Integer> said = new ArrayList<>();
    Result first = null;
    Result before = null;
    try {
      while (said.size() < most) {
        OrtSession next = before == null || further == null ? decoder : further;
        boolean goesOn = before != null && further != null;
        Result now = step(next, said, goesOn, hidden, mask, first, before);
        if (before != null && !before.equals(first)) before.close();
        before = now;
        if (first == null) first = now;
        OptionalInt piece = likeliest(now);
        if (piece.isEmpty()) throw new BrokenModel("what it says is out of proportion");
        if (ends.contains(piece.getAsInt())) return said;
        said.add(piece.getAsInt());
      }
      return null;
    } finally {
      if (before != null && !before.equals(first)) before.close();
      if (first != null) first.close();
    }
  }

  /// @param goesOn whether it gets only the last piece, with what was worked out before
  private Result step(
      OrtSession session,
      List<Integer> said,
      boolean goesOn,
      OnnxTensor hidden,
      OnnxTensor mask,
      @Nullable Result first,
      @Nullable Result before)
      throws OrtException, BrokenModel {
    List<Integer> all = new ArrayList<>(said);
    all.addFirst(start);
    long[] ids =
        (goesOn ? List.of(all.getLast()) : all).stream().mapToLong(Integer::longValue).toArray();
    List<OnnxTensor> own = new ArrayList<>();
    try {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      own.add(tensor(ids));
      inputs.put("input_ids", own.getLast());
      inputs.put("encoder_attention_mask", mask);
      inputs.put("encoder_hidden_states", hidden);
      ByteBuffer flag = ByteBuffer.allocateDirect(1).put(0, (byte) (goesOn ? 1 : 0));
      own.add(OnnxTensor.createTensor(runtime, flag, new long[] {1}, OnnxJavaType.BOOL));
      inputs.put("use_cache_branch", own.getLast());
      for (Map.Entry<String, NodeInfo> input : session.getInputInfo().entrySet()) {
        String name = input.getKey();
        if (!name.startsWith(PAST)) continue;
        if (goesOn && first != null && before != null) {
          String present = "present." + name.substring(PAST.length());
          // Of the encoder's part all is said the first time; later ones may be empty.
          inputs.put(name, numbers(name.contains(".encoder.") ? first : before, present, null));
        } else {
          own.add(nothing(input.getValue()));
          inputs.put(name, own.getLast());
        }
      }
      return session.run(of(inputs, session));
    } finally {
      own.forEach(OnnxTensor::close);
    }
  }

  private static Map<String, OnnxTensor> of(Map<String, OnnxTensor> all, OrtSession session)
      throws BrokenModel {
    Map<String, OnnxTensor> inputs = new HashMap<>(all);
    inputs.keySet().retainAll(session.getInputNames());
    for (String name : session.getInputNames()) {
      if (!inputs.containsKey(name)) throw new BrokenModel("it wants an unknown '" + name + "'");
    }
    return inputs;
  }

  /// A past of no pieces.
  private OnnxTensor nothing(NodeInfo input) throws OrtException, BrokenModel {
    if (!(input.getInfo() instanceof TensorInfo info)
        || info.type != OnnxJavaType.FLOAT
        || info.getShape().length != 4) {
      throw new BrokenModel("its past is of no known kind");
    }
    long[] shape = info.getShape();
    shape[0] = 1;
    shape[2] = 0;
    return OnnxTensor.createTensor(runtime, FloatBuffer.allocate(0), shape);
  }

  private static OnnxTensor numbers(Result result, String name, @Nullable Object other)
      throws BrokenModel {
    Object value = result.get(name).isPresent() ? result.get(name).get() : other;
    if (value instanceof OnnxTensor tensor) return tensor;
    throw new BrokenModel("it gives no '" + name + "'");
  }

  /// The number with the highest value behind the last piece.
  private OptionalInt likeliest(Result result) throws BrokenModel {
    OnnxTensor logits = numbers(result, "logits", null);
    long[] shape = logits.getInfo().getShape();
    FloatBuffer values = logits.getFloatBuffer();
    if (shape.length != 3 || values == null || values.limit() == 0) return OptionalInt.empty();
    int words = (int) shape[2];
    int from = values.limit() - words;
    int best = -1;
    for (int i = 0; i < words; i++) {
      if (never.contains(i)) continue;
      if (best < 0 || values.get(from + i) > values.get(from + best)) best = i;
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  private OnnxTensor tensor(long[] values) throws OrtException {
    return OnnxTensor.createTensor(runtime, LongBuffer.wrap(values), new long[] {1, values.length});
  }
}
