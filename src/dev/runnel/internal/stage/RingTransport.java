package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.FanInRing;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transport in the order of arrival: a ring for each lane, which grows by need, and lanes that
 * have something in turn.
 */
final class RingTransport implements Transport {
  private static final int INITIAL_SLOTS = 16;

  private final Waiter waiter = new Waiter();
  private final FanInRing<Object> rings = new FanInRing<>(waiter::signal);

  /** A ring of one producer. */
  static class RingLane extends FanInRing.Lane<Object> implements Lane {
    RingLane(RingTransport into) {
      super(into.rings, INITIAL_SLOTS, Integer.MAX_VALUE, () -> {}); // never full: nobody waits
    }

    @Override
    public final void put(long index, Object item) {
      accepted(ring().offer(item));
    }

    /** Puts the first so many of some items. */
    final void putAll(@Nullable Object[] items, int count) {
      for (int put = 0; put < count;) { // a ring that grows takes some of them
        put += accepted(ring().offer(items, put, count));
      }
    }

    private static int accepted(int count) {
      if (count <= 0) {
        throw new AssertionError("a stage has put more than its bound, or after its end");
      }
      return count;
    }
  }

  @Override
  public Lane open() {
    return new RingLane(this);
  }

  @Override
  public @Nullable Object poll() {
    return rings.poll();
  }

  @Override
  public Object take() throws InterruptedException {
    for (Object item = poll();; item = poll()) {
      if (item != null) {
        return item;
      }
      await();
    }
  }

  /** The lane of the item that was taken last; consumer only. */
  @Nullable Lane lane() {
    return (RingLane) rings.polled();
  }

  @Override
  public void clear(Consumer<Object> dropped) {
    for (Object item = poll(); item != null; item = poll()) {
      dropped.accept(item);
    }
  }

  private void await() throws InterruptedException {
    if (rings.consumerLeaves()) {
      try {
        waiter.await(() -> !rings.consumerWaits());
      } catch (InterruptedException e) {
        rings.consumerStays();
        throw e;
      }
    }
  }
}
