package dev.runnel.examples.fetch;

import module java.base;

/**
 * Counts durations in buckets that grow with the duration, so that a percentile is right to 1/64
 * and the memory is the same for ten results and for ten million.
 */
final class Latencies {
  private static final int STEPS_LOG2 = 6;

  private static final int STEPS = 1 << STEPS_LOG2; // buckets for each doubling of microseconds

  private final long[] buckets = new long[(64 - STEPS_LOG2) * STEPS];
  private long count;

  void add(Duration duration) {
    buckets[bucket(Math.max(0, duration.toNanos() / 1000))]++;
    count++;
  }

  /**
   * The smallest duration that at least {@code fraction} of all are not above.
   *
   * @param fraction from 0 to 1
   */
  Duration percentile(double fraction) {
    long rank = Math.max(1, (long) Math.ceil(fraction * count));
    long seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= rank) {
        return Duration.of(lowest(i), ChronoUnit.MICROS);
      }
    }
    return Duration.ZERO;
  }

  private static int bucket(long micros) {
    int doublings = Math.max(0, 63 - Long.numberOfLeadingZeros(micros | 1) - STEPS_LOG2);
    return doublings * STEPS + (int) (micros >>> doublings);
  }

  private static long lowest(int bucket) {
    int doublings = Math.max(0, bucket / STEPS - 1);
    return (long) (bucket - doublings * STEPS) << doublings;
  }
}
