package freshet.web;

import static java.util.stream.Collectors.toMap;

import freshet.library.Refusal;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the rest of the program says in English, in the language of the page.
///
/// Servers' answers, the schedule, lists that are imported and what is wrong with what somebody
/// typed are told in English sentences: the API, the command line and the log need them so, and the
/// database keeps them for ever. A page knows them again by their form, as gettext does: every text
/// whose key begins with `said.` is, in English, such a form, and `{0}` in it stands for anything,
/// which may be a sentence itself. What is not known stays as it is: it is mostly what a server
/// said. `SentencesTest` reads the sources and fails for a sentence that has no form.
final class Sentences {
  private static final String PREFIX = "said.";

  /// The one sentence whose values are days.
  private static final String OF_DAYS = PREFIX + "hint-days";

  /// Longer ones are some server's text.
  private static final int LONGEST = 999;

  /// Sentences within sentences.
  private static final int DEEPEST = 6;

  private record Form(Pattern english, String key, String longest) {}

  /// Forms whose English on the pages is other than what is said.
  private static final Map<String, String> REWORDED =
      Map.ofEntries(
          Map.entry(
              "lab.replayed",
              "{0} sources with {1} posts in {2}: at most {3} calls in {4}, and {5} between two of"
                  + " a source"),
          Map.entry(
              "lab.replayed-rounds",
              "{0} sources with {1} posts in {2}: at most {3} calls in {4} in rounds, and {5}"
                  + " between two of a source"),
          Map.entry("why.first", "first poll of this feed"),
          Map.entry("why.asked", "somebody asked for it, the last poll {0} ago"),
          Map.entry("why.again", "trying again after {0} failed, the last poll {1} ago"),
          Map.entry("why.interval", "your interval of {0} was over"),
          Map.entry("why.longest", "the longest interval was over, the last poll {0} ago"),
          Map.entry(
              "why.expected",
              "about {0} new expected since the last poll {1} ago (usually {2} a day), waiting {3}"
                  + " together"),
          Map.entry("why.now", "it is being polled now"),
          Map.entry("why.least", "no two polls of a feed are closer than the least interval"),
          Map.entry("why.another", "another feed of {0} is being polled"),
          Map.entry("why.budget", "the budget of calls is used up for the moment"),
          Map.entry("why.quota", "the calls of the quota group {0} are used up for the moment"));

