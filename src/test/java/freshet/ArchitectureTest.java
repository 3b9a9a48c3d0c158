package freshet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/// The table of packages in docs/architecture.md, as a test.
@AnalyzeClasses(packages = "freshet", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

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
  static final ArchRule planningReadsNoClock =
      noClasses()
          .that()
          .resideInAPackage("freshet.schedule..")
          .should()
          .callMethod(Instant.class, "now")
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
}
