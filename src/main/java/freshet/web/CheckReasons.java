package freshet.web;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Why a feed was checked, or is not checked now, in the language of the page. The schedule says so
/// in English, and so it stands in the log of checks for ever; sentences that are not known here,
/// such as those of servers, stay as they are.
final class CheckReasons {
  private record Form(Pattern english, String key) {}

  private static final List<Form> FORMS =
      List.of(
          form("first poll of this feed", "why.first"),
          form("somebody asked for it, the last poll (.+) ago", "why.asked"),
          form("trying again after (\\d+) failed, the last poll (.+) ago", "why.again"),
          form("your interval of (.+) was over", "why.interval"),
          form("the longest interval was over, the last poll (.+) ago", "why.longest"),
          form(
              "about (\\S+) new expected since the last poll (.+) ago \\(usually (\\S+) a day\\),"
                  + " waiting (.+) together",
              "why.expected"),
          form("it is being polled now", "why.now"),
          form("no two polls of a feed are closer than the least interval", "why.least"),
          form("another feed of (\\S+) is being polled", "why.another"),
          form("the budget of calls is used up for the moment", "why.budget"),
          form("the calls of the quota group (.+) are used up for the moment", "why.quota"));

  private CheckReasons() {}

  static String in(Texts texts, String sentence) {
    for (Form form : FORMS) {
      Matcher m = form.english.matcher(sentence);
      if (!m.matches()) continue;
      Object[] values = new Object[m.groupCount()];
      for (int i = 0; i < values.length; i++) values[i] = m.group(i + 1);
      return texts.say(form.key, values);
    }
    return SafeText.line(sentence, 300);
  }

  private static Form form(String english, String key) {
    return new Form(Pattern.compile(english), key);
  }
}
