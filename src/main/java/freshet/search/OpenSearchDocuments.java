package freshet.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/// Documents for OpenSearch with the very words that [Fields] makes for Lucene: they are found
/// here, and OpenSearch only takes them apart again. So both kinds of index have the same words in
/// the same places, in all languages, whatever OpenSearch has been given for them.
///
/// A text is sent as its words with blanks between. What stands in one place has a \u0003 between
/// its parts, and where nothing stands there is a \u0004.
///
/// One object serves one thread, entry after entry.
final class OpenSearchDocuments {
  /// Changes when [#settings] or [#mappings] do: an index of another layout is built anew.
  static final String LAYOUT = "3";

  /// The analyser that takes words apart, of texts and of queries.
  static final String WORDS = "freshet";

  private static final char NEXT = ' ';
  private static final char BESIDE = '\u0003';
  private static final char NOTHING = '\u0004';

  /// A word with all that stands beside it.
  private static final int LONGEST_PLACE = 100_000;

  /// Rules look at all entries that came while they were not looking.
  private static final int MOST_HITS = 100_000;

  private final Fields fields = new Fields();

  static Map<String, Object> settings(int shards, int replicas) {
    Map<String, Object> analysis =
        Map.of(
            "tokenizer",
            Map.of("places", Map.of("type", "whitespace", "max_token_length", LONGEST_PLACE)),
            "filter",
            Map.of(
                "beside",
                Map.of(
                    "type",
                    "pattern_capture",
                    "preserve_original",
                    false,
                    "patterns",
                    List.of("([^" + BESIDE + "]+)")),
                "nothing",
                Map.of("type", "stop", "stopwords", List.of(String.valueOf(NOTHING)))),
            "analyzer",
            Map.of(
                WORDS,
                Map.of(
                    "type",
                    "custom",
                    "tokenizer",
                    "places",
                    "filter",
                    List.of("beside", "nothing"))));
    // Whoever writes says when it is to be found; the interval is for when it died before that.
    return Map.of(
        "index",
        Map.of(
            "number_of_shards",
            shards,
            "number_of_replicas",
            replicas,
            "refresh_interval",
            "30s",
            "max_result_window",
            MOST_HITS,
            "similarity",
            Map.of("default", Map.of("type", "BM25", "k1", Ranking.OFTEN, "b", Ranking.LONG)),
            "analysis",
            analysis));
  }

  static Map<String, Object> mappings() {
    Map<String, Object> words =
        Map.of("type", "text", "analyzer", WORDS, "index_options", "positions");
    Map<String, Object> keyword = Map.of("type", "keyword");
    Map<String, Object> column = Map.of("type", "long", "index", false);
    return Map.of(
        "dynamic",
        "strict",
        "_source",
        Map.of("enabled", false),
        "properties",
        Map.of(
            Fields.TEXT,
            words,
            Fields.TITLE,
            words,
            Fields.ID,
            column,
            Fields.STORY,
            column,
            Fields.PLACED,
            Map.of("type", "long"),
            Fields.FEED,
            keyword,
            Fields.TOPIC,
            keyword,
            Fields.LANGUAGE,
            keyword,
            Fields.READ,
            keyword));
  }

  /// What there is of an entry; its text several times if it was translated.
  Map<String, Object> of(IndexEntry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (IndexableField f : fields.of(entry)) {
      if (f instanceof Field field && field.tokenStreamValue() != null) {
        texts(json, f.name()).add(words(field.tokenStreamValue()));
      } else if (f.fieldType().docValuesType() == DocValuesType.NUMERIC) {
        json.put(f.name(), f.numericValue());
      } else if (f.fieldType().indexOptions() != IndexOptions.NONE && f.binaryValue() != null) {
        // The number of an entry is there as a column, too, and in its document's name.
        if (f.name().equals(Fields.ID)) continue;
        String value = f.binaryValue().utf8ToString();
        if (f.name().equals(Fields.READ)) texts(json, f.name()).add(value);
        else json.put(f.name(), value);
      }
    }
    return json;
  }

  @SuppressWarnings("unchecked") // what is put there is this
  private static List<String> texts(Map<String, Object> json, String field) {
    return (List<String>) json.computeIfAbsent(field, _ -> new ArrayList<String>());
  }

  private static String words(TokenStream stream) {
    StringBuilder text = new StringBuilder();
    TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
    PositionIncrementAttribute step = stream.getAttribute(PositionIncrementAttribute.class);
    try {
      stream.reset();
      while (stream.incrementToken()) {
        place(text, term.getBytesRef().utf8ToString(), step.getPositionIncrement());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /// Appends a word so many places after the last one.
  static void place(StringBuilder text, String word, int step) {
    if (step == 0 && !text.isEmpty()) {
      text.append(BESIDE);
    } else {
      for (int i = 1; i < step && !text.isEmpty(); i++) text.append(NEXT).append(NOTHING);
      if (!text.isEmpty()) text.append(NEXT);
    }
    text.append(word);
  }

  /// Words that stand for the same.
  static String anyOf(List<BytesRef> words) {
    StringBuilder text = new StringBuilder();
    for (BytesRef w : words) place(text, w.utf8ToString(), 0);
    return text.toString();
  }
}
