package dev.runnel.kit;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How a contender that never waits passes the time; one per thread. */
public final class Spin {
  /** After so many rounds the carrier is given up once, so that one carrier is enough. */
  private static final int ROUNDS = 100;

  private int rounds;

  /** Passes the time until something holds. */
  public void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      once();
    }
  }

  /** Passes the time until there is something, and returns it. */
  public <T> T take(Supplier<T> something) {
    for (;;) {
      T found = something.get();
      if (found != null) {
        return found;
      }
      once();
    }
  }

  /** Passes a moment. */
  public void once() {
    if (++rounds < ROUNDS) {
      Thread.onSpinWait();
    } else {
      rounds = 0;
      Thread.yield();
    }
  }
}
