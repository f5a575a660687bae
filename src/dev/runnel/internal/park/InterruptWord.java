package dev.runnel.internal.park;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Through which the library interrupts one of its own threads: only while that thread runs user
 * code that may be interrupted, never while it is shielded, and never after it has gone on to other
 * work.
 *
 * <p>The owning thread calls {@link #enter} and {@link #leave} around interruptible code; any
 * thread calls {@link #interrupt}. A new word is shielded and belongs to the first thread that
 * enters, so an interrupt that comes before the thread's first instruction is kept for it.
 */
public final class InterruptWord {
  /*
   * Idea        One int: SHIELDED, RUNNING, INTERRUPTING, INTERRUPTED, PENDING. interrupt() moves
   *             RUNNING to INTERRUPTING, sets the thread's flag, then moves on to INTERRUPTED; it
   *             moves SHIELDED to PENDING and touches no thread. leave() waits out INTERRUPTING, so
   *             when it returns no interrupt of ours is on its way.
   * Invariants  I1  Thread.interrupt is called on the owner only between INTERRUPTING and
   *                 INTERRUPTED, so the owner is inside enter/leave for the whole call.
   *             I2  Once asked, always asked: INTERRUPTED becomes PENDING by leave and is told
   *                 again by the next enter.
   * Ordering    P1  enter: compareAndSet -> interrupt: compareAndSet   the owner field
   *             P2  interrupt: setRelease INTERRUPTED -> leave: getAcquire   the flag set before it
   * Progress    interrupt: lock-free; leave waits for at most one Thread.interrupt of another
   *             thread.
   * Checked by  InterruptWordStress (P2), InterruptWordTest
   */
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, InterruptWord.class, int.class);

  private static final int SHIELDED = 0;
  private static final int RUNNING = 1;
  private static final int INTERRUPTING = 2;
  private static final int INTERRUPTED = 3;
  private static final int PENDING = 4;

  private static final ScopedValue<InterruptWord> CURRENT = ScopedValue.newInstance();

  private volatile int state;

  /** Written by the owner before its first RUNNING, read by interrupters after they saw RUNNING. */
  private @Nullable Thread owner;

  /** What stops whoever this word's thread works for, if the library can. */
  private final @Nullable InterruptWord above;

  /** Creates a shielded word of no thread yet, which will work for the current thread. */
  public InterruptWord() {
    this(ofCurrentThread());
  }

  /**
   * Creates a shielded word of no thread yet.
   *
   * @param above the word of what its thread will work for, or null
   */
  public InterruptWord(@Nullable InterruptWord above) {
    this.above = above;
  }

  /**
   * Tells whether the current thread works, at any remove, for what this word stops; so whoever
   * stops that and awaits its end must not be this thread.
   *
   * @return whether the current thread's word is this one or below it
   */
  public boolean employsCurrentThread() {
    InterruptWord word = ofCurrentThread();
    while (word != null && word != this) {
      word = word.above;
    }
    return word == this;
  }

  /**
   * Returns the word of the current thread, if the library started it.
   *
   * @return the word that {@link #carry} bound on this thread, or null
   */
  public static @Nullable InterruptWord ofCurrentThread() {
    InterruptWord word = CURRENT.isBound() ? CURRENT.get() : null; // orElse refuses null
    return word != null && word.owner == Thread.currentThread() ? word : null;
  }

  /**
   * Runs a thread's body with this word as the thread's own, shielded.
   *
   * @param body the whole work of the thread
   */
  public void carry(Runnable body) {
    owner = Thread.currentThread();
    ScopedValue.where(CURRENT, this).run(body);
  }

  /** Lets interrupts in; one that came before is delivered now. */
  public void enter() {
    owner = Thread.currentThread();
    if (!STATE.compareAndSet(this, SHIELDED, RUNNING)) { // P1
      // Only PENDING can be here: nobody but the owner leaves PENDING, so a plain order is enough.
      STATE.setRelease(this, INTERRUPTED);
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Keeps interrupts out again: none arrives after this returns. The thread's flag is left as it
   * is; a library interrupt that came has set it.
   *
   * @return whether the library had interrupted the thread before this
   */
  public boolean leave() {
    if (STATE.compareAndSet(this, RUNNING, SHIELDED)) {
      return false;
    }
    while ((int) STATE.getAcquire(this) == INTERRUPTING) { // P2
      Thread.yield(); // the interrupter is inside Thread.interrupt; with one carrier it needs ours
    }
    STATE.setRelease(this, PENDING); // I2; interrupters leave INTERRUPTED and PENDING alone
    return true;
  }

  /**
   * Tells whether the owner is between {@link #enter} and {@link #leave}; for the owner to ask.
   *
   * @return whether interrupts are let in
   */
  public boolean entered() {
    int now = state;
    return now == RUNNING || now == INTERRUPTING || now == INTERRUPTED;
  }

  /**
   * Tells whether the library has asked the owner to stop.
   *
   * @return whether {@link #interrupt} has been called
   */
  public boolean interrupted() {
    int now = state;
    return now == INTERRUPTING || now == INTERRUPTED || now == PENDING;
  }

  /**
   * Tells whether the owner has been asked to stop and is not shielded: what it runs under a shield
   * goes on to its end.
   *
   * @return whether the owner should get no further
   */
  public boolean stopping() {
    int now = state;
    return now == INTERRUPTING || now == INTERRUPTED;
  }

  /** Asks the owner to stop: interrupts it now if it lets interrupts in, else when it next does. */
  public void interrupt() {
    for (;;) {
      int now = (int) STATE.getAcquire(this);
      if (now == RUNNING && STATE.compareAndSet(this, RUNNING, INTERRUPTING)) { // P1
        try {
          interruptOwner();
        } finally {
          STATE.setRelease(this, INTERRUPTED); // P2
        }
        return;
      }
      if (now == SHIELDED && STATE.compareAndSet(this, SHIELDED, PENDING)) {
        return;
      }
      if (now != RUNNING && now != SHIELDED) {
        return;
      }
    }
  }

  /** An interruptible channel in which the owner waits is closed by this thread, and may throw. */
  private void interruptOwner() {
    Thread thread = owner;
    if (thread != null) {
      try {
        thread.interrupt();
      } catch (Throwable t) {
        LockSupport.unpark(thread); // which interrupt had still to do; the flag is set
        Uncaught.report(t); // whoever interrupts has others to stop too
      }
    }
  }

  /**
   * Returns the thread that this word belongs to, for diagnostics.
   *
   * @return the owner, or null before it started
   */
  public @Nullable Thread owner() {
    return owner;
  }
}
