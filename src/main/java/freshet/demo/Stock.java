package freshet.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// What can be said in one language: lists of names, and for every topic some happenings, each a
/// set of sentences with open places. Read from `demo/<language>.txt`:
///
/// ```
/// ui latest = Latest news             a word of the pages
/// @place in of: Rannamaa/Rannamaal/Rannamaa | …     a list; the forms after the bare one by name
/// [economy = Economy]                 a topic and its name
/// T Harbour of {place} to grow        a headline (one is chosen)
/// L The first sentence.               the lead (one is chosen)
/// B More.                             the rest (most are taken, in this order)
/// -                                   the next happening of this topic
/// [any]                               sentences that fit every topic
/// ```
record Stock(
    Locale locale,
    Map<String, String> words,
    Map<String, Names> names,
    Map<String, String> topicNames,
    Map<String, List<Happening>> happenings,
    List<Pattern> any) {

  record Names(List<String> forms, List<List<String>> rows) {}

  record Happening(List<Pattern> titles, List<Pattern> leads, List<Pattern> bodies) {}

  static Stock read(String language) {
    String file = "/demo/" + language + ".txt";
    try (InputStream in = Objects.requireNonNull(Stock.class.getResourceAsStream(file), file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return new Reader(file, language).read(lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  String word(String key) {
    return Objects.requireNonNull(words.get(key), () -> locale + ": no ui word " + key);
  }

  String topicName(String topic) {
    return topicNames.getOrDefault(topic, topic);
  }

  /// Collects the lines of one file.
  private static final class Reader {
    private final String file;
    private final String language;
    private final Map<String, String> words = new HashMap<>();
    private final Map<String, Names> names = new HashMap<>();
    private final Map<String, String> topicNames = new LinkedHashMap<>();
    private final Map<String, List<Happening>> happenings = new LinkedHashMap<>();
    private final List<Pattern> any = new ArrayList<>();
    private String topic = "";
    private Happening open = new Happening(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    Reader(String file, String language) {
      this.file = file;
      this.language = language;
    }

    Stock read(BufferedReader lines) throws IOException {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          if (!line.isBlank() && !line.startsWith("#")) take(line.strip());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          throw new IllegalArgumentException(file + " line " + number + ": " + e.getMessage(), e);
        }
      }
      close();
      return new Stock(
          Locale.forLanguageTag(language), words, names, topicNames, happenings, List.copyOf(any));
    }

    private void take(String line) {
      if (line.startsWith("ui ")) {
        int equals = line.indexOf('=');
        words.put(line.substring(3, equals).strip(), line.substring(equals + 1).strip());
      } else if (line.startsWith("@")) {
        list(line.substring(1));
      } else if (line.startsWith("[")) {
        close();
        String inside = line.substring(1, line.length() - 1);
        int equals = inside.indexOf('=');
        topic = (equals < 0 ? inside : inside.substring(0, equals)).strip();
        if (equals >= 0) topicNames.put(topic, inside.substring(equals + 1).strip());
      } else if (line.equals("-")) {
        close();
      } else {
        Pattern pattern = Pattern.of(line.substring(2).strip());
        switch (line.substring(0, 2)) {
          case "T " -> open.titles().add(pattern);
          case "L " -> open.leads().add(pattern);
          case "B " -> (topic.equals("any") ? any : open.bodies()).add(pattern);
          default -> throw new IllegalArgumentException("unknown line: " + line);
        }
      }
    }

    private void list(String line) {
      int colon = line.indexOf(':');
      List<String> head = List.of(line.substring(0, colon).strip().split("\\s+", -1));
      List<List<String>> rows = new ArrayList<>();
      for (String row : line.substring(colon + 1).split("\\|", -1)) {
        List<String> forms = Arrays.stream(row.split("/", -1)).map(String::strip).toList();
        if (forms.size() != head.size()) {
          throw new IllegalArgumentException("'" + row.strip() + "' has not all forms of " + head);
        }
        rows.add(forms);
      }
      names.put(head.getFirst(), new Names(head.subList(1, head.size()), rows));
    }

    private void close() {
      if (!open.titles().isEmpty()) {
        if (open.leads().isEmpty() || open.bodies().isEmpty()) {
          throw new IllegalArgumentException("a happening of " + topic + " lacks lead or body");
        }
        happenings.computeIfAbsent(topic, _ -> new ArrayList<>()).add(open);
      }
      open = new Happening(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }
}
