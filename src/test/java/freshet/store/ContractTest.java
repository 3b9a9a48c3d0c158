package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The contracts run against both databases. A query that no contract runs has been tried on one of
/// them at best.
final class ContractTest {
  @Test
  void everyMethodOfTheStoreIsRunByAContract() {
    var classes = new ClassFileImporter().importPackages("freshet.store");
    JavaClass store = classes.get(Store.class);
    List<String> never =
        store.getMethods().stream()
            .filter(m -> m.getModifiers().contains(JavaModifier.PUBLIC))
            .map(m -> m.getRawReturnType())
            .filter(c -> c.getPackageName().equals(store.getPackageName()) && !c.equals(store))
            .filter(c -> !c.isRecord())
            .flatMap(c -> c.getMethods().stream())
            .filter(m -> m.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(m -> !m.getModifiers().contains(JavaModifier.STATIC))
            .filter(m -> callers(m).noneMatch(c -> isContract(c, m.getOwner())))
            .map(JavaMethod::getFullName)
            .sorted()
            .toList();
    assertThat(never).isEmpty();
  }

  /// Several programs share the work on PostgreSQL only.
  private static boolean isContract(JavaClass caller, JavaClass of) {
    return caller.getSimpleName().endsWith("Contract")
        || (caller.isEquivalentTo(MembershipIT.class)
            && (of.isEquivalentTo(Shards.class)
                || of.isEquivalentTo(HostTurns.class)
                || of.isEquivalentTo(Signatures.class)));
  }

  private static Stream<JavaClass> callers(JavaMethod method) {
    return method.getAccessesToSelf().stream().map(a -> a.getOriginOwner());
  }
}
