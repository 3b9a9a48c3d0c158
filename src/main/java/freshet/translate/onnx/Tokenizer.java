package freshet.translate.onnx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Texts into the numbers that a model knows, and back.
///
/// @param pieces how texts of the source language are cut
/// @param numbers by piece
/// @param texts by number; those that are marks are missing
/// @param unknown the number of what the model does not know, null if it has none
record Tokenizer(
    SentencePieces pieces,
    Map<String, Integer> numbers,
    Map<Integer, String> texts,
    @Nullable Integer unknown) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Set<String> MARKS = Set.of("<pad>", "<unk>", "<s>", "</s>");

  static Tokenizer of(ModelFiles files) throws BrokenModel {
    if (files.source() != null && files.vocabulary() != null) {
      return ofPieces(files.source(), files.vocabulary());
    }
    if (files.tokenizer() == null) throw new BrokenModel("tokenizer.json is missing");
    return ofTokenizer(json(files.tokenizer()));
  }

  private static Tokenizer ofPieces(Path source, Path vocabulary) throws BrokenModel {
    SentencePieces pieces;
    try {
      pieces = SentencePieces.of(Files.readAllBytes(source));
    } catch (IOException e) {
      throw new BrokenModel("source.spm cannot be read");
    } catch (BrokenModel e) {
      throw new BrokenModel("source.spm cannot be used: " + e.sentence());
    }
    JsonNode list = json(vocabulary);
    if (!list.isObject() || list.isEmpty()) throw new BrokenModel("vocab.json has no words");
    Map<String, Integer> numbers = new HashMap<>();
    list.properties().forEach(p -> numbers.put(p.getKey(), p.getValue().asInt(-1)));
    if (numbers.containsValue(-1)) throw new BrokenModel("vocab.json has words without a number");
    return of(pieces, numbers, MARKS, numbers.get("<unk>"));
  }

  /// The file of fast tokenizers, where it has pieces of words with weights.
  private static Tokenizer ofTokenizer(JsonNode json) throws BrokenModel {
    JsonNode model = json.path("model");
    JsonNode list = model.path("vocab");
    if (!list.isArray() || !list.path(0).isArray()) {
      throw new BrokenModel(
          "tokenizer.json is of another kind than Unigram: source.spm and vocab.json are needed");
    }
    Map<String, Float> scores = new HashMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    for (JsonNode piece : list) {
      numbers.put(piece.path(0).asString(""), numbers.size());
      scores.put(piece.path(0).asString(""), (float) piece.path(1).asDouble(0));
    }
    Set<String> marks = new HashSet<>(MARKS);
    for (JsonNode added : json.path("added_tokens")) {
      numbers.put(added.path("content").asString(""), added.path("id").asInt());
      if (added.path("special").asBoolean(false)) marks.add(added.path("content").asString(""));
    }
    marks.forEach(scores::remove);
    int unknown = model.path("unk_id").asInt(-1);
    return of(
        new SentencePieces(scores, CharsMap.of(map(json.path("normalizer"))), false),
        numbers,
        marks,
        unknown < 0 ? null : unknown);
  }

  private static byte[] map(JsonNode normalizer) throws BrokenModel {
    String text = normalizer.findPath("precompiled_charsmap").asString("");
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new BrokenModel("the table of characters in tokenizer.json is broken");
    }
  }

  private static Tokenizer of(
      SentencePieces pieces,
      Map<String, Integer> numbers,
      Set<String> marks,
      @Nullable Integer unknown) {
    Map<Integer, String> texts = new HashMap<>();
    numbers.forEach((piece, number) -> {
      if (!marks.contains(piece)) texts.put(number, piece);
    });
    return new Tokenizer(pieces, numbers, texts, unknown);
  }

  static JsonNode json(Path file) throws BrokenModel {
    try {
      return JSON.readTree(Files.readAllBytes(file));
    } catch (IOException | JacksonException e) {
      throw new BrokenModel(file.getFileName() + " is no JSON");
    }
  }

  /// @param into the language of the translation: models of several want a mark for it
  List<Integer> numbers(String text, String into) {
    List<Integer> all = new ArrayList<>();
    Integer mark = mark(into);
    if (mark != null) all.add(mark);
    for (String piece : pieces.cut(text)) {
      Integer number = numbers.getOrDefault(piece, unknown);
      if (number != null) all.add(number);
    }
    return all;
  }

  private @Nullable Integer mark(String into) {
    Integer mark = numbers.get(">>" + into + "<<");
    if (mark != null) return mark;
    try {
      return numbers.get(">>" + Locale.of(into).getISO3Language() + "<<");
    } catch (MissingResourceException e) {
      return null;
    }
  }

  String text(List<Integer> numbers) {
    return SentencePieces.join(numbers.stream().map(n -> texts.getOrDefault(n, "")).toList());
  }
}
