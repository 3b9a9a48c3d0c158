package freshet.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.jspecify.annotations.Nullable;

/// Reduces the words of one language to their roots. A word costs a few microseconds, so whoever
/// asks often remembers the answers.
public final class Stemmer {
  private static final int CUT = 6;

  private static final Map<String, Supplier<Analyzer>> ANALYSERS = new HashMap<>();

  static {
    ANALYSERS.put("ar", org.apache.lucene.analysis.ar.ArabicAnalyzer::new);
    ANALYSERS.put("bg", org.apache.lucene.analysis.bg.BulgarianAnalyzer::new);
    ANALYSERS.put("bn", org.apache.lucene.analysis.bn.BengaliAnalyzer::new);
    ANALYSERS.put("ca", org.apache.lucene.analysis.ca.CatalanAnalyzer::new);
    ANALYSERS.put("ckb", org.apache.lucene.analysis.ckb.SoraniAnalyzer::new);
    ANALYSERS.put("cs", org.apache.lucene.analysis.cz.CzechAnalyzer::new);
    ANALYSERS.put("da", org.apache.lucene.analysis.da.DanishAnalyzer::new);
    ANALYSERS.put("de", org.apache.lucene.analysis.de.GermanAnalyzer::new);
    ANALYSERS.put("el", org.apache.lucene.analysis.el.GreekAnalyzer::new);
    ANALYSERS.put("en", org.apache.lucene.analysis.en.EnglishAnalyzer::new);
    ANALYSERS.put("es", org.apache.lucene.analysis.es.SpanishAnalyzer::new);
    ANALYSERS.put("et", org.apache.lucene.analysis.et.EstonianAnalyzer::new);
    ANALYSERS.put("eu", org.apache.lucene.analysis.eu.BasqueAnalyzer::new);
    ANALYSERS.put("fa", org.apache.lucene.analysis.fa.PersianAnalyzer::new);
    ANALYSERS.put("fi", org.apache.lucene.analysis.fi.FinnishAnalyzer::new);
    ANALYSERS.put("fr", org.apache.lucene.analysis.fr.FrenchAnalyzer::new);
    ANALYSERS.put("ga", org.apache.lucene.analysis.ga.IrishAnalyzer::new);
    ANALYSERS.put("gl", org.apache.lucene.analysis.gl.GalicianAnalyzer::new);
    ANALYSERS.put("hi", org.apache.lucene.analysis.hi.HindiAnalyzer::new);
    ANALYSERS.put("hu", org.apache.lucene.analysis.hu.HungarianAnalyzer::new);
    ANALYSERS.put("hy", org.apache.lucene.analysis.hy.ArmenianAnalyzer::new);
    ANALYSERS.put("id", org.apache.lucene.analysis.id.IndonesianAnalyzer::new);
    ANALYSERS.put("it", org.apache.lucene.analysis.it.ItalianAnalyzer::new);
    ANALYSERS.put("lt", org.apache.lucene.analysis.lt.LithuanianAnalyzer::new);
    ANALYSERS.put("lv", org.apache.lucene.analysis.lv.LatvianAnalyzer::new);
    ANALYSERS.put("nb", org.apache.lucene.analysis.no.NorwegianAnalyzer::new);
    ANALYSERS.put("ne", org.apache.lucene.analysis.ne.NepaliAnalyzer::new);
    ANALYSERS.put("no", org.apache.lucene.analysis.no.NorwegianAnalyzer::new);
    ANALYSERS.put("nl", org.apache.lucene.analysis.nl.DutchAnalyzer::new);
    ANALYSERS.put("nn", org.apache.lucene.analysis.no.NorwegianAnalyzer::new);
    ANALYSERS.put("pt", org.apache.lucene.analysis.pt.PortugueseAnalyzer::new);
    ANALYSERS.put("ro", org.apache.lucene.analysis.ro.RomanianAnalyzer::new);
    ANALYSERS.put("ru", org.apache.lucene.analysis.ru.RussianAnalyzer::new);
    ANALYSERS.put("sr", org.apache.lucene.analysis.sr.SerbianAnalyzer::new);
    ANALYSERS.put("hr", org.apache.lucene.analysis.sr.SerbianAnalyzer::new);
    ANALYSERS.put("bs", org.apache.lucene.analysis.sr.SerbianAnalyzer::new);
    ANALYSERS.put("sv", org.apache.lucene.analysis.sv.SwedishAnalyzer::new);
    ANALYSERS.put("ta", org.apache.lucene.analysis.ta.TamilAnalyzer::new);
    ANALYSERS.put("te", org.apache.lucene.analysis.te.TeluguAnalyzer::new);
    ANALYSERS.put("tr", org.apache.lucene.analysis.tr.TurkishAnalyzer::new);
  }