  /// What the fields of forms are called on the pages, by their names in the APIs.
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("title", "feed.name"),
          Map.entry("folder", "feed.folder"),
          Map.entry("interval", "feed.interval"),
          Map.entry("headers", "feed.headers"),
          Map.entry("quotaGroup", "feed.group"),
          Map.entry("ownId", "feed.own-id"),
          Map.entry("list", "list.selector"),
          Map.entry("name", "rules.name"),
          Map.entry("query", "rules.query"),
          Map.entry("tag", "rules.tag"),
          Map.entry("translator", "translate.forget-who"),
          Map.entry("since", "translate.forget-since"),
          Map.entry("way", "rules.way"),
          Map.entry("target", "rules.target"),
          Map.entry("secret", "rules.secret"));

  private static final Pattern SPAN = Pattern.compile("(\\d{1,6}) (s|min|h|days)");
  private static final Map<String, String> UNITS =
      Map.of("s", "seconds", "min", "minutes", "h", "hours", "days", "days");

  private static final List<Form> FORMS = forms();

  private static final Map<String, DayOfWeek> DAYS =
      Stream.of(DayOfWeek.values()).collect(toMap(d -> d.name().toLowerCase(Locale.ROOT), d -> d));

  private Sentences() {}

  /// A sentence in the language of the texts, on one line.
  static String in(Texts texts, @Nullable String sentence) {
    if (sentence == null) return "";
    String said = SafeText.line(sentence, LONGEST);
    return said(texts, said, DEEPEST).orElse(said);
  }

  /// Why something is not done; what goes on behind the name of a field gets it.
  static String in(Texts texts, Refusal refusal) {
    String sentence = in(texts, refusal.sentence());
    if (refusal.field == null || !Character.isLowerCase(refusal.sentence().charAt(0))) {
      return sentence;
    }
    String key = FIELDS.get(refusal.field);
    return (key == null ? refusal.field : texts.say(key)) + ": " + sentence;
  }

  /// Whether a sentence has a form here.
  static boolean knows(String sentence) {
    return said(Texts.in(Locale.GERMAN), sentence, DEEPEST).isPresent();
  }

  private static Optional<String> said(Texts texts, String sentence, int deep) {
    if (deep == 0 || sentence.length() > LONGEST) return Optional.empty();
    boolean stop = sentence.endsWith(".");
    String bare = plain(stop ? sentence.substring(0, sentence.length() - 1) : sentence);
    boolean english = texts.locale().getLanguage().equals("en");
    for (Form form : FORMS) {
      if (!bare.contains(form.longest)) continue;
      Matcher m = form.english.matcher(bare);
      if (!m.matches()) continue;
      if (english && form.key.startsWith(PREFIX)) return Optional.of(sentence);
      boolean ofDays = form.key.equals(OF_DAYS);
      Object[] values = new Object[m.groupCount()];
      for (int i = 0; i < values.length; i++) {
        String value = m.group(i + 1);
        values[i] =
            texts.counts(form.key, i) && value.matches("\\d{1,9}")
                ? (Object) Integer.valueOf(value)
                : said(texts, value, deep - 1)
                    .orElseGet(() -> ofDays ? days(texts, value) : span(texts, value));
      }
      return Optional.of(texts.say(form.key, values) + (stop ? "." : ""));
    }
    return Optional.empty();
  }

  /// A span as [freshet.text.Spans#words] writes it; anything else as it is.
  private static String span(Texts texts, String value) {
    Matcher m = SPAN.matcher(value);
    return m.matches()
        ? texts.say("span." + UNITS.get(m.group(2)), Integer.valueOf(m.group(1)))
        : value;
  }

  /// Days of the week, as feeds name them that want to be left alone then; anything else as it is.
  private static String days(Texts texts, String value) {
    List<String> names = new ArrayList<>();
    for (String english : value.split(", ")) {
      DayOfWeek day = DAYS.get(english.toLowerCase(Locale.ROOT));
      if (day == null) return value;
      names.add(day.getDisplayName(TextStyle.FULL, texts.locale()));
    }
    return String.join(", ", names);
  }

  /// Forms with more words of their own come first: what fits one of those is not meant by one that
  /// is mostly values.
  private static List<Form> forms() {
    List<Form> all = new ArrayList<>();
    REWORDED.forEach((key, form) -> all.add(form(key, form)));
    Texts english = Texts.in(Texts.LANGUAGES.getFirst());
    for (String key : english.keys()) {
      if (key.startsWith(PREFIX)) all.add(form(key, english.say(key)));
    }
    all.sort(
        Comparator.comparingInt((Form f) -> -f.english.pattern().length())
            .thenComparing(Form::key));
    return List.copyOf(all);
  }

  private static Form form(String key, String english) {
    StringBuilder pattern = new StringBuilder();
    String longest = "";
    for (String part : plain(english).split("(?=\\{\\d})|(?<=\\{\\d})")) {
      if (part.matches("\\{\\d}")) {
        // "x rests: Server error (503) (3 times in a row)" ends with the last of them
        pattern.append(pattern.isEmpty() ? "(.+)" : "(.+?)");
      } else {
        pattern.append(Pattern.quote(part));
        if (part.length() > longest.length()) longest = part;
      }
    }
    return new Form(Pattern.compile(pattern.toString(), Pattern.DOTALL), key, longest);
  }

  /// Texts have no straight apostrophes, sentences have.
  private static String plain(String text) {
    return text.replace('’', '\'');
  }
}
