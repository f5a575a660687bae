package dev.runnel.kit;

import java.util.Random;

/**
 * Runs a randomised case under many seeds. A failure names its seed, and
 * {@code -Drunnel.seed=<seed>} runs that case alone.
 */
public final class Seeds {
  private static final String PROPERTY = "runnel.seed";

  private Seeds() {}

  /** A case that draws all its choices from one source of randomness. */
  @FunctionalInterface
  public interface Case {
    void run(Random random) throws Exception;
  }

  /**
   * Runs {@code body} under {@code cases} fresh seeds, or under the seed that the property names.
   */
  public static void each(int cases, Case body) {
    Long given = Long.getLong(PROPERTY);
    if (given != null) {
      under(given, body);
      return;
    }
    Random seeds = new Random();
    for (int i = 0; i < cases; i++) {
      under(seeds.nextLong(), body);
    }
  }

  private static void under(long seed, Case body) {
    try {
      body.run(new Random(seed));
    } catch (Throwable t) {
      throw new AssertionError("failed with seed, rerun by -D" + PROPERTY + "=" + seed, t);
    }
  }
}
