package freshet.demo;

import static freshet.demo.DemoSite.Announced.ALTERNATE;
import static freshet.demo.DemoSite.Announced.LINK;
import static freshet.demo.DemoSite.Announced.PATH;
import static freshet.demo.DemoSite.Announced.SITEMAP;
import static freshet.demo.SiteSpec.Format.ATOM;
import static freshet.demo.SiteSpec.Format.JSON;
import static freshet.demo.SiteSpec.Format.RSS_091;
import static freshet.demo.SiteSpec.Format.RSS_1;
import static freshet.demo.SiteSpec.Format.RSS_2;

import freshet.demo.DemoSite.Announced;
import freshet.demo.Rhythm.Manner;
import freshet.demo.SiteSpec.FeedSpec;
import freshet.demo.SiteSpec.Format;
import freshet.demo.SiteSpec.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sites of the demo: a table, so longer than other files.
final class Sites {
  private Sites() {}

  static final List<String> TOPICS =
      List.of("economy", "health", "politics", "sport", "technology", "culture", "weather");

  private static final List<String> PAPER =
      List.of(
          "economy",
          "politics",
          "sport",
          "health",
          "technology",
          "culture",
          "weather",
          "economy",
          "politics",
          "sport",
          "health",
          "technology",
          "culture");

  // Weights of the hours of a local day.
  private static final int[] MORNING = {
    0, 0, 0, 0, 1, 4, 9, 10, 8, 6, 5, 4, 4, 3, 3, 3, 3, 4, 3, 2, 1, 1, 0, 0
  };
  private static final int[] OFFICE = {
    0, 0, 0, 0, 0, 0, 0, 1, 5, 9, 9, 7, 4, 6, 8, 8, 5, 2, 0, 0, 0, 0, 0, 0
  };
  private static final int[] EVENING = {
    1, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5, 8, 9, 9, 8, 6, 4, 2
  };
  private static final int[] ROUND = {
    2, 1, 1, 1, 2, 4, 6, 7, 8, 8, 8, 7, 7, 7, 7, 7, 7, 6, 6, 5, 4, 4, 3, 2
  };
  private static final int[] NIGHT = {
    4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 4, 7, 8, 7
  };
  private static final int[] FLAT = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
  };
  private static final double[] WORKDAYS = {1, 1, 1, 1, 1, 0, 0};
  private static final double[] WEEK = {1, 1.05, 1, 1, 1, 0.5, 0.6};
  private static final double[] WEEKEND = {0.6, 0.5, 0.6, 0.6, 1, 1.8, 1.9};

  static List<SiteSpec> all() {
    return List.of(
        paper(
                "northline",
                "en",
                "Northline News Agency",
                "Reports for newspapers, day and night",
                0)
            .rhythm(48, ROUND, WEEK, Manner.BURSTS)
            .feed("/feed/", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("harbour", "en", "The Harbour Courier", "News from the coast since 1871", 0)
            .rhythm(22, MORNING, WEEK, Manner.STEADY)
            .prints("northline", 0.45)
            .feed("/rss.xml", RSS_2, Trait.TTL)
            .feed("/atom.xml", ATOM)
            .feed("/sport.xml", RSS_2, "sport", Trait.NO_ETAG)
            .made(ALTERNATE),
        paper("millbrook", "en", "Millbrook Evening Post", "Your town, every evening", 0)
            .rhythm(16, EVENING, WEEK, Manner.STEADY)
            .prints("northline", 0.4)
            .feed("/feed.xml", ATOM, Trait.FULL_TEXT, Trait.MAX_AGE)
            .made(ALTERNATE),
        paper("meridian", "en", "Daily Meridian", "Independent, every hour", -5)
            .rhythm(30, ROUND, WEEK, Manner.BURSTS)
            .prints("northline", 0.6)
            .feed("/feed/", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("livedesk", "en", "Meridian Live Desk", "Minute by minute", -5)
            .rhythm(60, FLAT, WEEKEND, Manner.LIVE)
            .writes("live", "sport")
            .feed("/live.atom", ATOM, Trait.MAX_AGE)
            .made(ALTERNATE),
        paper("machines", "en", "Notes on Small Machines", "A weblog about modest computers", 1)
            .rhythm(3, NIGHT, WEEKEND, Manner.STEADY)
            .topics("technology")
            .feed("/atom.xml", ATOM, Trait.FULL_TEXT, Trait.NO_LAST_MODIFIED)
            .made(PATH),
        paper("slowhour", "en", "The Slow Hour", "A podcast without hurry", 0)
            .rhythm(Rhythm.at(6, 3 * 24 + 6, 5 * 24 + 8))
            .writes("episode", "culture")
            .feed("/podcast.xml", RSS_2, Trait.FULL_TEXT, Trait.AUDIO)
            .made(LINK),
        paper("alderford", "en", "University of Alderford", "Research and campus news", 0)
            .rhythm(4, OFFICE, WORKDAYS, Manner.STEADY)
            .topics("technology", "health", "culture")
            .feed("/news.rdf", RSS_1, Trait.SYNDICATION)
            .made(LINK),
        paper("valley", "en", "Valley Weather", "Four forecasts a day", 0)
            .rhythm(forecasts())
            .writes("forecast", "weather")
            .feed("/forecast.xml", RSS_2, Trait.TTL, Trait.MAX_AGE)
            .made(ALTERNATE),
        paper("laine", "et", "Laine Uudisteagentuur", "Eesti uudised toimetustele", 2)
            .rhythm(26, ROUND, WEEK, Manner.STEADY)
            .feed("/uudised.xml", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("rannamaa", "et", "Rannamaa Teataja", "Ranniku ajaleht", 2)
            .rhythm(12, MORNING, WEEK, Manner.STEADY)
            .prints("laine", 0.5)
            .feed("/feed/", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("pohjatuul", "et", "Põhjatuule Päevaleht", "Iga päev uus", 2)
            .rhythm(14, EVENING, WEEK, Manner.BURSTS)
            .prints("laine", 0.5)
            .feed("/atom.xml", ATOM)
            .made(SITEMAP),
        paper("meretee", "et", "Mereteede Amet", "Teated ja otsused", 2)
            .rhythm(3, OFFICE, WORKDAYS, Manner.STEADY)
            .topics("politics", "economy", "weather")
            .feed("/teated.xml", RSS_2, Trait.DATE_ONLY, Trait.NO_LAST_MODIFIED)
            .made(LINK),
        paper("akcadere", "tr", "Akçadere Gazetesi", "Vadinin sesi", 3)
            .rhythm(24, MORNING, WEEK, Manner.STEADY)
            .feed("/rss.xml", RSS_2, Trait.FULL_TEXT, Trait.LATIN_5)
            .made(ALTERNATE),
        paper("tribun", "tr", "Tribün Notları", "Spor günlüğü", 3)
            .rhythm(6, EVENING, WEEKEND, Manner.BURSTS)
            .topics("sport")
            .feed("/feed/", RSS_2, Trait.FULL_TEXT, Trait.SKIP_HOURS)
            .made(PATH),
        paper("jadran", "hr", "Jadranski glasnik", "Dnevne vijesti s obale", 1)
            .rhythm(18, MORNING, WEEK, Manner.STEADY)
            .feed("/feed.xml", ATOM, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("lunca", "ro", "Gazeta Luncii", "Știri de pe malul râului", 2)
            .rhythm(16, ROUND, WEEK, Manner.STEADY)
            .moved("/rss", "/feed.xml", RSS_2, Trait.FULL_TEXT)
            .feed("/vechi.xml", RSS_091)
            .made(ALTERNATE),
        paper("talheim", "de", "Talbacher Anzeiger", "Nachrichten aus dem Tal", 1)
            .rhythm(20, MORNING, WEEK, Manner.STEADY)
            .feed("/index.xml", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("werkbank", "de", "Die Werkbank", "Magazin für Technik zum Anfassen", 1)
            .rhythm(5, OFFICE, WORKDAYS, Manner.STEADY)
            .topics("technology")
            .feed("/feed.json", JSON, Trait.FULL_TEXT)
            .feed("/atom.xml", ATOM, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("collines", "fr", "Le Courrier des Collines", "Le quotidien du pays d'en haut", 1)
            .rhythm(18, EVENING, WEEK, Manner.STEADY)
            .feed("/rss.xml", RSS_2, Trait.FULL_TEXT, Trait.SLOW)
            .made(ALTERNATE),
        paper("valle", "es", "El Correo del Valle", "Noticias y opinión", 1)
            .rhythm(20, ROUND, WEEK, Manner.STEADY)
            .feed("/rss/", RSS_2, Trait.BROKEN, Trait.NO_GZIP)
            .made(ALTERNATE),
        paper("reka", "ru", "Речной вестник", "Новости речного края", 3)
            .rhythm(20, ROUND, WEEK, Manner.BURSTS)
            .feed("/rss.xml", RSS_2, Trait.FULL_TEXT, Trait.FLAKY)
            .made(ALTERNATE),
        paper("kolpos", "el", "Η Φωνή του Κόλπου", "Καθημερινή εφημερίδα", 2)
            .rhythm(16, MORNING, WEEK, Manner.STEADY)
            .feed("/feed/", ATOM, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("minato", "ja", "みなと新報", "港町の毎日", 9)
            .rhythm(18, MORNING, WEEK, Manner.STEADY)
            .feed("/index.rdf", RSS_1, Trait.NO_ETAG, Trait.NO_LAST_MODIFIED)
            .feed("/rss.xml", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("waha", "ar", "صحيفة الواحة", "أخبار كل يوم", 3)
            .rhythm(16, EVENING, WEEK, Manner.STEADY)
            .feed("/feed.xml", RSS_2, Trait.FULL_TEXT)
            .made(ALTERNATE),
        paper("shelf", "en", "The Feed Shelf", "A directory of sites worth reading", 0)
            .rhythm(Rhythm.at())
            .made(ALTERNATE));
  }

  private static Rhythm forecasts() {
    int[] hours = new int[28];
    for (int i = 0; i < 28; i++) hours[i] = i * 6 + 5;
    return Rhythm.at(hours);
  }

  private static Draft paper(String id, String language, String title, String subtitle, int zone) {
    return new Draft(id, language, title, subtitle, zone);
  }

  /// A row of the table while it is written.
  private static final class Draft {
    private final String id;
    private final String language;
    private final String title;
    private final String subtitle;
    private final int zone;
    private Rhythm rhythm = Rhythm.at();
    private String block = "news";
    private List<String> topics = PAPER;
    private @Nullable String agency;
    private double share;
    private final List<FeedSpec> feeds = new ArrayList<>();

    Draft(String id, String language, String title, String subtitle, int zone) {
      this.id = id;
      this.language = language;
      this.title = title;
      this.subtitle = subtitle;
      this.zone = zone;
    }

    Draft rhythm(double perDay, int[] hours, double[] days, Manner manner) {
      return rhythm(Rhythm.of(perDay, hours, days, manner));
    }

    Draft rhythm(Rhythm rhythm) {
      this.rhythm = rhythm;
      return this;
    }

    Draft writes(String block, String topic) {
      this.block = block;
      return topics(topic);
    }

    Draft topics(String... topics) {
      this.topics = List.of(topics);
      return this;
    }

    Draft prints(String agency, double share) {
      this.agency = agency;
      this.share = share;
      return this;
    }

    Draft feed(String path, Format format, Trait... traits) {
      feeds.add(new FeedSpec(path, format, 30, null, null, Set.of(traits)));
      return this;
    }

    Draft feed(String path, Format format, String topic, Trait... traits) {
      feeds.add(new FeedSpec(path, format, 20, topic, null, Set.of(traits)));
      return this;
    }

    Draft moved(String from, String path, Format format, Trait... traits) {
      feeds.add(new FeedSpec(path, format, 30, null, from, Set.of(traits)));
      return this;
    }

    SiteSpec made(Announced announced) {
      return new SiteSpec(
          id,
          language,
          title,
          subtitle,
          zone,
          rhythm,
          block,
          topics,
          agency,
          share,
          announced,
          List.copyOf(feeds));
    }
  }
}
