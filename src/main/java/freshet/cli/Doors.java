package freshet.cli;

import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
import freshet.api.AccountsApi;
import freshet.api.Api;
import freshet.api.CrawlApi;
import freshet.api.DiscoveryApi;
import freshet.api.EntriesApi;
import freshet.api.FeedsApi;
import freshet.api.JobsApi;
import freshet.api.PollsApi;
import freshet.api.RulesApi;
import freshet.api.SearchApi;
import freshet.api.SettingsApi;
import freshet.api.SimilarityApi;
import freshet.api.SpreadApi;
import freshet.api.StatisticsApi;
import freshet.api.StoriesApi;
import freshet.api.TargetsApi;
import freshet.api.TranslationApi;
import freshet.http.BasePath;
import freshet.http.Connections;
import freshet.http.RefusedRequests;
import freshet.http.RequestGate;
import freshet.library.Library;
import freshet.mcp.McpApi;
import freshet.readerapi.FeverApi;
import freshet.readerapi.MinifluxApi;
import freshet.readerapi.ReaderApi;
import freshet.web.Pages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The web server with everything that can be asked of it: the pages and all APIs, behind one gate.
final class Doors {
  private Doors() {}

  /// @param toController of a web node
  static Javalin of(
      Settings settings,
      @Nullable ToController toController,
      Library library,
      Authenticator authenticator,
      Pages pages,
      InstantSource clock) {
    return Javalin.create(config -> {
      config.startup.showJavalinBanner = false;
      config.startup.showOldJavalinVersionWarning = false;
      config.startup.startupWatcherEnabled = false;
      config.concurrency.useVirtualThreads = true;
      RefusedRequests.register(config);
      if (toController != null) toController.install(config);
      RequestGate.install(
          config,
          BasePath.of(settings.text(Setting.PUBLIC_ADDRESS)),
          Factories.guard(settings),
          authenticator,
          pages::failed);
      Connections.bound(config, TrustedAddresses.of(settings.text(Setting.LOGIN_TRUSTED)));
      pages.register(config);
      apis(library, authenticator, clock).forEach(api -> api.accept(config));
    });
  }

  private static List<Consumer<JavalinConfig>> apis(
      Library library, Authenticator authenticator, InstantSource clock) {
    return List.of(
        new ReaderApi(library, authenticator, clock)::register,
        new FeverApi(library, authenticator)::register,
        new MinifluxApi(library, authenticator)::register,
        new McpApi(library, Version.number())::register,
        new EntriesApi(library)::register,
        new FeedsApi(library)::register,
        new PollsApi(library)::register,
        new StoriesApi(library)::register,
        new SimilarityApi(library.correcting())::register,
        new SearchApi(library.searching())::register,
        new RulesApi(library.alerting())::register,
        new TargetsApi(library.saving())::register,
        new TranslationApi(library.translating(), library.browsing())::register,
        new DiscoveryApi(library.exploring())::register,
        new CrawlApi(library.exploring())::register,
        new JobsApi(library.exploring())::register,
        new StatisticsApi(library.reporting())::register,
        new SpreadApi(library.reporting())::register,
        new AccountsApi(library.administering(), authenticator)::register,
        new SettingsApi(library.administering(), library.marking())::register,
        new Api(library.reporting(), library.sharing())::register);
  }
}