  private static final Map<String, Stemmer> LANGUAGES = new ConcurrentHashMap<>();

  private final @Nullable Analyzer analyser;
  private final Ending ending;

  /// Where one pass of the analyser is not enough for all forms of a word to meet. It takes from
  /// `orman` and `паром` what looks like an ending, and stops at them when it comes from
  /// `ormanlara` and `паромов`: so it goes on until nothing changes.
  private enum Ending {
    NONE,
    RUSSIAN,
    /// Lucene's stemmer leaves the vowel of the genitive on some forms (`kassi`) and takes it from
    /// others (`kass`), likewise a double consonant (`kas` of `kassid`) and `-us`, `-use`.
    ESTONIAN,
    /// `yasa` loses its own vowel as if it were an ending, `yasalar` does not.
    TURKISH
  }

  private Stemmer(String language) {
    ending =
        switch (language) {
          case "et" -> Ending.ESTONIAN;
          case "tr" -> Ending.TURKISH;
          case "ru" -> Ending.RUSSIAN;
          default -> Ending.NONE;
        };
    Supplier<Analyzer> maker = ANALYSERS.get(language);
    analyser = maker == null ? null : maker.get();
  }

  /// @param language ISO 639-1 or -3; one without an analyser has its words cut to six letters
  public static Stemmer of(String language) {
    return LANGUAGES.computeIfAbsent(language, Stemmer::new);
  }

  /// The root of a word, "" if it is one that carries no meaning.
  public String root(String word) {
    if (analyser == null) return cut(word);
    String stem = stem(analyser, word);
    if (ending == Ending.NONE) return stem;
    for (int pass = 0; pass < 3 && stem.length() > 3; pass++) {
      String again = stem(analyser, stem);
      if (again.length() < 3 || again.equals(stem)) break;
      stem = again;
    }
    return switch (ending) {
      case NONE, RUSSIAN -> stem;
      case TURKISH -> withoutVowel(stem);
      case ESTONIAN -> estonian(stem);
    };
  }

  /// Whether the language has this word among those that carry no meaning.
  public boolean isSmallWord(String word) {
    return analyser != null && stem(analyser, word).isEmpty();
  }

  private static String estonian(String stem) {
    String root = withoutVowel(stem);
    if (root.length() > 5 && root.endsWith("us")) root = root.substring(0, root.length() - 2);
    // minister, ministri
    if (root.length() > 5 && root.endsWith("er")) root = root.substring(0, root.length() - 2) + "r";
    int last = root.length() - 1;
    boolean twice = last > 2 && root.charAt(last) == root.charAt(last - 1);
    return twice ? root.substring(0, last) : root;
  }

  private static String withoutVowel(String stem) {
    int last = stem.length() - 1;
    return last >= 3 && "aeiouõäöüı".indexOf(stem.charAt(last)) >= 0
        ? stem.substring(0, last)
        : stem;
  }

  private static String cut(String word) {
    return word.length() < 3 ? "" : word.substring(0, Math.min(CUT, word.length()));
  }

  private static String stem(Analyzer analyser, String word) {
    try (TokenStream tokens = analyser.tokenStream("", word)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      String root = tokens.incrementToken() ? term.toString() : "";
      while (tokens.incrementToken()) {
        // Only the first part counts, but the stream must be read to its end.
      }
      tokens.end();
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
