package dev.runnel.kit;

/** How a contender that never waits passes the time; one per thread. */
public final class Spin {
  /** After so many rounds the carrier is given up once, so that one carrier is enough. */
  private static final int ROUNDS = 1_000;

  private int rounds;

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
