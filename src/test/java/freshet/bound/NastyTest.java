package freshet.bound;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.bound.NastyMeasure.Work;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every nasty shape is read within the time that a reading has, without any need to stop it. At
/// this size a time that grows with the square of the length is far beyond it.
final class NastyTest {
  private static final int SIZE = 600_000;

  private static final ReadingPool POOL =
      new ReadingPool(
          new ReadingPool.Limits(
              2, Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(30), 1 << 30));

  static Stream<Arguments> shapes() {
    return Stream.of(
            of(Nasty.feeds(), NastyMeasure::feed),
            of(Nasty.pages(), NastyMeasure::page),
            of(Nasty.sitemaps(), NastyMeasure::sitemap),
            of(Nasty.lists(), NastyMeasure::list),
            of(Nasty.types(), NastyMeasure::type),
            of(Nasty.robots(), NastyMeasure::robots))
        .flatMap(s -> s);
  }

  private static Stream<Arguments> of(Map<String, Nasty.Shape> shapes, Work work) {
    return shapes.entrySet().stream()
        .map(e -> Arguments.argumentSet(e.getKey(), e.getValue(), work));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isReadInTime(Nasty.Shape shape, Work work) throws InterruptedException {
    byte[] bytes = shape.apply(SIZE);
    var result =
        POOL.read(
            bytes.length,
            () -> {
              work.on(bytes);
              return "read";
            });
    assertThat(result).isEqualTo(new ReadingPool.Result.Done<>("read"));
  }
}
