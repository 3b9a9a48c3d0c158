package freshet.dictionary;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What dictionaries write about their licence, in a few words.
final class Licences {
  private static final Pattern SHARE_ALIKE =
      Pattern.compile("Attribution[- ]Share-?Alike\\s*([0-9.]+)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern GPL =
      Pattern.compile(
          "General Public Licen[sc]e,?\\s*(?:ver(?:sion|\\.)?\\s*)?([0-9](?:\\.[0-9])?)?",
          Pattern.CASE_INSENSITIVE);

  private Licences() {}

  static String named(String text) {
    Matcher alike = SHARE_ALIKE.matcher(text);
    if (alike.find()) return "CC BY-SA" + (alike.group(1) == null ? "" : " " + alike.group(1));
    if (text.contains("creativecommons.org/licenses/by/")) return "CC BY";
    Matcher gpl = GPL.matcher(text);
    if (gpl.find()) return "GPL" + (gpl.group(1) == null ? "" : " " + gpl.group(1));
    String bare = text.strip();
    if (bare.isEmpty()) return "not said";
    return bare.length() > 80 ? bare.substring(0, 79) + "…" : bare;
  }
}
