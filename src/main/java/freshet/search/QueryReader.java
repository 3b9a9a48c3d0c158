package freshet.search;

import freshet.model.Remark;
import freshet.model.Remark.Kind;
import freshet.model.UnderstoodQuery;
import freshet.search.Node.Place;
import freshet.text.Cut;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what people write into a search box. Never fails: what makes no sense is left out or taken
/// as words, with a remark. What a query can cost is bounded here: its length, words, patterns and
/// depth.
///
/// ```
/// any  := all ("OR" all)*
/// all  := part+
/// part := ("-" | "NOT") part | "(" any ")" | "\"" … "\"" | field ":" part | word
/// ```
final class QueryReader {
  static final int LONGEST = UnderstoodQuery.LONGEST;
  static final int MOST_PARTS = 40;
  private static final int MOST_PATTERNS = 5;
  private static final int DEEPEST = 10;

  private final String source;
  private final String text;
  private final Moments moments;
  private final Set<Remark> remarks = new LinkedHashSet<>();
  private int at;
  private int depth;
  private int parts;
  private int patterns;

  /// What the words after `name:` mean.
  private enum Field {
    TEXT,
    TITLE,
    FEED,
    CRAWL,
    TOPIC,
    LANGUAGE,
    FROM,
    TO,
    AGE,
    TRANSLATE,
    LIKE;

