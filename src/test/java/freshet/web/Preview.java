package freshet.web;

import freshet.model.Made;
import freshet.web.Samples.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Shows the pages with invented entries, for looking at them: run it and open the address that it
/// prints. With `empty` the store is empty; with `live` an entry arrives every few seconds.
public final class Preview {
  private Preview() {}

  public static void main(String[] args) throws Exception {
    List<String> options = List.of(args);
    int port = Integer.parseInt(options.isEmpty() ? "8089" : options.getFirst());
    Path folder = Files.createTempDirectory("freshet-preview");
    try (Site site = Site.withPrivatePictures(folder, InstantSource.system(), port)) {
      long first = options.contains("empty") ? 0 : fill(site.samples, Instant.now(), site.base);
      System.out.println(site.base);
      for (int i = 1; options.contains("live"); i++) {
        Thread.sleep(4000);
        arrive(site, first, i);
      }
      Thread.currentThread().join();
    }
  }

  /// One more entry, as if it had just been published and fetched.
  static void arrive(Site site, long feed, int number) {
    Instant now = Instant.now();
    Text text =
        Text.of(
                "Ferry number " + number + " is in",
                "It came in on time, with " + number * 40 + " passengers and a calm sea behind it.",
                now)
            .in("en");
    site.changes.publish(Made.change(feed, site.samples.poll(feed, "Harbour Courier", now, text)));
  }

  static long fill(Samples s, Instant now, String base) {
    long harbour = s.feed("https://harbour-courier.example/rss", "News");
    long est = s.feed("https://joe-leht.example/feed", "News");
    long tr = s.feed("https://kiyi-haber.example/rss.xml", "News");
    long ar = s.feed("https://nahr.example/feed", "News");
    long jp = s.feed("https://kawa.example/index.xml", "Far away");
    long ru = s.feed("https://bereg.example/rss", "Far away");
    long pod = s.feed("https://slow-water.example/podcast.xml", "Listening");
    long code = s.feed("https://weir.example/atom.xml", null);
    long broken = s.feed("https://mill.example/feed", null);
    long paused = s.feed("https://oxbow.example/feed", null);
    s.poll(
        harbour,
        "Harbour Courier",
        ago(now, 3),
        Text.of(
                "The old lighthouse is lit again after forty years",
                "Volunteers rebuilt the lamp from drawings found in the cellar of the customs"
                    + " house. On the first evening the whole town stood on the pier.",
                ago(now, 4))
            .in("en")
            .pictured(base + "/picture/a")
            .html(LONG),
        Text.of(
                "Council votes to keep the Saturday market by the quay",
                "The vote was closer than expected. Stallholders had collected nine thousand"
                    + " signatures.",
                ago(now, 52))
            .in("en"),
        Text.of(
                "Why the river runs brown in November, and why that is a good sign",
                "After three dry years the bogs upstream are full again, and the water carries"
                    + " their colour to the sea.",
                ago(now, 190))
            .in("en")
            .pictured(base + "/picture/b")
            .html(LONG),
        Text.of("Ice road opens earlier than ever", null, ago(now, 1500)).in("en"),
        Text.of(
                "A very long headline that goes on and on because its author could not decide which"
                    + " of the many things that happened on the island that week was the most"
                    + " important one and therefore named them all in one breath, the goat"
                    + " included",
                "It was a busy week.",
                ago(now, 1700))
            .in("en"));
    s.poll(
        est,
        "Jõe Leht",
        ago(now, 8),
        Text.of(
                "Kevadine suurvesi jõuab tänavu kohale kuu aega varem",
                "Hüdroloogide sõnul on lumi idapoolsetes metsades juba sulanud ning vesi tõuseb iga"
                    + " päevaga.",
                ago(now, 11))
            .in("et")
            .pictured(base + "/picture/c"),
        Text.of("Linnaraamatukogu jääb öösiti lahti", "Katse kestab suveni.", ago(now, 300))
            .in("et"));
    s.poll(
        tr,
        "Kıyı Haber",
        ago(now, 20),
        Text.of(
                "Balıkçılar ağlarını bu yıl daha erken topluyor",
                "Deniz suyunun sıcaklığı mevsim normallerinin üstünde. Kooperatif başkanı çözüm"
                    + " arıyor.",
                ago(now, 25))
            .in("tr"),
        Text.of("Eski değirmen müze oluyor", "Restorasyon gelecek bahar bitecek.", ago(now, 1480))
            .in("tr")
            .pictured(base + "/picture/d"));
    s.poll(
        ar,
        "صحيفة النهر",
        ago(now, 30),
        Text.of(
                "افتتاح الجسر الجديد فوق النهر بعد ثلاث سنوات من العمل",
                "يربط الجسر بين ضفتي المدينة القديمة، ويتوقع أن يخفف الازدحام في الصباح.",
                ago(now, 34))
            .in("ar")
            .html(
                "<p>يربط الجسر بين ضفتي المدينة القديمة، ويتوقع أن يخفف الازدحام في"
                    + " الصباح.</p><p>قال المهندسون إن العمل انتهى قبل موعده.</p>"));
    s.poll(
        jp,
        "川の便り",
        ago(now, 45),
        Text.of("雪解け水で増水、遊歩道は週末まで閉鎖", "市によると、水位は平年より四十センチ高い。渡し船は通常どおり運航している。", ago(now, 47))
            .in("ja")
            .pictured(base + "/picture/e"));
    s.poll(
        ru,
        "Берег",
        ago(now, 70),
        Text.of(
                "На набережной высадили двести лип",
                "Аллея протянется от старого порта до ботанического сада.",
                ago(now, 75))
            .in("ru"));
    s.poll(
        pod,
        "Slow Water, a podcast",
        ago(now, 120),
        Text.of(
                "Episode 41: How a flood learns its way",
                "An hour with a hydrologist who has walked every stream of her valley.",
                now)
            .in("en")
            .dayOnly()
            .with(
                new freshet.model.ParsedFeed.Enclosure(
                    base + "/picture/sound.mp3", "audio/mpeg", 41_300_000L)));
    s.poll(
        code,
        "Weir notes",
        ago(now, 200),
        Text.of(
                "Reading ten thousand feeds with one socket each",
                "Notes on virtual threads, politeness and the art of asking seldom.",
                ago(now, 230))
            .in("en")
            .html(CODE),
        Text.of("", "A note without a title, as many small logs write them.", ago(now, 400))
            .in("en"));
    s.poll(code, "Weir notes", ago(now, 60));
    s.fail(broken, ago(now, 12), "The server mill.example did not answer within 20 seconds.", 3);
    s.poll(
        paused,
        "Oxbow Review",
        ago(now, 9000),
        Text.of(
                "On leaving a river to itself",
                "What a cut-off meander teaches about patience.",
                ago(now, 9100))
            .in("en"));
    return harbour;
  }

