package dev.runnel.internal.ring;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The thread that an end of a ring belongs to: the first that uses it, until it releases it. Costs
 * one compare per use.
 */
public final class Owner {
  /*
   * Idea        The owner is bound by one compareAndSet and compared plainly ever after.
   * Invariants  I1  while bound, only the owner changes it, or who takes it from an ended owner.
   * Ordering    P1  release: setVolatile null -> bind: compareAndSet    all that the former owner
   *                 did at this end. A plain read that finds the own thread was written by it.
   *             P2  release: setVolatile null, then read a mark (caller)
   *                 mark: volatile write (caller), then inherit: compareAndSet
   *                 So the one that releases sees the mark, or the one that marked gets the end.
   * Checked by  OwnerStress (P1, P2), OwnerTest
   */
  private static final VarHandle THREAD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "thread", VarHandle.class, Owner.class, Thread.class);

  private @Nullable Thread thread;

  /** Creates an end that belongs to nobody yet. */
  public Owner() {}

  /** Tells whether the end is the current thread's already. Short: each element passes it. */
  public boolean bound() {
    return thread == Thread.currentThread();
  }

  /**
   * Makes the end the current thread's if it is nobody's.
   *
   * @return whether it is the current thread's now
   */
  public boolean bind() {
    return bound() || THREAD.compareAndSet(this, null, Thread.currentThread()); // P1
  }

  /**
   * As {@link #bind}, but also takes the end from a thread that has ended.
   *
   * @return whether it is the current thread's now
   */
  public boolean inherit() {
    if (bind()) {
      return true;
    }
    Thread owner = (Thread) THREAD.getAcquire(this); // P1
    return owner == null ? bind()
        : !owner.isAlive() && THREAD.compareAndSet(this, owner, Thread.currentThread());
  }

  /**
   * Gives the end up if it is the current thread's.
   *
   * @return whether it was
   */
  public boolean release() {
    if (thread != Thread.currentThread()) {
      return false;
    }
    THREAD.setVolatile(this, null); // P1, P2: a release could pass the read of the mark behind it
    return true;
  }

  /** Tells whom the end belongs to, for messages. */
  public @Nullable Thread thread() {
    return (Thread) THREAD.getAcquire(this); // for a message: orders nothing
  }
}
