package dev.runnel.kit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do, without a guess at how long they need. */
public final class Await {
  /** How often a quiet state is looked at before it is believed. */
  private static final int LOOKS = 500;

  private static final int LOOKS_OF_A_VIRTUAL_THREAD = 10;

  private Await() {}

  /** Waits until the condition holds; the time limit of the test is the limit. */
  public static void until(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      giveWay();
    }
  }

  /** Gives all other threads many chances to run. */
  public static void quiet() throws InterruptedException {
    int looks = Thread.currentThread().isVirtual() ? LOOKS_OF_A_VIRTUAL_THREAD : LOOKS;
    for (int i = 0; i < looks; i++) {
      giveWay();
    }
  }

  /** With one carrier, a virtual thread that only yields keeps out what others have woken. */
  private static void giveWay() throws InterruptedException {
    if (Thread.currentThread().isVirtual()) {
      boolean _ = new CountDownLatch(1).await(20, TimeUnit.MICROSECONDS);
    } else {
      Thread.yield();
    }
  }
}
