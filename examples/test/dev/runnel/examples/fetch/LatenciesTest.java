package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void isZeroWithoutAny() {
    assertEquals(Duration.ZERO, new Latencies().percentile(0.99));
  }

  @Test
  void isExactForSmallOnes() {
    var latencies = new Latencies();
    for (int i = 1; i <= 100; i++) {
      latencies.add(Duration.of(i, ChronoUnit.MICROS));
    }
    assertEquals(Duration.of(1, ChronoUnit.MICROS), latencies.percentile(0));
    assertEquals(Duration.of(50, ChronoUnit.MICROS), latencies.percentile(0.50));
    assertEquals(Duration.of(99, ChronoUnit.MICROS), latencies.percentile(0.99));
    assertEquals(Duration.of(100, ChronoUnit.MICROS), latencies.percentile(1));
  }

  @Test
  void isRightToASixtyFourthForAnyDuration() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var latencies = new Latencies();
    long[] micros = new long[2001];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = (long) Math.exp(random.nextDouble() * 36);
      latencies.add(Duration.of(micros[i], ChronoUnit.MICROS));
    }
    Arrays.sort(micros);
    for (double fraction : new double[] {0.001, 0.5, 0.9, 0.99, 1}) {
      long exact = micros[(int) Math.ceil(fraction * micros.length) - 1];
      long told = latencies.percentile(fraction).toNanos() / 1000;
      assertTrue(told <= exact && told >= exact - exact / 64 - 1,
          () -> "seed " + seed + ": " + told + " for " + exact);
    }
  }

  @Test
  void takesTheShortestAndTheLongest() {
    var latencies = new Latencies();
    latencies.add(Duration.ZERO);
    latencies.add(Duration.ofNanos(Long.MAX_VALUE));
    assertEquals(Duration.ZERO, latencies.percentile(0.5));
    assertTrue(latencies.percentile(1).toDays() > 100_000);
  }
}
