package freshet.web;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the pages say, in one language. A new language is one more `texts_xx.properties` and its
/// tag in [#LANGUAGES].
public final class Texts {
  public static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.GERMAN);

  private static final Map<Locale, Texts> READ = new ConcurrentHashMap<>();

  private final Locale locale;
  private final ResourceBundle bundle;

  private Texts(Locale locale) {
    this.locale = locale;
    this.bundle =
        ResourceBundle.getBundle(
            "freshet.web.texts",
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  public static Texts in(Locale locale) {
    return READ.computeIfAbsent(locale, Texts::new);
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

  /// The text of a key, with `{0}`, `{1}` … replaced. A key without a text shows itself, so that a
  /// gap is seen and breaks no page.
  public String say(String key, Object... values) {
    String pattern;
    try {
      pattern = bundle.getString(key);
    } catch (MissingResourceException e) {
      return key;
    }
    return values.length == 0 ? pattern : new MessageFormat(pattern, locale).format(values);
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
