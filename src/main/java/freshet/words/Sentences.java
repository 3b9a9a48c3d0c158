package freshet.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// A text in sentences, and those in words and punctuation marks, as the treebanks have them that
/// taggers learn from. A sentence that does not end is cut; a word that does not is none.
final class Sentences {
  static final int MOST_TOKENS = 120;
  private static final int SHORT = 2;
  private static final Set<String> ENDINGS = Set.of("s", "t", "re", "ve", "ll", "d", "m");

  /// What an apostrophe between letters does.
  enum Apostrophe {
    /// Stands for itself.
    ALONE,
    /// `it 's`, `do n't`
    BEFORE_ENDINGS,
    /// `l' eau`
    AFTER_ARTICLES,
    /// `здоров'я`
    INSIDE
  }

  /// @param from where its word begins in it, the same as `to` if it is no word
  record Token(String text, int from, int to) {
    String word() {
      return text.substring(from, to);
    }
  }

  private final String text;
  private final Apostrophe apostrophe;
  private final Consumer<List<Token>> sink;
  private List<Token> sentence = new ArrayList<>();
  private int at;

  private Sentences(String text, Apostrophe apostrophe, Consumer<List<Token>> sink) {
    this.text = text;
    this.apostrophe = apostrophe;
    this.sink = sink;
  }

  static void read(String text, Apostrophe apostrophe, Consumer<List<Token>> sink) {
    new Sentences(text, apostrophe, sink).read();
  }

  private void read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isLetter(c)) letters();
      else if (Character.isDigit(c)) digits();
      else mark(c);
      if (sentence.size() >= MOST_TOKENS) end();
    }
    end();
  }

  private void letters() {
    int from = at;
    while (at < text.length() && isInWord(at)) at++;
    if (at - from > Kinds.LONGEST_WORD) return;
    String run = text.substring(from, at).replace('’', '\'').replace('ʼ', '\'');
    if (apostrophe == Apostrophe.BEFORE_ENDINGS
        && isApostrophe(from - 1)
        && ENDINGS.contains(run)) {
      ending(run);
    } else if (apostrophe == Apostrophe.AFTER_ARTICLES && isApostrophe(at) && run.length() <= 6) {
      sentence.add(new Token(run + "'", 0, run.length()));
      at++;
    } else {
      sentence.add(new Token(run, 0, run.length()));
    }
  }

  private boolean isInWord(int place) {
    if (Character.isLetter(text.charAt(place))) return true;
    return apostrophe == Apostrophe.INSIDE
        && isApostrophe(place)
        && place + 1 < text.length()
        && Character.isLetter(text.charAt(place + 1));
  }

  private boolean isApostrophe(int place) {
    return place >= 0 && place < text.length() && "'’ʼ".indexOf(text.charAt(place)) >= 0;
  }

  /// The apostrophe before it was taken for a mark, and the n of `n't` for a letter of the verb.
  private void ending(String run) {
    int last = sentence.size() - 1;
    if (last >= 0 && sentence.get(last).text().equals("'")) sentence.remove(last--);
    String before = last < 0 ? "" : sentence.get(last).text();
    if (run.equals("t") && before.length() > 1 && before.endsWith("n")) {
      int verb = before.length() - 1;
      sentence.set(last, new Token(before.substring(0, verb), 0, verb));
      sentence.add(new Token("n't", 0, 0));
    } else {
      sentence.add(new Token("'" + run, 0, 0));
    }
  }

  private void digits() {
    int from = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) at++;
    sentence.add(new Token(text.substring(from, Math.min(at, from + Kinds.LONGEST_WORD)), 0, 0));
  }

  private void mark(char c) {
    at++;
    if (c == '\n') end();
    if (Character.isWhitespace(c) || Character.isSurrogate(c)) return;
    boolean ends = "!?…。".indexOf(c) >= 0 || (c == '.' && isStop());
    String shown = "“”„".indexOf(c) >= 0 ? "\"" : c == '’' ? "'" : String.valueOf(c);
    sentence.add(new Token(shown, 0, 0));
    if (ends) end();
  }

  /// Not behind an initial or a short form, and not before a small letter.
  private boolean isStop() {
    int next = at;
    while (next < text.length() && text.charAt(next) == ' ') next++;
    if (next < text.length() && (next == at || Character.isLowerCase(text.charAt(next)))) {
      return text.charAt(next) == '\n';
    }
    if (sentence.isEmpty()) return true;
    Token before = sentence.getLast();
    return before.to() == 0 || before.to() > SHORT;
  }

  private void end() {
    if (!sentence.isEmpty()) sink.accept(sentence);
    sentence = new ArrayList<>();
  }
}
