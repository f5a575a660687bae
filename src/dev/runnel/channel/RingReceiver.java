package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.Owner;
import dev.runnel.internal.ring.SpscRing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The receiving end of one ring or of many: of one thread at a time. */
abstract class RingReceiver<T> implements ReceivePort<T> {
  final Ending ending = new Ending();

  private final Discard<T> discard;
  private final Owner owner = new Owner();
  private final Waiter waiter = new Waiter();

  /** The call over several channels that waits here, if one does. */
  private volatile @Nullable Wait wait;

  RingReceiver(@Nullable Consumer<? super T> onDiscard) {
    discard = new Discard<>(onDiscard);
  }

  /** Takes the next element, if one is there; consumer only. */
  abstract @Nullable T poll();

  /** Takes what is there into places of an array, as many as are known; consumer only. */
  abstract int poll(@Nullable Object[] into, int from, int to);

  /** As for a ring: how many can be polled, up to as many as are wanted; consumer only. */
  abstract int available(int wanted);

  /** Frees the places of all that was polled; consumer only. */
  abstract void free();

  /** As for a ring; consumer only. */
  abstract boolean consumerLeaves();

  /** As for a ring; consumer only. */
  abstract boolean consumerStays();

  /** As for a ring. */
  abstract boolean consumerWaits();

  /** Tells whether everything was polled and nothing follows; consumer only, after a poll. */
  abstract boolean drained();

  /** All that may hold something. */
  abstract Iterable<SpscRing<T>> rings();

  /** Lets nothing more in, after the ending was set. */
  abstract void shut();

  /** Tells who waits for an element to look again; any thread. */
  final void rouse() {
    waiter.signal();
    Wait now = wait;
    if (now != null) {
      now.hint();
    }
  }

  @Override
  public final @Nullable T receive() throws InterruptedException {
    if (!Interrupts.flagged() && owner.bound() && !ending.cancelled()) { // short: is inlined
      T element = poll();
      if (element != null) {
        free();
        return element;
      }
    }
    return receiveAnyhow();
  }

  private @Nullable T receiveAnyhow() throws InterruptedException {
    Interrupts.check();
    for (;;) {
      T element = take();
      if (element != null) {
        return element;
      }
      if (over()) {
        ending.throwUnlessClosed();
        return null;
      }
      awaitElement();
    }
  }

  @Override
  public final ReceiveResult<T> tryReceive() {
    T element = take();
    if (element != null) {
      return new ReceiveResult.Received<>(element);
    }
    return over()
        ? new ReceiveResult.Ended<>(ending.reason(List.of()))
        : new ReceiveResult.Empty<>();
  }

  @Override
  public final ReceiveResult<T> receive(Duration timeout) throws InterruptedException {
    return Waiting.receive(this, requireNonNull(timeout, "timeout"));
  }

  @Override
  public final List<T> receiveAll(int max) throws InterruptedException {
    Waiting.requireMax(max);
    Interrupts.check();
    for (;;) {
      List<T> elements = takeAll(max);
      if (!elements.isEmpty()) {
        return elements;
      }
      if (over()) {
        ending.throwUnlessClosed();
        return elements;
      }
      awaitElement();
    }
  }

  @Override
  public final boolean cancel() {
    ending.cancel();
    shut();
    boolean mine = owner.inherit();
    if (mine) {
      discard();
    }
    return mine;
  }

  @Override
  public final void release() {
    releaseOther();
    if (owner.release() && ending.cancelled() && owner.inherit()) {
      discard();
    }
  }

  /** Gives up the other end, where one object is both. */
  void releaseOther() {}

  @Override
  public final boolean watchReceive(Wait call, int clause) {
    if (!mine()) {
      return false;
    }
    if (wait == call) {
      return true; // by another of its clauses
    }
    wait = call; // before the announcement: who takes that back rouses
    if (consumerLeaves()) {
      return true;
    }
    wait = null;
    return false;
  }

  @Override
  public final void unwatchReceive(Wait call) {
    if (wait == call) {
      consumerStays();
      wait = null;
    }
  }

  @Override
  public final Iterator<T> iterator() {
    return Waiting.iterator(this);
  }

  /** The next element, its place freed; null if there is none, or all is cancelled. */
  private @Nullable T take() {
    if (!mine()) {
      return null;
    }
    T element = poll();
    free();
    return element;
  }

  /** What is there, its places freed; as {@link #take}. */
  @SuppressWarnings("unchecked") // filled with elements only
  private List<T> takeAll(int max) {
    if (!mine()) {
      return List.of();
    }
    int n = available(max);
    if (n == 0) {
      return List.of();
    }
    @Nullable Object[] elements = new @Nullable Object[n];
    int taken = 0;
    while (taken < n) {
      taken += poll(elements, taken, n); // all at once, unless a ring has grown in between
    }
    free();
    return (List<T>) Collections.unmodifiableList(Arrays.asList(elements));
  }

  /** Tells whether nothing will come any more; after {@link #take} gave nothing. */
  private boolean over() {
    if (!ending.cancelled()) {
      return drained();
    }
    if (owner.inherit()) {
      discard();
    }
    return true;
  }

  /** What a thread is told that uses an end of another's. */
  static IllegalStateException misuse(String end, Owner owner) {
    return new IllegalStateException(
        "the " + end + " end belongs to " + owner.thread() + ": it must release() it first");
  }

  /** Fails unless the end is this thread's, but tells false when all is cancelled. */
  private boolean mine() {
    if (ending.cancelled()) {
      return false;
    }
    if (owner.bind()) {
      return true;
    }
    if (ending.cancelled()) {
      return false; // by the very thread that has the end since, in order to discard
    }
    throw misuse("receiving", owner);
  }

  private void awaitElement() throws InterruptedException {
    if (consumerLeaves()) {
      try {
        waiter.await(() -> !consumerWaits());
      } catch (InterruptedException e) {
        consumerStays();
        throw e;
      }
    }
  }

  /** Gives what is left to the hook, and the end up: so a later cancel, too, finds all done. */
  private void discard() {
    shut(); // the cancel may be about to: nothing is accepted behind this
    List<T> left = new ArrayList<>();
    for (SpscRing<T> ring : rings()) { // also one that was filled and is not yet told of as ready
      for (T element = ring.poll(); element != null; element = ring.poll()) {
        left.add(element);
      }
      ring.free();
    }
    left.forEach(discard::accept); // after all polling: the hook may come here again
    owner.release();
  }
}
