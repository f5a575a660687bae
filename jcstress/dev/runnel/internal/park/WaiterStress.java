package dev.runnel.internal.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Stresses {@link Waiter}: a signal that follows the change of the condition is never lost.
 *
 * <p>An actor must end, so one that waits for ever has to be seen from outside: after its signal,
 * the signaller stays until the waiter has come back, and after a long time without that frees it
 * by an interrupt, which is then the outcome.
 */
public final class WaiterStress {
  /** Longer than any pause of a busy machine: a waiter on its way is not called lost. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /** The twin is lost often; here a pause that is taken for a loss would do no harm. */
  private static final long TWIN_PATIENCE_NANOS = 20_000_000L;

  private WaiterStress() {}

  /** The waiting thread, freed by the signaller if it is lost. */
  static class Round {
    private static final int WAITING = 0;
    private static final int BACK = 1;
    private static final int FREED = 2;

    private final AtomicInteger end = new AtomicInteger(WAITING);
    private volatile Thread thread;
    volatile boolean condition;

    interface Wait {
      void run() throws InterruptedException;
    }

    /** Waits; returns false if it had to be freed. */
    final boolean cameBack(Wait wait) {
      thread = Thread.currentThread();
      try {
        wait.run();
      } catch (InterruptedException freed) {
        return false;
      }
      if (end.compareAndSet(WAITING, BACK)) {
        return true;
      }
      while (!Thread.interrupted()) {
        Thread.onSpinWait(); // the interrupt that was meant to free this wait is on its way
      }
      return true;
    }

    /** Stays until the waiter is back, or frees it. */
    final void stay(long patience) {
      while (thread == null) {
        Thread.onSpinWait(); // it has not even begun
      }
      long begin = System.nanoTime();
      while (end.get() == WAITING) {
        Thread.onSpinWait();
        if (System.nanoTime() - begin > patience && end.compareAndSet(WAITING, FREED)) {
          thread.interrupt();
        }
      }
    }
  }

  /** P1: announce, then read the condition; write the condition, then read the announcement. */
  @JCStressTest
  @Outcome(id = "back", expect = ACCEPTABLE, desc = "The wait has ended, before or by the signal")
  @Outcome(id = "lost", expect = FORBIDDEN, desc = "Parked for ever: neither saw the other")
  @State
  public static class NoLostWakeUp extends Round {
    private final Waiter waiter = new Waiter();

    @Actor
    public void waits(L_Result r) {
      r.r1 = cameBack(() -> waiter.await(() -> condition)) ? "back" : "lost";
    }

    @Actor
    public void signals() {
      condition = true;
      waiter.signal();
      stay(PATIENCE_NANOS);
    }
  }

  /** The wait that is not cut short by interrupts: two of them meet the signal. */
  @JCStressTest
  @Outcome(id = "back", expect = ACCEPTABLE, desc = "The wait has ended, and the flag is set")
  @Outcome(id = "lost", expect = FORBIDDEN, desc = "An interrupt was not kept")
  @State
  public static class UninterruptibleKeepsTheFlag extends Round {
    private final Waiter waiter = new Waiter();
    private volatile Thread waiting;
    private volatile boolean interrupted;

    @Actor
    public void waits(L_Result r) {
      waiting = Thread.currentThread();
      waiter.awaitUninterruptibly(() -> condition);
      while (!interrupted) {
        Thread.onSpinWait();
      }
      r.r1 = Thread.interrupted() ? "back" : "lost";
    }

    @Actor
    public void signals() {
      Thread thread = waiting;
      while (thread == null) {
        Thread.onSpinWait();
        thread = waiting;
      }
      thread.interrupt();
      condition = true;
      waiter.signal();
      interrupted = true;
    }
  }

  /** A signal and an interrupt race: whichever ends the wait, the other is not lost. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Ended by the signal, flag left set")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Ended by the interrupt, flag clear")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The interrupt was swallowed")
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "Thrown, and the flag still set")
  @State
  public static class SignalAndInterrupt {
    private final Waiter waiter = new Waiter();
    private volatile boolean condition;
    private volatile Thread waiting;
    private volatile boolean interrupted;

    @Actor
    public void waits(ZZ_Result r) {
      waiting = Thread.currentThread();
      try {
        waiter.await(() -> condition);
        r.r1 = true;
      } catch (InterruptedException e) {
        r.r1 = false;
      }
      while (!interrupted) {
        Thread.onSpinWait();
      }
      r.r2 = Thread.interrupted();
    }

    @Actor
    public void signalsAndInterrupts() {
      Thread thread = waiting;
      while (thread == null) {
        Thread.onSpinWait();
        thread = waiting;
      }
      condition = true;
      thread.interrupt();
      waiter.signal();
      interrupted = true;
    }
  }

  /** A waiter without the second look: the condition is read before the announcement only. */
  private static final class WaiterWithoutSecondLook {
    private volatile Thread waiting;

    void await(BooleanSupplier condition) throws InterruptedException {
      if (condition.getAsBoolean()) {
        return;
      }
      waiting = Thread.currentThread();
      while (waiting != null) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.park(this);
      }
    }

    void signal() {
      Thread thread = waiting;
      if (thread != null) {
        waiting = null;
        LockSupport.unpark(thread);
      }
    }
  }

  /** The weakened twin of {@link NoLostWakeUp}. */
  @JCStressTest
  @Outcome(id = "back", expect = ACCEPTABLE, desc = "The wait has ended, before or by the signal")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Condition read, changed and signalled to nobody, then announced: parked for ever")
  @State
  public static class LostWakeUpWithoutSecondLook extends Round {
    private final WaiterWithoutSecondLook waiter = new WaiterWithoutSecondLook();

    @Actor
    public void waits(L_Result r) {
      r.r1 = cameBack(() -> waiter.await(() -> condition)) ? "back" : "lost";
    }

    @Actor
    public void signals() {
      condition = true;
      waiter.signal();
      stay(TWIN_PATIENCE_NANOS);
    }
  }
}
