package freshet.cli;

import freshet.account.OpenId;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Politeness;
import freshet.fetch.Quotas;
import freshet.schedule.Budget;
import freshet.source.Bluesky;
import freshet.source.GraphPages;
import freshet.source.Mastodon;
import freshet.source.SourceFetcher;
import freshet.source.Sources;
import freshet.translate.NamedServices;
import freshet.translate.Translator;
import freshet.translate.onnx.Models;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What deals with the services of others by their APIs, as the settings have it.
final class ExternalServices {
  /// Between two calls to one API: its budget is what keeps them apart.
  private static final Duration API_GAP = Duration.ofMillis(100);

  /// A machine of one's own may need a minute for a page; what it gives back is short.
  private static final FetchLimits TRANSLATOR_LIMITS =
      new FetchLimits(
          Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(90), 2_000_000, 0);

  private ExternalServices() {}

  static Sources sources(Settings settings) {
    return new Sources(
        List.of(
            new GraphPages(
                settings.text(Setting.SOURCE_GRAPH), settings.text(Setting.SOURCE_GRAPH_TOKEN)),
            new Bluesky(settings.text(Setting.SOURCE_BLUESKY)),
            new Mastodon()));
  }

  /// The provider that people log in with; null if none is set. The operator chose it, so it may be
  /// in a private network.
  static @Nullable OpenId openId(Settings settings, InstantSource clock) {
    String issuer = settings.text(Setting.LOGIN_OPENID);
    String client = settings.text(Setting.LOGIN_OPENID_CLIENT);
    String secret = settings.text(Setting.LOGIN_OPENID_SECRET);
    if (issuer.isEmpty()) return null;
    if (client.isEmpty()) {
      throw new UserError("The setting 'login.openid' needs 'login.openid.client'");
    }
    return new OpenId(
        new OpenId.Provider(
            issuer,
            client,
            secret.isEmpty() ? null : secret,
            settings.text(Setting.LOGIN_OPENID_NAME)),
        Factories.fetcher(settings, clock, true, true, new Politeness(Duration.ZERO, false)),
        clock);
  }

  /// Those who translate. The operator chose them, so they may be on this machine or in a private
  /// network; whoever can change settings on a page cannot change these.
  static HttpFetcher translators(Settings settings, InstantSource clock) {
    return new HttpFetcher(
        Factories.identity(settings),
        TRANSLATOR_LIMITS,
        Factories.network(settings, true, true),
        new Politeness(Duration.ZERO, false),
        clock,
        RandomGenerator.getDefault());
  }

  /// @param models are asked before any service: what they are given stays here
  static List<Translator> translators(Settings settings, Models models, HttpFetcher fetcher) {
    try {
      List<Translator> all = new ArrayList<>(models.translators());
      all.addAll(
          NamedServices.of(
              settings.text(Setting.TRANSLATE), settings.text(Setting.TRANSLATE_KEYS), fetcher));
      return all;
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  static SourceFetcher sources(
      Settings settings, HttpFetcher feeds, Quotas quotas, InstantSource clock) {
    Duration gap = settings.duration(Setting.FETCH_GAP);
    var politeness = new Politeness(gap.compareTo(API_GAP) < 0 ? gap : API_GAP, false);
    boolean allowPrivate = settings.isTrue(Setting.FETCH_ALLOW_PRIVATE);
    HttpFetcher apis = Factories.fetcher(settings, clock, true, allowPrivate, politeness);
    return new SourceFetcher(feeds, apis, sources(settings), quotas, clock);
  }

  /// The budgets of quota groups: what the settings say, else what each kind of source has.
  static Map<String, Budget> quotas(Settings settings) {
    Map<String, Budget> all = new TreeMap<>();
    sources(settings)
        .budgets()
        .forEach((group, budget) -> all.put(group, Budget.of(budget, Budget.Spacing.EVEN)));
    all.putAll(Budget.groups(settings.text(Setting.QUOTAS)));
    return all;
  }
}
