package freshet.extract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// What short lines within articles say when they are not part of them, in the languages that most
/// of the feeds are in.
final class Phrases {
  private static final Map<String, Set<String>> LINES = read("asides.txt");
  private static final Set<String> COMMENTS = LINES.getOrDefault("[comments]", Set.of());
  private static final Set<String> RELATED = LINES.getOrDefault("[related]", Set.of());
  private static final Set<String> NOISE = LINES.getOrDefault("[noise]", Set.of());

  private static final Pattern TRIM =
      Pattern.compile("^[\\s\\p{Punct}\\d«»„“”‘’•·–—…©|]+|[\\s\\p{Punct}\\d«»„“”‘’•·–—…|]+$");

  /// Where a picture is from, or whose the text is.
  private static final Pattern CREDIT =
      Pattern.compile(
          "(?iuU)^[\\[(]?\\s*(photo(graph)?s?( by| courtesy| credit)?|image( credit|"
              + " source|s)?|pictures?|pic|credits?|illustration("
              + " by)?|video|courtesy|foto(s)?|fot|bild(er)?|quelle|crédit("
              + " photo)?s?|photographie|imagen|imagem|crédito|zdjęcie|фото)\\s*[:.|/]|^\\(?(photo|foto|image|illustration|photograph|picture)"
              + " (by|via|courtesy|from|von) |[/(–-]\\s*(getty"
              + " images|afp|reuters|ap|epa|dpa|associated press|shutterstock|pa wire|bloomberg)( /"
              + " .*)?\\)?\\s*$|\\b(getty images|shutterstock|istockphoto|ap photo)\\b.{0,20}$");

  private static final Pattern COPYRIGHT =
      Pattern.compile(
          "(?iuU)^(©|\\(c\\)\\s|copyright\\b)|\\b(all rights reserved|alle rechte"
              + " vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos"
              + " reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|все права"
              + " защищены|tüm hakları saklıdır)\\b");

  private static final Pattern NETWORK =
      Pattern.compile(
          "(?iuU)\\b(facebook|twitter|instagram|newsletter|whatsapp|telegram|youtube|linkedin|"
              + "mastodon|bluesky|tiktok|podcasts?|e-?mail|inbox|rss|@\\w+)\\b");

  private static final Pattern FOLLOW =
      Pattern.compile(
          "(?iuU)\\b(follow|subscribe|sign up|sign-up|like us|join us|find us|get .{1,40}"
              + " on|delivered|folgen sie|folge uns|abonnieren|abonniere|melden sie"
              + " sich|suivez|abonnez|inscrivez|devenez"
              + " fan|síguenos|síganos|suscríb\\w+|siga|seguici|iscriviti|volg"
              + " ons|obserwuj|polub|zapisz się|takip ed\\w+|abone|подпи\\w+|sledujte)\\b");

  private static final Pattern LEAD =
      Pattern.compile(
          "(?iuU)^(read|see|also read|read also|read more|more|see"
              + " also|related|recommended|watch|don't miss|lesen sie (auch|mehr|dazu)|mehr( dazu|"
              + " zum thema)?|siehe auch|lire aussi|à lire( aussi)?|voir aussi|lea también|lee"
              + " también|leer más|leia( também| mais)|veja( também)|leggi anche|lees( ook|"
              + " meer)|czytaj( także| też|)|zobacz( też| także)|читайте("
              + " также)?|читать|още|tags?|filed under|topics?|themen|etiketler|ilgili|olvasd"
              + " el|citește( și)?)\\b[^.!?]{0,20}[:|›»>].*");

  private static final Pattern BYLINE =
      Pattern.compile(
          "(?iuU)^(by|von|par|por|di|door|autor|author|text|written by|posted"
              + " by|published|updated|last updated|last modified|modified|first"
              + " published|veröffentlicht|aktualisiert|stand|publié|mis à"
              + " jour|publicado|actualizado|pubblicato|aggiornato|opublikowano|"
              + "опубликовано)\\b.*");

  private Phrases() {}

  private static Map<String, Set<String>> read(String file) {
    Map<String, Set<String>> sections = new HashMap<>();
    try (InputStream in = Phrases.class.getResourceAsStream(file)) {
      if (in == null) throw new IllegalStateException("missing " + file);
      Set<String> section = new HashSet<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        if (line.startsWith("[")) {
          section = new HashSet<>();
          sections.put(line.strip(), section);
        } else if (!line.startsWith("#")) {
          section.addAll(List.of(line.strip().split(" \\| ", -1)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sections;
  }

  static boolean isComments(String line) {
    return COMMENTS.contains(bare(line));
  }

  static boolean isRelated(String line) {
    String bare = bare(line);
    return RELATED.contains(bare)
        || bare.startsWith("related news on ")
        || bare.startsWith("more from ")
        || bare.startsWith("read more from ")
        || bare.startsWith("more on ")
        || bare.startsWith("à la une d");
  }

  /// Nothing anybody would read, wherever it stands.
  static boolean isNoise(String line) {
    if (line.length() > 320) return false;
    if (line.length() < 45 && NOISE.contains(bare(line))) return true;
    if (line.length() < 160 && CREDIT.matcher(line).find()) return true;
    if (COPYRIGHT.matcher(line).find()) return true;
    return line.length() < 220 && FOLLOW.matcher(line).find() && NETWORK.matcher(line).find();
  }

  /// "Read also: …", where what follows is a link.
  static boolean isLead(String line) {
    return LEAD.matcher(line).matches();
  }

  static boolean isByline(String line) {
    return line.length() < 120 && BYLINE.matcher(line).matches();
  }

  static boolean endsSentence(String line) {
    int end = line.length();
    // Who wrote it, in a few letters: "… (dpa)".
    if (line.endsWith(")") && line.lastIndexOf('(') > Math.max(0, end - 12)) {
      end = line.lastIndexOf('(');
    }
    for (int i = end - 1; i >= 0; i--) {
      char c = line.charAt(i);
      if (".!?…。！？؟।:;".indexOf(c) >= 0) return c != ':' && c != ';';
      if ("\"'”’»“)]› \u00A0」』".indexOf(c) < 0) return false;
    }
    return false;
  }

  private static String bare(String line) {
    return TRIM.matcher(line).replaceAll("").toLowerCase(Locale.ROOT).replace('’', '\'');
  }
}
