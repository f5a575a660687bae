package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a stage that no worker has yet, in source order: one feeder offers, any idle
 * worker takes the next.
 */
final class Claims<T> {
  /*
   * Idea        A worker that finds no element puts itself on the stack of the idle, looks once
   *             more, and waits until it is roused. The feeder adds an element, then rouses the
   *             idle worker on top.
   * Invariants  I1  an idle worker is on the stack or has been taken off it by who rouses it.
   *                 It leaves take() only off the stack and with no rouse on its way, so that it is
   *                 never on the stack while it works, nor twice.
   *             I2  elements are taken in source order, so when one is, all before it have been.
   * Ordering    the queue and the stack are sequentially consistent: either the feeder sees the
   *             worker on the stack after it added, or the worker sees the element after it went on
   *             the stack.
   * Checked by  ClaimsTest
   */

  /** An element and its place in the source's order. */
  record Claim<T>(long index, T element) {}

  /** A worker's place to wait for an element. */
  static final class Idle {
    private final Waiter waiter = new Waiter();
    private volatile boolean roused;

    private void rouse() {
      roused = true;
      waiter.signal();
    }
  }

  private final ConcurrentLinkedQueue<Claim<T>> queue = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();

  private volatile boolean ended;
  private volatile boolean stopped;

  /** Tells whether no worker waits for an element, so that another may be wanted. */
  boolean nobodyIdle() {
    return idle.isEmpty();
  }

  /** Adds an element and rouses an idle worker for it; feeder only. */
  void offer(long index, T element) {
    queue.add(new Claim<>(index, element));
    Idle worker = idle.pollFirst();
    if (worker != null) {
      worker.rouse();
    }
  }

  /** Lets workers go once all elements are taken; feeder only. */
  void end() {
    ended = true;
    rouseAll();
  }

  /** Lets workers go at once; nothing more is taken. */
  void stop() {
    stopped = true;
    rouseAll();
  }

  /** Takes the next element, waiting for it uninterruptibly; null when there will be none. */
  @Nullable Claim<T> take(Idle me) {
    for (;;) {
      boolean last = ended; // before the queue is read: nothing is added after it was set
      if (stopped) {
        return null;
      }
      Claim<T> claim = queue.poll();
      if (claim != null || last) {
        return claim;
      }
      me.roused = false;
      idle.addFirst(me);
      boolean wait = queue.isEmpty() && !ended && !stopped;
      if (wait || !idle.remove(me)) { // who took it off the stack is about to rouse it
        me.waiter.awaitUninterruptibly(() -> me.roused);
      }
    }
  }

  /** Takes an element back that no function will run on, because the stage stops. */
  void giveBack(Claim<T> claim) {
    queue.add(claim); // nobody takes it: who would finds, as this worker did, that it is not wanted
  }

  /** Empties it of what was not taken; after the last worker has ended. */
  void clear(Consumer<Object> dropped) {
    for (Claim<T> claim = queue.poll(); claim != null; claim = queue.poll()) {
      dropped.accept(claim.element());
    }
  }

  private void rouseAll() {
    for (Idle worker = idle.pollFirst(); worker != null; worker = idle.pollFirst()) {
      worker.rouse();
    }
  }
}
