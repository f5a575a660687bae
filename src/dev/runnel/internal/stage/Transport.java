package dev.runnel.internal.stage;

import org.jspecify.annotations.Nullable;

/**
 * Carries elements and {@linkplain Signal signals} from the threads of a stage to its one consumer.
 * Room is no concern of it: a stage puts at most its bound, so {@link #put} never waits and never
 * refuses. Each lane is put to by one thread at a time, and a lane's items keep their order.
 */
interface Transport {

  /**
   * Puts an item; does not wait.
   *
   * @param lane the producer
   * @param index the place in the source's order
   * @param item an element or a signal
   */
  void put(int lane, long index, Object item);

  /** Takes the next item if one is there, else returns null; consumer only. */
  @Nullable Object poll();

  /**
   * Takes the next item, waiting for it; consumer only.
   *
   * @throws InterruptedException if the consumer is interrupted while none is there
   */
  Object take() throws InterruptedException;

  /** The lane of the item that was taken last; consumer only. */
  int lane();

  /** Drops all items; consumer only, after the last producer has ended. */
  void clear();
}
