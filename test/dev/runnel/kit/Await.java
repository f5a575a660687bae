package dev.runnel.kit;

import java.util.function.BooleanSupplier;

/** Waits for what other threads do, without a guess at how long they need. */
public final class Await {
  /** How often a quiet state is looked at before it is believed. */
  private static final int LOOKS = 500;

  private Await() {}

  /** Waits until the condition holds; the time limit of the test is the limit. */
  public static void until(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.yield();
    }
  }

  /** Gives all other threads many chances to run. */
  public static void quiet() {
    for (int i = 0; i < LOOKS; i++) {
      Thread.yield();
    }
  }
}
