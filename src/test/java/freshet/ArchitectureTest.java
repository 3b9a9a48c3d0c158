package freshet;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import freshet.model.Account;
import io.javalin.config.RoutesConfig;
import io.javalin.router.JavalinDefaultRoutingApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The table of packages in docs/architecture.md, as a test.
@AnalyzeClasses(packages = "freshet", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  private static final Path PICTURE = Path.of("docs/architecture.md");
  private static final Pattern ROW = Pattern.compile("\\| (`[a-z`, ]+`) \\|.*\\| (.*) \\|");
  private static final Pattern NAME = Pattern.compile("`([a-z]+)`");

  /// Which packages of ours a package may use, as the table of the document says.
  private static Map<String, Set<String>> table() throws IOException {
    Map<String, Set<String>> table = new TreeMap<>();
    for (String line : Files.readAllLines(PICTURE)) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) continue;
      Set<String> uses = names(row.group(2));
      for (String name : names(row.group(1))) table.put(name, uses);
    }
    return table;
  }

  private static Set<String> names(String cell) {
    return NAME.matcher(cell)
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String room(JavaClass c) {
    return c.getPackageName().split("\\.")[1];
  }

  /// Neither more nor less: a use that the table does not have is a mistake in the code or in the
  /// table, and a permission that nobody needs invites one.
  @ArchTest
  static void thePictureIsTrue(JavaClasses all) throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass c : all) {
      Set<String> mine = uses.computeIfAbsent(room(c), _ -> new TreeSet<>());
      for (Dependency d : c.getDirectDependenciesFromSelf()) {
        JavaClass other = d.getTargetClass().getBaseComponentType();
        if (other.getPackageName().startsWith("freshet.")) mine.add(room(other));
      }
    }
    uses.forEach((name, used) -> used.remove(name));
    uses.remove("cli"); // puts everything together, so it may use everything
    Map<String, Set<String>> table = table();
    assertThat(table.remove("cli")).as("cli is in the table").isNotNull();
    assertThat(uses).as("what docs/architecture.md says").isEqualTo(table);
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

  /// Whatever the table says: what an account can do, and who may, is decided in `library`.
  @ArchTest
  static final ArchRule frontEndsAskTheLibrary =
      noClasses()
          .that()
          .resideInAnyPackage(
              "freshet.web..",
              "freshet.api..",
              "freshet.readerapi..",
              "freshet.mcp..",
              "freshet.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("freshet.store..", "freshet.search..");

  @ArchTest
  static final ArchRule luceneStaysInSearch =
      noClasses()
          .that()
          .resideOutsideOfPackages("freshet.search..", "freshet.words..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.lucene..");

  @ArchTest
  static final ArchRule kindsOfWordsStayInWords =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.words..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("opennlp..", "morfologik..");

  @ArchTest
  static final ArchRule mailStaysInAlert =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.alert..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jakarta.mail..");

  @ArchTest
  static final ArchRule kafkaStaysInCluster =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.cluster..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

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
          .resideOutsideOfPackages("freshet.model..", "freshet.text..", "java..", "org.jspecify..");

  /// A route says who may come and what they may bring: by `http/Door`, and in no other way.
  @ArchTest
  static final ArchRule routesAreRegisteredAtTheDoor =
      noClasses()
          .that()
          .resideOutsideOfPackage("freshet.http..")
          .should()
          .callMethodWhere(
              target(owner(assignableTo(JavalinDefaultRoutingApi.class)))
                  .and(not(target(nameMatching("exception|error")))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(RoutesConfig.class)))
                  .and(not(target(nameMatching("exception|error")))));

  /// Front ends are handed accounts by the authenticator; they neither make nor choose them.
  @ArchTest
  static final ArchRule nobodyAtTheDoorMakesAccounts =
      noClasses()
          .that()
          .resideInAnyPackage(
              "freshet.web..",
              "freshet.api..",
              "freshet.readerapi..",
              "freshet.mcp..",
              "freshet.http..")
          .should()
          .callConstructor(
              Account.class,
              long.class,
              String.class,
              boolean.class,
              String.class,
              Instant.class,
              Instant.class)
          .orShould()
          .accessField(Account.class, "FIRST");

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
