package dev.runnel.internal.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Stresses {@link InterruptWord}: an interrupt hits the work it is meant for, or is kept back. */
public final class InterruptWordStress {
  private InterruptWordStress() {}

  /** P2: leave waits out an interrupt that has begun, so none arrives after it. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Came before leave: told, flag was set")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Came after leave: kept back")
  @Outcome(id = ".*, true", expect = FORBIDDEN, desc = "Late: the next work finds the flag set")
  @State
  public static class NoLateInterrupt {
    private final InterruptWord word = new InterruptWord();
    private volatile boolean asked;

    @Actor
    public void works(ZZ_Result r) {
      word.enter();
      r.r1 = word.leave();
      Thread.interrupted(); // as every owner does after its work
      while (!asked) {
        Thread.onSpinWait(); // the next work, in which an interrupt on its way would arrive
      }
      r.r2 = Thread.interrupted();
    }

    @Actor
    public void interrupts() {
      word.interrupt();
      asked = true;
    }
  }

  /** An interrupt between enter and leave sets the flag before leave tells of it. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Told, and the flag was set")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Came after leave")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "Told, and the flag not set yet")
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The flag set, and not told of it")
  @State
  public static class FlagBeforeTold {
    private final InterruptWord word = new InterruptWord();

    @Actor
    public void works(ZZ_Result r) {
      word.enter();
      r.r1 = word.leave();
      r.r2 = Thread.interrupted();
    }

    @Actor
    public void interrupts() {
      word.interrupt();
    }
  }

  /** I2: once asked is asked for ever, whenever it came. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Told by leave, and by the next enter")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Kept back, told at the next enter")
  @Outcome(id = ".*, false", expect = FORBIDDEN, desc = "Forgotten")
  @State
  public static class ToldAgain {
    private final InterruptWord word = new InterruptWord();

    @Actor
    public void works(ZZ_Result r) {
      word.enter();
      r.r1 = word.leave();
      Thread.interrupted();
    }

    @Actor
    public void interrupts() {
      word.interrupt();
    }

    @Arbiter
    public void entersAgain(ZZ_Result r) {
      word.enter();
      r.r2 = Thread.interrupted() & word.leave();
    }
  }

  /** A word whose leave does not wait out an interrupt that has begun. */
  private static final class WordWithoutWait {
    private static final int SHIELDED = 0;
    private static final int RUNNING = 1;
    private static final int INTERRUPTING = 2;
    private static final int PENDING = 3;

    private final AtomicInteger state = new AtomicInteger();
    private Thread owner;

    void enter() {
      owner = Thread.currentThread();
      if (!state.compareAndSet(SHIELDED, RUNNING)) {
        Thread.currentThread().interrupt();
      }
    }

    boolean leave() {
      return !state.compareAndSet(RUNNING, SHIELDED);
    }

    void interrupt() {
      if (state.compareAndSet(RUNNING, INTERRUPTING)) {
        owner.interrupt();
      } else {
        state.compareAndSet(SHIELDED, PENDING);
      }
    }
  }

  /** The weakened twin of {@link NoLateInterrupt}. */
  @JCStressTest
  @Outcome(id = ".*, false", expect = ACCEPTABLE, desc = "In time, or kept back")
  @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING,
      desc = "Left between the interrupter's mark and its interrupt, which hits the next work")
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "Interrupted after leave saw no mark")
  @State
  public static class LateInterruptWithoutWait {
    private final WordWithoutWait word = new WordWithoutWait();
    private volatile boolean asked;

    @Actor
    public void works(ZZ_Result r) {
      word.enter();
      r.r1 = word.leave();
      Thread.interrupted();
      while (!asked) {
        Thread.onSpinWait();
      }
      r.r2 = Thread.interrupted();
    }

    @Actor
    public void interrupts() {
      word.interrupt();
      asked = true;
    }
  }
}
