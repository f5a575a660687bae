package dev.runnel;

import dev.runnel.internal.stage.Failures;

/** Runs closing actions so that each runs, and a later failure is suppressed on an earlier one. */
final class Closing {
  private Closing() {}

  static void both(ThrowingRunnable first, ThrowingRunnable second) throws Exception {
    Failures.both(first::run, second::run);
  }
}
