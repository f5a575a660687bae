package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.Waiter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One call that waits, in one channel or in several: for the first of its clauses that another
 * thread completes, or for a hint that a new attempt is worth while.
 */
final class Wait {
  /*
   * Idea        A channel whose partner can complete the call claims it, once over all channels,
   *             and then completes it. A channel that only knows that something has changed hints.
   *             The waiting thread withdraws before it tries again, so nothing completes it behind
   *             its back; if it comes too late, it is complete.
   *             Registered nowhere, it may begin another round.
   * Invariants  I1  of all claims and the withdrawal, one succeeds.
   * Ordering    the outcome is written before the volatile complete, which Waiter reads.
   * Checked by  SelectTest, ChannelContract
   */
  private static final int OPEN = -1;
  private static final int WITHDRAWN = -2;

  private final Waiter waiter = new Waiter();
  private final AtomicInteger claim = new AtomicInteger(OPEN);

  private volatile boolean complete;
  private volatile boolean hinted;
  private volatile boolean expired;

  /** Written by who claimed, before {@link #complete}. */
  private @Nullable Object outcome;

  /** Waiting thread only: where it is registered since {@link #open}, last first. */
  WaitQueue.@Nullable Node<?> nodes;

  /** Begins a round; the waiting thread, while it is registered nowhere. */
  void open() {
    nodes = null;
    hinted = false;
    claim.set(OPEN);
  }

  /** Claims the call for one of its clauses; any thread. */
  boolean claim(int clause) {
    return claim.compareAndSet(OPEN, clause);
  }

  /** Completes the claimed call and wakes it; who claimed. */
  void complete(Object with) {
    outcome = with;
    complete = true;
    waiter.signal();
  }

  /** Tells the waiting thread to try again; any thread. */
  void hint() {
    hinted = true;
    waiter.signal();
  }

  /** Ends the waiting, so that the thread tries again; false if a claim came first. */
  boolean withdraw() {
    return claim.compareAndSet(OPEN, WITHDRAWN);
  }

  /** Tells whether a claim came before the withdrawal. */
  boolean claimed() {
    return claim.get() >= 0;
  }

  /** The clause that was claimed; after a withdrawal failed. */
  int clause() {
    return claim.get();
  }

  /** What the claimed call was completed with; waits for who is about to. */
  Object outcome() {
    waiter.awaitUninterruptibly(() -> complete);
    return requireNonNull(outcome);
  }

  /** Waits until claimed, hinted, or the deadline's alarm has expired it. */
  void await() throws InterruptedException {
    waiter.await(this::over);
  }

  /** Lets {@link #await} end after a time. */
  Clock.Alarm expireAfter(Duration timeout) {
    return Clock.current().schedule(timeout, this::expire);
  }

  /** Tells whether the time is over. */
  boolean expired() {
    return expired;
  }

  private void expire() {
    expired = true;
    waiter.signal();
  }

  private boolean over() {
    return complete || hinted || expired;
  }
}
