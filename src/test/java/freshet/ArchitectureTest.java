package freshet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The table of packages in docs/architecture.md, as a test.
@AnalyzeClasses(packages = "freshet", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  /// Which packages of ours a package may use.
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("model", List.of()),
          Map.entry("schedule", List.of("model")),
          Map.entry("fetch", List.of("model")),
          Map.entry("parse", List.of("model")),
          Map.entry("language", List.of("model")),
          Map.entry("dedupe", List.of("model")),
          Map.entry("group", List.of("model", "words")),
          Map.entry("words", List.of()),
          Map.entry("search", List.of("model", "words")),
          Map.entry("exchange", List.of("model")),
          Map.entry("store", List.of("model")),
          Map.entry("demo", List.of("model")),
          Map.entry("account", List.of("model", "store", "fetch")),
          Map.entry("chart", List.of()),
          Map.entry("simulate", List.of("model", "schedule", "chart")),
          Map.entry("discover", List.of("model", "fetch", "parse", "exchange", "crawl", "extract")),
          Map.entry("extract", List.of("model", "parse")),
          Map.entry("crawl", List.of("model", "fetch", "parse", "extract", "language", "group")),
          Map.entry("source", List.of("model", "fetch")),
          Map.entry("alert", List.of("model", "fetch", "exchange")),
          Map.entry("websub", List.of("model", "fetch")),
          Map.entry(
              "pipeline",
              List.of(
                  "model",
                  "schedule",
                  "fetch",
                  "parse",
                  "language",
                  "dedupe",
                  "group",
                  "store",
                  "search",
                  "websub",
                  "alert",
                  "chart",
                  "exchange",
                  "simulate",
                  "discover",
                  "crawl",
                  "extract")),
          Map.entry(
              "api",
              List.of(
                  "model",
                  "account",
                  "exchange",
                  "schedule",
                  "store",
                  "search",
                  "websub",
                  "pipeline",
                  "chart",
                  "discover",
                  "crawl")),
          Map.entry(
              "web",
              List.of(
                  "model",
                  "account",
                  "exchange",
                  "schedule",
                  "store",
                  "search",
                  "websub",
                  "pipeline",
                  "chart",
                  "discover",
                  "crawl")));

  @ArchTest
  static void everyPackageUsesOnlyWhatTheTableAllows(JavaClasses all) {
    for (var entry : MAY_USE.entrySet()) {
      List<String> allowed = new ArrayList<>(entry.getValue());
      allowed.add(entry.getKey());
      classes()
          .that()
          .resideInAPackage("freshet." + entry.getKey() + "..")
          .should()
          .onlyDependOnClassesThat(
              com.tngtech.archunit.base.DescribedPredicate.describe(
                  "are not ours, or of " + allowed,
                  c ->
                      !c.getPackageName().startsWith("freshet.")
                          || allowed.contains(c.getPackageName().split("\\.")[1])))
          .allowEmptyShould(true)
          .check(all);
    }
  }

  @ArchTest
  static void everyPackageIsInTheTable(JavaClasses all) {
    var packages = new TreeSet<String>();
    all.forEach(c -> packages.add(c.getPackageName().split("\\.")[1]));
    packages.remove("cli"); // may use everything
    assertThat(MAY_USE.keySet()).containsAll(packages);
  }

  @ArchTest
  static final ArchRule noCycles = slices().matching("freshet.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule sqlStaysInStore =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.jdbi..", "org.sqlite..", "org.postgresql..");

  @ArchTest
  static final ArchRule luceneStaysInSearch =
      noClasses()
          .that()
          .resideOutsideOfPackages("freshet.search..", "freshet.words..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.lucene..");

  @ArchTest
  static final ArchRule mailStaysInAlert =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.alert..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jakarta.mail..");

  @ArchTest
  static final ArchRule signedTokensStayInAccount =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.account..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.nimbusds..");

  @ArchTest
  static final ArchRule onlyFetchTalksToServers =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.fetch..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("okhttp3..", "java.net.http..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.net.Socket")
          .orShould()
          .callMethod(java.net.URL.class, "openConnection")
          .orShould()
          .callMethod(java.net.URL.class, "openStream");

  @ArchTest
  static final ArchRule planningReadsNoClock =
      noClasses()
          .that()
          .resideInAPackage("freshet.schedule..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule theModelKnowsNobody =
      noClasses()
          .that()
          .resideInAPackage("freshet.model..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages("freshet.model..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule everybodyLogsTheSameWay =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");
}
