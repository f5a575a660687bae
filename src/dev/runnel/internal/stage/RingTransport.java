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
  private static final class RingLane extends FanInRing.Lane<Object> implements Lane {
    private final int number;

    RingLane(FanInRing<Object> rings, int number) {
      super(rings, INITIAL_SLOTS, Integer.MAX_VALUE, () -> {}); // it is never full: nobody waits
      this.number = number;
    }

    @Override
    public void put(long index, Object item) {
      if (ring().offer(item) != 1) {
        throw new AssertionError("a stage has put more than its bound, or after its end");
      }
    }
  }

  @Override
  public Lane open(int number) {
    return new RingLane(rings, number);
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

  @Override
  public int lane() {
    return rings.polled() instanceof RingLane lane ? lane.number : 0;
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