  private static Instant ago(Instant now, long minutes) {
    return now.minus(Duration.ofMinutes(minutes));
  }

  private static final String LONG =
      """
      <p>When the lamp turned for the first time, nobody spoke. For forty years the tower at the end of the pier had been a landmark by day and a shadow by night; ships used the newer light on the other shore.</p>
      <p>The drawings were found by chance, in a tin box behind the shelves of the customs house. They showed the lens, the clockwork and, in a careful hand, the <a href="https://harbour-courier.example/drawings">list of repairs</a> that every keeper had made.</p>
      <blockquote><p>We did not want a museum. We wanted a light.</p></blockquote>
      <h2>What comes next</h2>
      <p>The lamp burns on two evenings a week until spring. After that the harbour office decides whether it returns to the charts:</p>
      <ul><li>the height of the flame is 31 metres above the mean water,</li><li>the range in clear weather is 14 nautical miles,</li><li>the clockwork is wound by hand every six hours.</li></ul>
      """;

  private static final String CODE =
      """
      <p>The whole loop fits on a screen:</p>
      <pre><code>while (budget.hasLeft()) {
        Feed due = queue.take();
        hosts.gate(due.host(), () -&gt; poll(due)); // one request a host
      }</code></pre>
      <table><tr><th>feeds</th><th>requests a minute</th></tr><tr><td>1,000</td><td>60</td></tr><tr><td>10,000</td><td>60</td></tr></table>
      """;
}
