package dev.runnel.internal.stage;

import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The contender of the rings: a queue of {@code java.util.concurrent} for all producers. */
final class QueueTransport implements Transport {
  private final BlockingQueue<Object> queue;

  /**
   * Puts a queue under a stage.
   *
   * @param queue with room for all that the stage lets be ahead
   */
  QueueTransport(BlockingQueue<?> queue) {
    @SuppressWarnings("unchecked") // empty, and used here only
    BlockingQueue<Object> mine = (BlockingQueue<Object>) queue;
    this.queue = mine;
  }

  @Override
  public Lane open() {
    return (index, item) -> queue.add(item);
  }

  @Override
  public @Nullable Object poll() {
    return queue.poll();
  }

  @Override
  public Object take() throws InterruptedException {
    return queue.take();
  }

  @Override
  public void clear(Consumer<Object> dropped) {
    for (Object item = queue.poll(); item != null; item = queue.poll()) {
      dropped.accept(item);
    }
  }
}
