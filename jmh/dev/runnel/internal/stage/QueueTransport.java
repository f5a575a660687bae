package dev.runnel.internal.stage;

import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The contender of the rings: a queue of {@code java.util.concurrent} for all producers. */
final class QueueTransport implements Transport {
  /** An item on its way. */
  private record Parcel(int lane, Object item) {}

  private final BlockingQueue<Parcel> queue;
  private int lane;

  /**
   * Puts a queue under a stage.
   *
   * @param queue with room for all that the stage lets be ahead
   */
  QueueTransport(BlockingQueue<?> queue) {
    @SuppressWarnings("unchecked") // empty, and used here only
    BlockingQueue<Parcel> mine = (BlockingQueue<Parcel>) queue;
    this.queue = mine;
  }

  @Override
  public Lane open(int number) {
    return (index, item) -> queue.add(new Parcel(number, item));
  }

  @Override
  public @Nullable Object poll() {
    Parcel parcel = queue.poll();
    if (parcel == null) {
      return null;
    }
    lane = parcel.lane;
    return parcel.item;
  }

  @Override
  public Object take() throws InterruptedException {
    Parcel parcel = queue.take();
    lane = parcel.lane;
    return parcel.item;
  }

  @Override
  public int lane() {
    return lane;
  }

  @Override
  public void clear(Consumer<Object> dropped) {
    for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
      dropped.accept(parcel.item);
    }
  }
}
