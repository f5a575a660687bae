package dev.runnel.internal.ring;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The unguarded ring with the classic guard around each operation at each of its ends, of however
 * many elements the operation is.
 *
 * @param <E> the type of the elements
 */
final class ClassicRing<E> extends UnguardedRing<E> {
  /*
   * Idea        An end is closed by the flip of its phaser; nobody is inside then: its word stands.
   * Ordering    P5  close: flip, then take PARKED -> consumerLeaves, producerLeaves: set PARKED,
   *                 then read the phaser. All atomic, so at least one of the two sees the other.
   * Checked by  RingGuardBenchmark
   */
  private static final VarHandle TAIL =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "tailWord", VarHandle.class, RingFields.Producer.class,
          long.class);
  private static final VarHandle HEAD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "headWord", VarHandle.class, RingFields.Consumer.class,
          long.class);

  private static final long PARKED = 1;

  /** What {@link #offer} returns when nothing was taken because the ring is closed. */
  static final int REFUSED = -1;

  private final WriterPhaser producing = new WriterPhaser();
  private final WriterPhaser consuming = new WriterPhaser();
  private final Wake ready;
  private final Wake room;

  ClassicRing(int capacity, Wake ready, Wake room) {
    super(capacity, ready, room);
    this.ready = ready;
    this.room = room;
  }

  @Override
  public int offer(E element) {
    if (!producing.enter()) {
      return REFUSED;
    }
    int n = super.offer(element);
    producing.leave();
    return n;
  }

  @Override
  public int offer(Object[] elements, int from, int to) {
    if (!producing.enter()) {
      return REFUSED;
    }
    int n = super.offer(elements, from, to);
    producing.leave();
    return n;
  }

  /** Takes the next element and frees its place; consumer only. Null if none is there. */
  @Nullable E take() {
    if (!consuming.enter()) {
      return null;
    }
    E element = poll();
    free();
    consuming.leave();
    return element;
  }

  /** Takes what is there and fits, and frees its places; consumer only. */
  int take(Object[] into) {
    if (!consuming.enter()) {
      return 0;
    }
    int n = available(into.length);
    for (int i = 0; i < n; i++) {
      into[i] = poll();
    }
    free();
    consuming.leave();
    return n;
  }

  @Override
  public boolean producerLeaves() {
    return super.producerLeaves() && !(producing.flipped() && producerStays()); // P5
  }

  @Override
  public boolean consumerLeaves() {
    return super.consumerLeaves() && !(producing.flipped() && consumerStays()); // P5
  }

  /** Refuses what is offered from now on, and wakes both sides; any thread. */
  void close() {
    producing.flip();
    if (((long) TAIL.getAndBitwiseAnd(this, ~PARKED) & PARKED) != 0) { // P5
      ready.wake();
    }
    if (((long) HEAD.getAndBitwiseAnd(this, ~PARKED) & PARKED) != 0) { // P5
      room.wake();
    }
  }

  /** Closes both ends: what is left in the ring is the caller's then, who polls it. */
  void cancel() {
    close();
    consuming.flip();
  }
}
