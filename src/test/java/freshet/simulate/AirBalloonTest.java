package freshet.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import freshet.text.Spans;
import java.time.Instant;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// The worked example of the thesis: three pages, two calls in ten minutes, inertia 168 h, 5 June
/// 2013 08:00–09:00; with the true areas where the thesis takes a mean instead.
final class AirBalloonTest {
  private static final double EIGHT = Spans.seconds(Instant.parse("2013-06-05T08:00:00Z"));
  private static final Offset<Double> CLOSE = within(0.0011);

  private final AirBalloon policy = new AirBalloon(168 * 3600, 0.001);
  private final double[][] posts = {
    at(5, 15, 18, 22, 25, 31, 37), at(3, 15, 27, 32), at(17),
  };
  private final int[] next = new int[3];
  private final double[] visited = {EIGHT, EIGHT, EIGHT};

  private static double[] at(int... minutes) {
    return Arrays.stream(minutes).mapToDouble(m -> EIGHT + 60 * m).toArray();
  }

  private void start() {
    for (int page = 0; page < 3; page++) policy.add(page, EIGHT, new byte[0]);
  }

  /// Visits a page; gives its activity at 8 and at 9.
  private double[] visit(int page, int minute) {
    double now = EIGHT + 60 * minute;
    int from = next[page];
    while (next[page] < posts[page].length && posts[page][next[page]] <= now) next[page]++;
    policy.polled(page, now, posts[page], from, next[page], 0);
    float[] a = policy.day(page);
    return new double[] {a[8], a[9]};
  }

  private double area(int page, int minute) {
    return policy.value(page, EIGHT + 60 * minute);
  }

  /// One page's activity at 8 and 9 as it cools down and is then heated post by post: a policy of
  /// its own for each number of posts shows the figures between.
  private void assertVisit(int page, int minute, double[]... eightAndNine) {
    double now = EIGHT + 60 * minute;
    int from = next[page];
    int to = from;
    while (to < posts[page].length && posts[page][to] <= now) to++;
    assertThat(to - from).as("posts").isEqualTo(eightAndNine.length - 1);
    byte[] before = policy.rhythm(page);
    for (int heated = 0; heated < eightAndNine.length; heated++) {
      AirBalloon half = new AirBalloon(168 * 3600, 0.001);
      half.add(0, visited[page], before);
      half.polled(0, now, posts[page], from, from + heated, 0);
      assertThat(half.day(0)[8]).isCloseTo((float) eightAndNine[heated][0], within(0.0011f));
      assertThat(half.day(0)[9]).isCloseTo((float) eightAndNine[heated][1], within(0.0011f));
    }
    double[] after = visit(page, minute);
    assertActivity(after, eightAndNine[to - from][0], eightAndNine[to - from][1]);
    visited[page] = now;
  }

  private static double[] of(double eight, double nine) {
    return new double[] {eight, nine};
  }

  @Test
  void theExampleComesOutWholeCooledAndInTheMiddle() {
    start();
    assertVisit(0, 0, of(1, 1));
    assertVisit(1, 0, of(1, 1));
    assertVisit(0, 10, of(.999, .999), of(1.915, 1.082));
    assertVisit(1, 10, of(.999, .999), of(1.948, 1.049));
    assertVisit(2, 20, of(.998, .998), of(1.714, 1.281));
    assertVisit(0, 20, of(1.913, 1.081), of(2.663, 1.331), of(3.363, 1.631));
    assertVisit(1, 30, of(1.944, 1.047), of(2.693, 1.297), of(3.243, 1.746));
    assertVisit(0, 30, of(3.359, 1.630), of(3.993, 1.996), of(4.575, 2.412));
    assertVisit(0, 40, of(4.571, 2.410), of(5.054, 2.926), of(5.437, 3.543));
    visit(2, 40);
    assertVisit(1, 50, of(3.237, 1.743), of(3.703, 2.275));
    visit(0, 50);
  }