    static @Nullable Field named(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "text" -> TEXT;
        case "title" -> TITLE;
        case "feed" -> FEED;
        case "crawl" -> CRAWL;
        case "topic" -> TOPIC;
        case "lang", "language" -> LANGUAGE;
        case "from", "since", "after" -> FROM;
        case "to", "until", "before" -> TO;
        case "age" -> AGE;
        case "translate" -> TRANSLATE;
        case "like" -> LIKE;
        default -> null;
      };
    }
  }

  QueryReader(String source, Instant now, ZoneId zone) {
    this.source = source;
    this.text = clean(source);
    this.moments = new Moments(now, zone);
    if (source.strip().length() > LONGEST) remark(Kind.CUT, "");
  }

  /// Control characters are blanks, typographic quotation marks are quotation marks.
  private static String clean(String source) {
    String s = Cut.start(source.strip(), LONGEST);
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        out.append(' ');
      } else if (c == '“' || c == '”' || c == '„' || c == '«' || c == '»' || c == '＂') {
        out.append('"');
      } else if (c == '（') {
        out.append('(');
      } else if (c == '）') {
        out.append(')');
      } else if (c == '：') {
        out.append(':');
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /// Said anywhere, it holds for the whole query.
  private boolean asTyped;

  SearchQuery read() {
    List<Node> all = new ArrayList<>();
    while (true) {
      Node some = any(Field.TEXT);
      if (some != null) all.add(some);
      if (at >= text.length()) break;
      remark(Kind.STRAY_PARENTHESIS, ""); // only a closing one ends a group early
      at++;
    }
    if (asTyped) all.add(new Node.AsTyped());
    Node root = together(all);
    if (root == null) root = new Node.Everything();
    return new SearchQuery(source, root, root.written(), List.copyOf(remarks));
  }

  private void remark(Kind kind, String about) {
    if (remarks.size() < 8) remarks.add(new Remark(kind, Cut.to(about, 60)));
  }

  private @Nullable Node any(Field field) {
    List<Node> choices = new ArrayList<>();
    boolean wanted = false;
    while (true) {
      Node all = all(field);
      if (all != null) choices.add(all);
      else if (wanted || isOr()) remark(Kind.STRAY_OR, "");
      if (!isOr()) break;
      wanted = true;
      skipWord();
    }
    if (choices.isEmpty()) return null;
    return choices.size() == 1 ? choices.getFirst() : new Node.Or(List.copyOf(choices));
  }

  private @Nullable Node all(Field field) {
    List<Node> found = new ArrayList<>();
    while (true) {
      skipBlanks();
      if (at >= text.length() || text.charAt(at) == ')' || isOr()) break;
      if (isWordHere("AND") || isWordHere("&&")) {
        skipWord();
        continue;
      }
      Node part = part(field);
      if (part != null) found.add(part);
    }
    return together(found);
  }

  private static @Nullable Node together(List<Node> parts) {
    if (parts.isEmpty()) return null;
    if (parts.size() == 1) return parts.getFirst();
    List<Node> flat = new ArrayList<>();
    for (Node p : parts) {
      if (p instanceof Node.And(List<Node> inner)) flat.addAll(inner);
      else flat.add(p);
    }
    return new Node.And(List.copyOf(flat));
  }

  private @Nullable Node part(Field field) {
    char c = text.charAt(at);
    if (isWordHere("NOT")) {
      skipWord();
      return not(field);
    }
    if (isMinus(c)) {
      while (at < text.length() && isMinus(text.charAt(at))) at++;
      if (at < text.length() && text.charAt(at) != ' ') return not(field);
      remark(Kind.STRAY_NOT, ""); // a dash between words
      return null;
    }
    if (c == '+') {
      at++;
      return at < text.length() && text.charAt(at) != ' ' && text.charAt(at) != ')'
          ? part(field)
          : null;
    }
    if (c == '(') return group(field);
    if (c == '"') return phrase(field);
    return word(field);
  }

  private static boolean isMinus(char c) {
    return c == '-' || c == '−' || c == '–' || c == '—' || c == '!';
  }

  private @Nullable Node not(Field field) {
    skipBlanks();
    if (at >= text.length() || text.charAt(at) == ')' || isOr()) {
      remark(Kind.STRAY_NOT, "");
      return null;
    }
    if (++depth > DEEPEST) {
      depth--;
      remark(Kind.TOO_DEEP, "");
      skipWord();
      return null;
    }
    Node part = part(field);
    depth--;
    if (part == null) return null;
    return part instanceof Node.Not(Node twice) ? twice : new Node.Not(part);
  }

  private @Nullable Node group(Field field) {
    at++;
    if (depth >= DEEPEST) {
      remark(Kind.TOO_DEEP, "");
      return null; // its words follow as if it were not there
    }
    depth++;
    Node inside = any(field);
    depth--;
    if (at < text.length()) at++;
    else remark(Kind.UNCLOSED_PARENTHESIS, "");
    if (inside == null && remarks.stream().noneMatch(Remark::isLeftOut)) {
      remark(Kind.NO_VALUE, "(");
    }
    return inside;
  }

  private @Nullable Node phrase(Field field) {
    int end = text.indexOf('"', at + 1);
    if (end < 0) {
      remark(Kind.UNCLOSED_QUOTE, "");
      end = text.length();
    }
    String inside = text.substring(at + 1, end).strip();
    at = Math.min(end + 1, text.length());
    return leaf(field, inside, true);
  }

  private @Nullable Node word(Field field) {
    int start = at;
    while (at < text.length() && " ()\"".indexOf(text.charAt(at)) < 0) {
      if (text.charAt(at) == ':' && at > start) {
        Field named = Field.named(text.substring(start, at));
        if (named != null) return named(named, text.substring(start, ++at));
        if (at + 1 >= text.length() || text.charAt(at + 1) != '/') {
          String name = text.substring(start, at);
          if (name.chars().allMatch(Character::isLetter)) remark(Kind.NO_SUCH_FIELD, name + ":");
        }
      }
      at++;
    }
    return leaf(field, text.substring(start, at), false);
  }

  private @Nullable Node named(Field field, String written) {
    if (at >= text.length() || text.charAt(at) == ' ' || text.charAt(at) == ')') {
      remark(Kind.NO_VALUE, written);
      return null;
    }
    if (text.charAt(at) == '"') return phrase(field);
    if (text.charAt(at) == '(') return group(field);
    if (isMinus(text.charAt(at)) && at + 1 < text.length() && beginsValue(text.charAt(at + 1))) {
      at++;
      Node without = named(field, written);
      return without == null ? null : new Node.Not(without);
    }
    int start = at;
    while (at < text.length() && " ()\"".indexOf(text.charAt(at)) < 0) at++;
    return leaf(field, text.substring(start, at), false);
  }

  private static boolean beginsValue(char c) {
    return Character.isLetterOrDigit(c) || c == '"' || c == '(';
  }

  private @Nullable Node leaf(Field field, String value, boolean quoted) {
    if (++parts > MOST_PARTS) {
      if (parts == MOST_PARTS + 1) remark(Kind.TOO_MANY, value);
      return null;
    }
    return switch (field) {
      case TEXT -> words(Place.TEXT, value, quoted);
      case TITLE -> words(Place.TITLE, value, quoted);
      case FEED -> value.isBlank() ? nothing("feed:") : new Node.Feed(value);
      case CRAWL -> value.isBlank() ? nothing("crawl:") : new Node.Crawl(value);
      case TOPIC -> value.isBlank() ? nothing("topic:") : new Node.Topic(value);
      case LANGUAGE -> {
        String code = Languages.code(value);
        if (code == null) remark(Kind.BAD_LANGUAGE, value);
        yield code == null ? null : new Node.Language(code);
      }
      case FROM, TO -> {
        Node between = field == Field.FROM ? moments.from(value) : moments.to(value);
        if (between == null) remark(Kind.BAD_DATE, value);
        yield between;
      }
      case LIKE -> WordScanner.hasWords(value) ? new Node.Like(value, null) : nothing("like:");
      case TRANSLATE ->
          switch (value.toLowerCase(Locale.ROOT)) {
            case "no", "off", "false" -> {
              asTyped = true;
              yield null;
            }
            case "yes", "on", "true" -> null;
            default -> nothing("translate:");
          };
      case AGE -> {
        Node between = moments.age(value);
        if (between == null) remark(Kind.BAD_AGE, value);
        yield between;
      }
    };
  }

  private @Nullable Node nothing(String field) {
    remark(Kind.NO_VALUE, field);
    return null;
  }

  private @Nullable Node words(Place place, String value, boolean quoted) {
    if (!WordScanner.hasWords(value)) {
      remark(Kind.NO_WORDS, value);
      return null;
    }
    if (quoted) return new Node.Phrase(place, value);
    // A question mark at the end of a word is mostly just that.
    int end = value.length();
    while (end > 0 && value.charAt(end - 1) == '?') end--;
    String asked = value.substring(0, end);
    return wildcard(asked) < 0 ? plain(place, asked) : pattern(place, asked);
  }

  /// A word without the punctuation around it. One that would mean something else if it were read
  /// again is a phrase, which finds the same.
  private static Node plain(Place place, String value) {
    WordScanner scanner = new WordScanner(value);
    int start = -1;
    int end = 0;
    while (scanner.next()) {
      if (start < 0) start = scanner.start();
      end = scanner.end();
    }
    String word = value.substring(Math.max(0, start), end);
    boolean sign = word.equals("OR") || word.equals("AND") || word.equals("NOT");
    boolean odd = sign || word.indexOf(':') >= 0 || wildcard(word) >= 0;
    return odd ? new Node.Phrase(place, word) : new Node.Word(place, word);
  }

  /// Patterns cost a walk over the words of the index that begin like them: so they have to begin
  /// with something, and there are few.
  private Node pattern(Place place, String value) {
    StringBuilder kept = new StringBuilder();
    int wild = 0;
    int letters = 0;
    for (int i = 0; i < value.length() && kept.length() < WordScanner.LONGEST; i++) {
      char c = value.charAt(i);
      if (c == '*' || c == '?') {
        boolean again = !kept.isEmpty() && wildcard(kept.substring(kept.length() - 1)) == 0;
        if (kept.isEmpty() || again || ++wild > 3) continue;
        kept.append(c);
      } else if (Character.isLetterOrDigit(c)
          || Character.isSurrogate(c)
          || Character.getType(c) == Character.NON_SPACING_MARK) {
        kept.append(c);
        letters++;
      } else if (wild == 0 && !kept.isEmpty()) {
        // "rock'n*": what is before belongs to another word, and words stand together
        kept.setLength(0);
        letters = 0;
      }
    }
    while (!kept.isEmpty() && kept.charAt(kept.length() - 1) == '?')
      kept.setLength(kept.length() - 1);
    String pattern = kept.toString();
    String bare = value.replace("*", "").replace("?", "");
    if (wildcard(pattern) < 0 || letters < 2) {
      remark(Kind.OPEN_PATTERN, value);
      return plain(place, bare);
    }
    if (wildcard(value) == 0) remark(Kind.OPEN_PATTERN, value);
    if (++patterns > MOST_PATTERNS) {
      if (patterns == MOST_PATTERNS + 1) remark(Kind.TOO_MANY_PATTERNS, value);
      return plain(place, bare);
    }
    return new Node.Pattern(place, pattern);
  }

  private static int wildcard(String s) {
    int star = s.indexOf('*');
    int mark = s.indexOf('?');
    return star < 0 ? mark : mark < 0 ? star : Math.min(star, mark);
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') at++;
  }

  private void skipWord() {
    while (at < text.length() && " ()\"".indexOf(text.charAt(at)) < 0) at++;
  }

  private boolean isOr() {
    return isWordHere("OR") || isWordHere("|") || isWordHere("||");
  }

  private boolean isWordHere(String word) {
    if (!text.startsWith(word, at)) return false;
    int end = at + word.length();
    return end >= text.length() || " ()\"".indexOf(text.charAt(end)) >= 0;
  }
}
