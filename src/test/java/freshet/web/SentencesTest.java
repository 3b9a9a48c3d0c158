package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal;
import freshet.poll.HintCodec;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SentencesTest {
  /// What carries a sentence to somebody who reads a page.
  private static final Set<String> CARRIERS =
      Set.of(
          "new Refusal",
          "new Unavailable",
          "new IndexUnavailable",
          "Refusal.wrong",
          "new Unreachable",
          "new Forbidden",
          "new NotAFeed",
          "new BadBody",
          "new Stopped",
          "FeedListReader.leaveOut",
          "SiteListReader.leaveOut",
          "reader.leaveOut",
          "nothing.leaveOut",
          "leftOut.add",
          "new Failed",
          "new Setting",
          "ArticleFetcher.nothing");

  /// What these return or throw is said on a page.
  private static final Set<String> METHODS =
      Set.of(
          "Looking.noFeedAt",
          "Looking.noneInTimeAt",
          "Looking.noListAt",
          "Looking.noFeedButListAt",
          "Reasons.ofPoll",
          "Reasons.heldBy",
          "Poller.refusal",
          "Readings.tooMuch",
          "FeedUrl.*",
          "Spans.*",
          "Budget.*",
          "CrawlPlan.*",
          "AccountName.*",
          "Passwords.*",
          "TopicClassifier.*",
          "Identity.*",
          "Setting.*",
          "Amounts.*",
          "SearchHours.*",
          "Administering.*",
          "Laboratory.*",
          "Setup.*",
          "ListPages.problem",
          "PageReader.problem",
          "HtmlPage.*",
          "Rewriting.*");

  /// Said only to programs, on the command line and in the log, or as a page's own words by their
  /// reason (see `Renderer.refuse`).
  private static final Set<String> ELSEWHERE =
      Set.of(
          "A paused feed has no schedule",
          "At most 7 sites at once",
          "Crawl 7 fills it: stop or delete the crawl instead",
          "Freshet is being stopped",
          "It was damaged; nothing is lost. Try again in a moment",
          "Nobody does",
          "Only others do",
          "Only the first account may do this",
          "Others follow this feed too; only the first account may change it",
          "Remove one first; there are 7",
          "Resume it first",
          "Revoke a token first; you have 7",
          "Rules need it: set 'search = true'",
          "Start Freshet with the setting 'search = true'",
          "The first account cannot be removed: feeds must be somebody's",
          "The setting 'understand' is false; nothing is folded",
          "Try again when it runs",
          "Wait a while before the next",
          "With a second account everybody has to log in",
          "You follow no feed of '7'",
          "You have no token '7'",
          "hint is none",
          "hiddenTopics has a topic of more than 60 characters",
          "hiddenTopics has a topic of two lines",
          "query is no setting of the pages",
          "no web address",
          "its outcome cannot be read",
          "a log-in came back to a browser that did not begin it",
          "a log-in came back too late",
          "the provider gave no code",
          "There is nothing of number 7 to save to",
          "no host before the fragment",
          "not a host name");

  private static String in(String language, String sentence) {
    return Sentences.in(Texts.in(Locale.of(language)), sentence);
  }

  @Test
  void whateverTheProgramCanSayToAReaderHasAText() throws IOException {
    assertThat(SourceSentences.said(List.of("."), CARRIERS, METHODS))
        .hasSizeGreaterThan(150)
        .allSatisfy(sentence -> {
          if (ELSEWHERE.contains(sentence) || sentence.matches("There is no [a-z ]+ '?7'?.*"))
            return;
          assertThat(known(sentence)).as(sentence).isTrue();
        });
  }

  /// What goes on behind the name of a field is known without it.
  private static boolean known(String sentence) {
    return Sentences.knows(sentence)
        || Sentences.knows(sentence.substring(sentence.indexOf(' ') + 1));
  }

  @Test
  void whatTheScheduleSaysIsSaidInTheReadersLanguage() {
    String expected =
        "about 0.2 new expected since the last poll 10 min ago (usually 3.9 a day), waiting 2 h"
            + " together";
    assertThat(in("en", expected))
        .isEqualTo("A new entry was likely (usually 3.9 per day); last check 10 min ago");
    assertThat(in("de", "first poll of this feed")).isEqualTo("Erste Prüfung dieses Feeds");
    assertThat(in("ru", "another feed of a.example is being polled")).contains("a.example");
    for (Locale language : Texts.LANGUAGES) {
      Texts texts = Texts.in(language);
      assertThat(Sentences.in(texts, expected)).contains(texts.say("span.minutes", 10), "3.9");
    }
    assertThat(in("ar", expected)).doesNotContain("min");
  }

  @Test
  void whatFeedAndServerAskForIsSaidInTheReadersLanguage() {
    String words =
        String.valueOf(
            HintCodec.words("freshFor=PT30S ttl=60 every=PT1H skipHours=0,1 skipDays=Sunday"));
    assertThat(words.split("; ")).hasSize(5).allMatch(Sentences::knows);
  }

  @Test
  void daysOfTheWeekHaveTheirNames() {
    String words = String.valueOf(HintCodec.words("skipDays=Saturday,sunday"));
    assertThat(in("de", words)).isEqualTo("nicht am Samstag, Sonntag");
    assertThat(in("fr", words)).contains("samedi, dimanche");
    assertThat(in("en", words)).isEqualTo("not on Saturday, sunday");
    assertThat(in("de", String.valueOf(HintCodec.words("skipDays=Caturday")))).contains("Caturday");
    assertThat(in("de", "There is nothing at Sunday")).as("a name").contains("Sunday");
  }

  @Test
  void aSentenceWithinASentenceIsSaidToo() {
    String held =
        "a.example rests: Server error (503) (3 times in a row); trying again after 2 days";
    assertThat(in("de", held))
        .isEqualTo(
            "a.example ruht: Serverfehler (503) (3-mal hintereinander); nächster Versuch nach 2 d");
    assertThat(in("en", held)).isEqualTo(held);
    assertThat(in("de", "Line 3: 'ftp://x' is not a web address: only http and https can be read"))
        .isEqualTo(
            "Zeile 3: „ftp://x“ ist keine Webadresse: Nur http und https können gelesen werden");
  }

  @Test
  void whatIsWrongWithAFieldHasItsName() {
    Refusal refusal = Refusal.wrong("interval", "must be at least a minute");
    Texts german = Texts.in(Locale.GERMAN);
    assertThat(Sentences.in(german, refusal))
        .isEqualTo(german.say("feed.interval") + ": mindestens eine Minute");
    assertThat(Sentences.in(german, Refusal.wrong("address", "There is nothing at x.example")))
        .isEqualTo("Unter x.example gibt es nichts");
  }

  @Test
  void theFullStopStays() {
    assertThat(in("es", "Server error (500).")).isEqualTo("Error del servidor (500).");
  }

  @Test
  void whatAServerSaidStaysAsItIs() {
    assertThat(in("fr", "Please pay 5 € (no joke)")).isEqualTo("Please pay 5 € (no joke)");
    assertThat(in("de", "x".repeat(2000))).hasSizeLessThanOrEqualTo(1000);
  }
}