  @Test
  void theMultiplicativeFormHeatsByTheOwnActivity() {
    AirBalloon doubling = new AirBalloon(168 * 3600, 0.001, true);
    doubling.add(0, EIGHT, new byte[0]);
    double[] halfPast = at(30);
    double now = EIGHT + 1800;
    doubling.polled(0, now, halfPast, 0, 1, 0);
    double cooled = Math.exp(-0.5 / 168);
    assertThat(doubling.day(0)[8]).isCloseTo((float) (cooled * 1.5), within(1e-4f));
    assertThat(doubling.day(0)[9]).isCloseTo((float) (cooled * 1.5), within(1e-4f));
    assertThat(doubling.day(0)[10]).isCloseTo((float) cooled, within(1e-4f));
    // However many come, it stays a number.
    double[] many = new double[5000];
    Arrays.fill(many, now + 10);
    doubling.polled(0, now + 10, many, 0, many.length, 0);
    assertThat(doubling.value(0, now + 3600)).isFinite();
    assertThat(Policies.of("air-balloon:multiplicative=1")).isInstanceOf(AirBalloon.class);
  }

  private static void assertActivity(double[] actual, double eight, double nine) {
    assertThat(actual[0]).isCloseTo(eight, CLOSE);
    assertThat(actual[1]).isCloseTo(nine, CLOSE);
  }

  @Test
  void theAreasFollowTheDefinitionAlsoWhereTheThesisDoesNot() {
    start();
    visit(0, 0);
    visit(1, 0);
    assertThat(area(0, 10)).isCloseTo(0.167, CLOSE);
    assertThat(area(1, 10)).isCloseTo(0.167, CLOSE);
    visit(0, 10);
    visit(1, 10);
    assertThat(area(2, 20)).isCloseTo(0.333, CLOSE);
    // The thesis has 0.238: the mean of the curve at the last visit and the next hour's value.
    assertThat(area(0, 20)).isCloseTo(0.284, CLOSE);
    // By the true areas Page2 would go before Page1 here.
    assertThat(area(1, 20)).isCloseTo(0.287, CLOSE);
    visit(2, 20);
    visit(0, 20);
    assertThat(area(1, 30)).isCloseTo(0.548, CLOSE); // the thesis: 0.474
    assertThat(area(0, 30)).isCloseTo(0.440, CLOSE);
    visit(1, 30);
    visit(0, 30);
    assertThat(area(0, 40)).isCloseTo(0.552, CLOSE);
    assertThat(area(2, 40)).isCloseTo(0.498, CLOSE); // the thesis: 0.474
    visit(0, 40);
    visit(2, 40);
    assertThat(area(1, 50)).isCloseTo(0.747, CLOSE);
    assertThat(area(0, 50)).isCloseTo(0.669, CLOSE);
  }

  @Test
  void coolingInStepsEqualsCoolingAtOnce() {
    AirBalloon steps = new AirBalloon(10 * 3600, 0.0001);
    AirBalloon once = new AirBalloon(10 * 3600, 0.0001);
    steps.add(0, EIGHT, new byte[0]);
    once.add(0, EIGHT, new byte[0]);
    for (int h = 1; h <= 5; h++) steps.polled(0, EIGHT + 3600 * h, new double[0], 0, 0, 0);
    once.polled(0, EIGHT + 5 * 3600, new double[0], 0, 0, 0);
    assertThat(steps.day(0)[3]).isCloseTo(once.day(0)[3], within(1e-5f));
    assertThat(once.day(0)[3]).isCloseTo((float) Math.exp(-0.5), within(1e-5f));
  }

  @Test
  void activityNeverFallsUnderTheMinimum() {
    AirBalloon cold = new AirBalloon(3600, 0.25);
    cold.add(0, EIGHT, new byte[0]);
    assertThat(cold.value(0, EIGHT + 100 * 3600)).isCloseTo(0.25 * 100, within(1e-6));
    cold.polled(0, EIGHT + 100 * 3600, new double[0], 0, 0, 0);
    assertThat(cold.day(0)).containsOnly(0.25f);
  }
}
