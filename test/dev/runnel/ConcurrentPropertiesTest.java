package dev.runnel;

import dev.runnel.kit.Seeds;
import dev.runnel.kit.StallDetector;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random pipelines of concurrent operators, stacked and nested, against plain lists. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ConcurrentPropertiesTest {
  private static final int ROUNDS = 2_000;

  @RegisterExtension
  final StallDetector stalls = new StallDetector();

  @Test
  void deliversAllThatItsSourcesGive() {
    Seeds.each(ROUNDS, random -> check(random, new RandomPipeline.Faults(0, 0, 0)));
  }

  @Test
  void failsWithWhatWasThrownAndLosesNone() {
    Seeds.each(2 * ROUNDS, random -> check(random, new RandomPipeline.Faults(0.4, 0, 0)));
  }

  @Test
  void stopsWhereverDownstreamStops() {
    Seeds.each(ROUNDS, random -> check(random, new RandomPipeline.Faults(0, 1, 0)));
  }

  @Test
  void stopsWheneverTheCallerIsInterrupted() {
    Seeds.each(ROUNDS, random -> check(random, new RandomPipeline.Faults(0, 0, 1)));
  }

  @Test
  void keepsAccountWhenAllOfItComesTogether() {
    Seeds.each(2 * ROUNDS, random -> check(random, new RandomPipeline.Faults(0.3, 0.4, 0.3)));
  }

  private static void check(Random random, RandomPipeline.Faults faults) throws Exception {
    new RandomPipeline(random, faults).runAndCheck();
  }
}
