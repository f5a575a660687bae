package dev.runnel.internal.stage;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries elements and {@linkplain Signal signals} from the threads of a stage to its one consumer.
 * Room is no concern of it: a stage puts at most its bound, so a put never waits and never is
 * refused.
 */
interface Transport {

  /** Opens a way into the transport; any thread. */
  Lane open();

  /**
   * Makes room for the item of an index; the feeder only, in ascending order, before the index is
   * known to anybody who may put.
   *
   * @param index the place in the source's order
   */
  default void expect(long index) {}

  /** Takes the next item if one is there, else returns null; consumer only. */
  @Nullable Object poll();

  /**
   * Takes the next item, waiting for it; consumer only.
   *
   * @throws InterruptedException if the consumer is interrupted while none is there
   */
  Object take() throws InterruptedException;

  /** Empties it; consumer only, after the last producer has ended. */
  void clear(Consumer<Object> dropped);

  /** A way into a transport: of one thread at a time. Its items keep their order. */
  @FunctionalInterface
  interface Lane {

    /**
     * Puts an item; does not wait.
     *
     * @param index the place in the source's order
     * @param item an element or a signal
     */
    void put(long index, Object item);
  }
}
