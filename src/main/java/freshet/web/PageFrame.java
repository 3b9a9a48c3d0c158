package freshet.web;

import freshet.library.Refusal;
import freshet.translate.Wish;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What every page has around and within it.
///
/// @param section the part of the site that the page belongs to: `river`, `feeds`, `about`, or
///   empty
/// @param token what each form must carry, see [FormToken]
/// @param searching whether there is a search
/// @param who is logged in; null where nobody has to
/// @param here the address of the page, for forms that come back to it
/// @param pictures which of them are shown
/// @param translated which texts are shown in another language
/// @param trouble what is the matter with this Freshet at the moment; null if nothing is
public record PageFrame(
    Texts texts,
    Times times,
    Preferences look,
    StaticFiles files,
    String section,
    String token,
    String version,
    boolean searching,
    @Nullable String who,
    String here,
    Pictures pictures,
    Translated translated,
    @Nullable String trouble) {

  /// How many are unread, beside a feed or a folder: nothing where none is.
  public String unread(long n) {
    if (n <= 0) return "";
    return n < 1000 ? String.valueOf(n) : say("number", n); // there may be thousands of feeds
  }

  public String say(String key, Object... values) {
    return texts.say(key, values);
  }

  /// What the rest of the program said, in the language of the page.
  public String said(@Nullable String sentence) {
    return SafeText.line(Sentences.in(texts, sentence), 400);
  }

  /// Why something is not done.
  String refused(Refusal refusal) {
    return SafeText.line(Sentences.in(texts, refusal), 400);
  }

  /// Whether the line for the first visit of a page is shown.
  public boolean hints(String name) {
    return !look.closedHints().contains(name);
  }

  public String file(String name) {
    return files.at(name);
  }

  /// The language of the interface, for the `lang` attribute.
  public String lang() {
    return texts.locale().toLanguageTag();
  }

  /// The way it is written, for the `dir` attribute.
  public String direction() {
    return texts.direction();
  }

  /// Whether the language of an entry is worth a word: not where it is the one of the page, nor one
  /// that the reader said to read.
  public boolean marks(@Nullable String language) {
    String code = Wish.code(language);
    if (code == null || code.equals(Wish.code(lang()))) return false;
    return look.wish() == null || look.wish().wants(code);
  }

  /// `et` → `ET`, for the small mark beside an entry.
  public String mark(String language) {
    int dash = language.indexOf('-');
    String main = dash < 0 ? language : language.substring(0, dash);
    return SafeText.line(main, 8).toUpperCase(Locale.ROOT);
  }

  /// The name of a topic in the reader's language, if it is one of the usual.
  public String topic(String topic) {
    String key = "topic." + topic;
    if (texts.has(key)) return texts.say(key);
    String name = SafeText.line(topic, 60);
    return name.isEmpty()
        ? name
        : name.substring(0, 1).toUpperCase(texts.locale()) + name.substring(1);
  }

  /// "page" for the link of the current section, so that it is marked and announced as such.
  public @Nullable String current(String name) {
    return section.equals(name) ? "page" : null;
  }
}
