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

  private Stemmer(String language) {
    Supplier<Analyzer> maker = ANALYSERS.get(language);
    analyser = maker == null ? null : maker.get();
  }

  /// @param language ISO 639-1 or -3; one without an analyser has its words cut to six letters
  public static Stemmer of(String language) {
    return LANGUAGES.computeIfAbsent(language, Stemmer::new);
  }

  /// The root of a word, "" if it is one that carries no meaning.
  public String root(String word) {
    return analyser == null ? cut(word) : stem(analyser, word);
  }

  /// Whether the language has this word among those that carry no meaning.
  public boolean isSmallWord(String word) {
    return analyser != null && stem(analyser, word).isEmpty();
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
