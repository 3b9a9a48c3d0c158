package freshet.web;

import java.text.MessageFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the pages say, in one language. A new language is one more `texts_xx.properties` and its
/// tag in [#LANGUAGES].
public final class Texts {
  public static final List<Locale> LANGUAGES =
      Stream.of("en", "de", "et", "tr", "hr", "ro", "fr", "es", "ru", "ar")
          .map(Locale::forLanguageTag)
          .toList();

  private static final Map<Locale, Texts> READ = new ConcurrentHashMap<>();

  private final Locale locale;
  private final Locale numbers;
  private final ResourceBundle bundle;

  private Texts(Locale locale) {
    this.locale = locale;
    // one kind of digits on a page, also where its script counts
    this.numbers =
        new Locale.Builder().setLocale(locale).setUnicodeLocaleKeyword("nu", "latn").build();
    this.bundle =
        ResourceBundle.getBundle(
            "freshet.web.texts",
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  public static Texts in(Locale locale) {
    return READ.computeIfAbsent(locale, Texts::new);
  }

  /// The texts of one of [#LANGUAGES] by its tag, such as `et`.
  public static Optional<Texts> tagged(@Nullable String tag) {
    return LANGUAGES.stream()
        .filter(language -> language.toLanguageTag().equals(tag))
        .findFirst()
        .map(Texts::in);
  }

  /// The best language for a browser, by its `Accept-Language`.
  public static Texts wanted(@Nullable String acceptLanguage) {
    if (acceptLanguage != null && acceptLanguage.length() < 500) {
      try {
        Locale found = Locale.lookup(Locale.LanguageRange.parse(acceptLanguage), LANGUAGES);
        if (found != null) return in(found);
      } catch (IllegalArgumentException e) {
        // not a list of languages: as if none was sent
      }
    }
    return in(LANGUAGES.getFirst());
  }

  public Locale locale() {
    return locale;
  }

  /// As `<html dir>` has it.
  public String direction() {
    return isRightToLeft() ? "rtl" : "ltr";
  }

  private boolean isRightToLeft() {
    return locale.getLanguage().equals("ar");
  }

  /// Names within a sentence that runs from right to left, so that they do not turn it round.
  private static Object[] isolated(Object... values) {
    return Arrays.stream(values)
        .map(value -> value instanceof String s ? "\u2068" + s + "\u2069" : value)
        .toArray();
  }

  /// What a language calls itself, as it stands alone in a list: `Eesti`, `Français`.
  public static String ownName(Locale language) {
    String name = language.getDisplayLanguage(language);
    return name.substring(0, 1).toUpperCase(language) + name.substring(1);
  }

  /// The text of a key, with `{0}`, `{1}` … replaced and [Plurals] chosen. A key without a text
  /// shows itself, so that a gap is seen and breaks no page.
  public String say(String key, Object... values) {
    String pattern;
    try {
      pattern = bundle.getString(key);
    } catch (MissingResourceException e) {
      return key;
    }
    if (values.length == 0) return pattern;
    return new MessageFormat(Plurals.choose(pattern, locale, values), numbers)
        .format(isRightToLeft() ? isolated(values) : values);
  }

  /// Whether a value is a number to the text of a key.
  boolean counts(String key, int value) {
    return bundle.getString(key).contains("{" + value + ",");
  }

  public boolean has(String key) {
    return bundle.containsKey(key);
  }

  /// The name of a language in this language: `et` is `Estonian`.
  public String languageName(String tag) {
    String name = Locale.forLanguageTag(tag).getDisplayLanguage(locale);
    return name.isEmpty() ? tag : name;
  }

  /// The keys that have a text.
  Set<String> keys() {
    return bundle.keySet();
  }
}
