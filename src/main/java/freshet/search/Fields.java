package freshet.search;

import freshet.text.Cut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/// An entry as a document of the index. Nothing is stored there but numbers: what is shown comes
/// from the store.
///
/// | field | for |
/// |---|---|
/// | `text` | title, text, authors and categories; words and roots (see [WordStream]) |
/// | `title` | the same of the title alone |
/// | `id`, `story` | which entry it is; which text it is a copy of |
/// | `feed`, `topic`, `lang`, `placed` | filters and counts |
///
/// One object serves one thread, entry after entry.
final class Fields {
  /// Changes when what is in the index changes its meaning: an index of another layout is rebuilt.
  static final String LAYOUT = "6";

  static final String ID = "id";
  static final String TEXT = "text";
  static final String TITLE = "title";
  static final String FEED = "feed";
  static final String TOPIC = "topic";
  static final String STORY = "story";
  static final String LANGUAGE = "lang";
  static final String PLACED = "placed";

  /// All languages that an entry can be read in: its own, and those it was translated into.
  static final String READ = "read";

  /// A megabyte of text has no more subjects than this part of it.
  private static final int LONGEST_TEXT = 200_000;

  private static final int LONGEST_TITLE = 2_000;

  private static final FieldType WORDS = new FieldType();

  static {
    WORDS.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    WORDS.setTokenized(true);
    WORDS.freeze();
  }

  private final Map<Lexicon, WordTable> tables = new HashMap<>();
  private final WordStream text = new WordStream(tables);
  private final WordStream title = new WordStream(tables);
  private final Field textField = new Field(TEXT, text, WORDS);
  private final Field titleField = new Field(TITLE, title, WORDS);

  Document of(IndexEntry e) {
    Document document = new Document();
    String name = Cut.start(e.title(), LONGEST_TITLE);
    List<String> parts = new ArrayList<>(2 + e.more().size());
    parts.add(name);
    parts.add(Cut.start(e.text(), LONGEST_TEXT));
    for (String m : e.more()) parts.add(Cut.start(m, LONGEST_TITLE));
    text.read(e.language(), parts);
    title.read(e.language(), List.of(name));
    document.add(textField);
    document.add(titleField);
    for (IndexEntry.Translated t : e.translated()) translated(document, t);
    document.add(new StringField(ID, id(e.id()), Field.Store.NO));
    document.add(new NumericDocValuesField(ID, e.id()));
    long placed = e.placed().toEpochMilli();
    document.add(new LongPoint(PLACED, placed));
    document.add(new NumericDocValuesField(PLACED, placed));
    keyword(document, FEED, Long.toString(e.feed()));
    String language = Lexicon.name(e.language());
    Set<String> read = new LinkedHashSet<>();
    if (!language.isEmpty()) {
      keyword(document, LANGUAGE, language);
      read.add(language);
    }
    for (IndexEntry.Translated t : e.translated()) read.add(Lexicon.name(t.language()));
    for (String r : read) document.add(new StringField(READ, r, Field.Store.NO));
    if (e.topic() != 0) keyword(document, TOPIC, Long.toString(e.topic()));
    if (e.story() != 0) document.add(new NumericDocValuesField(STORY, e.story()));
    return document;
  }

  /// Read as the language that it was translated into; what it is filtered by stays that of the
  /// original.
  private void translated(Document document, IndexEntry.Translated t) {
    String name = Cut.start(t.title(), LONGEST_TITLE);
    List<String> parts = List.of(name, Cut.start(t.text(), LONGEST_TEXT));
    document.add(new Field(TEXT, new WordStream(tables).read(t.language(), parts), WORDS));
    document.add(new Field(TITLE, new WordStream(tables).read(t.language(), List.of(name)), WORDS));
  }

  private static void keyword(Document document, String field, String value) {
    BytesRef bytes = new BytesRef(value);
    document.add(new StringField(field, bytes, Field.Store.NO));
    document.add(new SortedDocValuesField(field, bytes));
  }

  static BytesRef id(long id) {
    byte[] bytes = new byte[8];
    for (int i = 7; i >= 0; i--) {
      bytes[i] = (byte) id;
      id >>= 8;
    }
    return new BytesRef(bytes);
  }
}
