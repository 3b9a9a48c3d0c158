package freshet.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Finds the translations in the text that a dictionary has for a headword.
///
/// FreeDict's dictionaries come from many hands. Common to them: the first line is the headword,
/// the translations stand in the next line or in lines with numbers, with commas between them;
/// definitions, examples and cross references follow in lines of their own.
final class Wording {
  static final int MOST_WORDS = 3;
  private static final int LONGEST = 40;
  private static final int MOST = 12;

  /// Grammar, fields, remarks and cross references.
  private static final Pattern ASIDE = Pattern.compile("<[^>]*>|\\[[^]]*]|\\([^)]*\\)|\\{[^}]*\\}");

  private static final Pattern NUMBERED =
      Pattern.compile("^ {0,2}(?:[IVX]+\\.\\s+)?\\d+\\.\\s+(.*)");
  private static final Pattern ROMAN = Pattern.compile("^[IVX]+\\.\\s+(.*)");
  private static final Pattern NUMBER = Pattern.compile("(?:^|\\s)\\d+\\.(?=\\s|$)");
  private static final Pattern BETWEEN = Pattern.compile("[,;،、]");

  /// What stands before a verb or noun of a dictionary and not before one of a text.
  private static final Pattern ARTICLE =
      Pattern.compile(
          "^(?:to|a|an|the|der|die|das|sich|el|la|los|las|le|les|un|une|il|lo|det|att|ett|en)\\s+(?=\\p{L}{3})");

  private Wording() {}

  /// @param body the lines after the headword's
  static List<String> translations(String body) {
    List<String> found = new ArrayList<>();
    boolean first = true;
    for (String line : body.split("\n")) {
      var numbered = NUMBERED.matcher(line);
      String text;
      if (numbered.matches()) {
        text = numbered.group(1);
      } else if (first) {
        var roman = ROMAN.matcher(line);
        text = roman.matches() ? roman.group(1) : line;
      } else {
        continue;
      }
      int before = found.size();
      take(text, found);
      if (found.size() > before || numbered.matches()) first = false;
      else if (line.isBlank() || line.strip().startsWith("(")) continue;
      else first = false;
      if (found.size() >= MOST) break;
    }
    return found;
  }

  private static void take(String line, List<String> found) {
    if (line.startsWith("      ") || line.contains("Note:")) return;
    String bare = NUMBER.matcher(ASIDE.matcher(line).replaceAll(" ")).replaceAll(",");
    for (String part : BETWEEN.split(bare)) {
      String word = clean(part);
      if (!word.isEmpty() && !found.contains(word) && found.size() < MOST) found.add(word);
    }
  }

  /// A word or two as a text has them; "" if it is none.
  static String clean(String part) {
    String word = part.replace('~', ' ').replace("\u0301", "").strip();
    word = word.replaceAll("\\s+", " ");
    while (!word.isEmpty() && ".!?\"':".indexOf(word.charAt(word.length() - 1)) >= 0) {
      word = word.substring(0, word.length() - 1);
    }
    word = ARTICLE.matcher(word).replaceFirst("");
    if (word.isEmpty() || word.length() > LONGEST) return "";
    int blanks = 0;
    int letters = 0;
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == ' ') blanks++;
      else if (Character.isLetter(c) || Character.isSurrogate(c)) letters++;
      else if (!isInside(c)) return "";
    }
    return blanks >= MOST_WORDS || (letters < 2 && !isDense(word)) ? "" : word;
  }

  private static boolean isInside(char c) {
    int type = Character.getType(c);
    return c == '-'
        || c == '\''
        || c == '’'
        || Character.isDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || c == '\u200c'
        || c == '\u200d';
  }

  private static boolean isDense(String word) {
    return Character.isIdeographic(word.codePointAt(0));
  }
}
