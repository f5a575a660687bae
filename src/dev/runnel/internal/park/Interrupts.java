package dev.runnel.internal.park;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads, clears and restores the interrupt flag of the current thread. */
public final class Interrupts {
  private Interrupts() {}

  /**
   * Fails if the current thread is interrupted.
   *
   * @throws InterruptedException if the flag was set; it is then clear
   */
  public static void check() throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      Thread.interrupted();
      throw new InterruptedException();
    }
  }

  /**
   * Tells whether the current thread's flag is set, and leaves it.
   *
   * @return the flag
   */
  public static boolean flagged() {
    return Thread.currentThread().isInterrupted();
  }

  /**
   * Clears the current thread's flag.
   *
   * @return whether it was set
   */
  public static boolean clear() {
    return Thread.interrupted();
  }

  /**
   * Lets other threads run; an interrupt is left as it is. A virtual thread leaves its carrier for
   * a moment: one that yields is taken up again before any that a thread outside the scheduler has
   * woken.
   */
  public static void giveWay() {
    if (Thread.currentThread().isVirtual()) {
      LockSupport.parkNanos(1);
    } else {
      Thread.yield();
    }
  }

  /** Sets the current thread's flag. */
  public static void restore() {
    Thread.currentThread().interrupt();
  }

  /**
   * Runs an action that is not cut short: with the interrupt flag clear and, on a thread of the
   * library, with its interrupts kept back until the action has ended.
   *
   * @param <A> the type of the result
   * @param action what to run
   * @return its result
   * @throws Exception what the action threw
   */
  public static <A> A shielded(Callable<A> action) throws Exception {
    return shielded(InterruptWord.ofCurrentThread(), action);
  }

  /**
   * Runs an action with the interrupt flag clear and the interrupts of a word kept back.
   *
   * @param <A> the type of the result
   * @param word what interrupts the current thread, or null
   * @param action what to run
   * @return its result
   * @throws Exception what the action threw
   */
  public static <A> A shielded(@Nullable InterruptWord word, Callable<A> action) throws Exception {
    // It has been left already under a shield around this one.
    InterruptWord left = word != null && word.entered() ? word : null;
    if (left != null) {
      left.leave();
    }
    boolean flagged = Thread.interrupted();
    try {
      return action.call();
    } finally {
      if (left != null) {
        left.enter();
      }
      if (flagged) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
