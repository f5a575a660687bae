package dev.runnel;

import dev.runnel.RandomPipeline.Faults;
import dev.runnel.kit.Running;
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
  /** Five thousand in all. */
  private static final int CASES = 1_000;

  @RegisterExtension
  final StallDetector stalls = new StallDetector();

  @Test
  void deliversAllThatItsSourcesGive() {
    check(CASES / 2, Faults.NONE);
  }

  @Test
  void failsWithWhatWasThrownAndLosesNone() {
    check(CASES, Faults.FAILURES);
  }

  @Test
  void stopsWhereverDownstreamStops() {
    check(CASES / 2, Faults.STOPS);
  }

  @Test
  void stopsWheneverTheCallerIsInterrupted() {
    check(CASES, Faults.INTERRUPTS);
  }

  @Test
  void stopsWheneverTheTimeIsOver() {
    check(CASES / 2, Faults.TIMEOUTS);
  }

  @Test
  void keepsAccountWhenAllOfItComesTogether() {
    check(CASES + CASES / 2, Faults.ALL);
  }

  private static void check(int cases, Faults faults) {
    Seeds.each(cases, random -> check(random, faults));
  }

  /** Runs one case on a new thread, virtual or not. */
  private static void check(Random random, Faults faults) throws Exception {
    Running.either(random, () -> new RandomPipeline(random, faults).runAloneAndCheck()).join();
  }
}
