package dev.runnel.internal.stage;

import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The transport on a {@code java.util.concurrent} queue: items in the order of their arrival. */
final class QueueTransport implements Transport {
  /** An item on its way. */
  record Parcel(int lane, long index, Object item) {}

  private final LinkedBlockingQueue<Parcel> queue = new LinkedBlockingQueue<>();
  private int lane;

  @Override
  public void put(int lane, long index, Object item) {
    queue.add(new Parcel(lane, index, item));
  }

  @Override
  public @Nullable Object poll() {
    return opened(queue.poll());
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
  public void clear() {
    queue.clear();
  }

  private @Nullable Object opened(@Nullable Parcel parcel) {
    if (parcel == null) {
      return null;
    }
    lane = parcel.lane;
    return parcel.item;
  }

  /** Takes the parcel itself, for a transport in another order. */
  @Nullable Parcel pollParcel() {
    return queue.poll();
  }

  /** Takes the parcel itself, waiting for it. */
  Parcel takeParcel() throws InterruptedException {
    return queue.take();
  }
}
