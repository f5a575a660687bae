package dev.runnel.internal.park;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A place where one thread at a time waits until a condition holds that other threads make true.
 * Whoever changes what the condition reads calls {@link #signal} afterwards.
 */
public final class Waiter {
  /*
   * Idea        The waiting thread announces itself, looks at the condition once more, and parks in
   *             a loop on its own announcement. The signaller takes the announcement and unparks.
   * Invariants  I1  only the waiting thread announces; anyone may take the announcement back, once.
   * Ordering    P1  await: announce (volatile write), then read the condition
   *                 signal: write the condition (caller), then read the announcement
   *                 Both are sequentially consistent, so at least one of the two sees the other:
   *                 the waiter does not park, or the signaller unparks it.
   *             P2  signal: getAndSet -> await: volatile read  what was written before the signal
   * Progress    signal: wait-free.      Source: Dekker 1965, as in every park-based wait.
   * Checked by  WaiterStress (P1), WaiterTest
   */
  private static final VarHandle WAITING =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "waiting", VarHandle.class, Waiter.class, Thread.class);

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** How many spins a stand-off takes. */
  private static final int STAND_OFF = 64;

  private volatile @Nullable Thread waiting;

  /** Creates a place where nobody waits yet. */
  public Waiter() {}

  /**
   * Waits until {@code condition} holds. The condition is read by the waiting thread only; it must
   * not wait, take a lock or run user code.
   *
   * @param condition becomes true by what other threads write before they {@link #signal}
   * @throws InterruptedException if the thread is interrupted while the condition does not hold;
   *     the flag is then clear
   */
  public void await(BooleanSupplier condition) throws InterruptedException {
    if (!condition.getAsBoolean() && !awaitOrInterrupted(condition)) {
      Thread.interrupted();
      throw new InterruptedException();
    }
  }

  /**
   * Waits until {@code condition} holds, however often the thread is interrupted; the flag is as it
   * was, or set if an interrupt came meanwhile.
   *
   * @param condition as for {@link #await}
   */
  public void awaitUninterruptibly(BooleanSupplier condition) {
    boolean interrupted = false;
    while (!condition.getAsBoolean() && !awaitOrInterrupted(condition)) {
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Wakes the thread that waits here, if one does, to look at its condition again. */
  public void signal() {
    if (waiting != null) { // P1: volatile read after the caller's write of the condition
      Thread thread = (Thread) WAITING.getAndSet(this, null); // P2: and only one signaller unparks
      LockSupport.unpark(thread);
    }
  }

  /**
   * Returns true when the condition holds, false when the interrupt flag is found set before that.
   */
  private boolean awaitOrInterrupted(BooleanSupplier condition) {
    Thread me = Thread.currentThread();
    for (;;) {
      waiting = me; // P1: volatile write, before the condition is read again
      while (waiting == me && !condition.getAsBoolean()) { // P2
        if (me.isInterrupted()) {
          waiting = null;
          return false;
        }
        LockSupport.park(this);
      }
      if (condition.getAsBoolean()) {
        waiting = null;
        return true;
      }
    }
  }

  /**
   * Stays away for about a microsecond, so that a thread that is as fast as this one gets ahead:
   * two that follow each other closely take the same cache lines from each other for every element,
   * and to park for so short a time costs more than the time. Does nothing on one processor.
   */
  public static void standOff() {
    if (PROCESSORS > 1) {
      for (int i = 0; i < STAND_OFF; i++) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Waits until {@code thread} has ended.
   *
   * @param thread a started thread
   * @throws InterruptedException if the current thread is interrupted before that
   */
  public static void join(Thread thread) throws InterruptedException {
    thread.join();
  }

  /**
   * Waits until {@code thread} has ended, however often this thread is interrupted; the flag is as
   * it was, or set if an interrupt came meanwhile.
   *
   * @param thread a started thread
   */
  public static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits as a queue of the user's waits.
   *
   * @param <E> the type of the elements
   * @param queue where to take from
   * @return the element that was taken
   * @throws InterruptedException as the queue throws it: nothing was taken
   */
  public static <E> E take(BlockingQueue<E> queue) throws InterruptedException {
    return queue.take();
  }
}
