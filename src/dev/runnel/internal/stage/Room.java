package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;

/**
 * The bound of a stage: its feeder may have pulled at most so many elements more than the consumer
 * has handed down.
 *
 * <p>Neither side looks at a line of the other's for each element: the feeder is told a limit, and
 * the consumer publishes what it has handed down in batches, at the latest before it waits; a
 * feeder that waits resumes when a batch of places is free. Neither delays the other for ever:
 * while fewer than a batch are free, more than {@code bound - batch} elements are ahead, so at
 * least one of them is in no worker's hands, and it reaches the consumer.
 */
final class Room {
  private final long bound;
  private final long batch;
  private final Waiter feeder;

  /** Written by the consumer, read by the feeder: never more than was handed down. */
  private volatile long handed;

  /** Written by the feeder before it waits, read by the consumer after it wrote {@link #handed}. */
  private volatile long wanted;

  /**
   * Creates room.
   *
   * @param bound how many elements may be ahead
   * @param buffer the buffer among them; half of it is a batch
   * @param feeder where the feeder waits
   */
  Room(long bound, int buffer, Waiter feeder) {
    this.bound = bound;
    this.batch = Math.max(1, buffer / 2);
    this.feeder = feeder;
  }

  /** Waits until more than {@code pulled} may be pulled, and returns how many; feeder only. */
  long await(long pulled) throws InterruptedException {
    if (pulled - handed >= bound) {
      long resume = pulled - bound + batch;
      wanted = resume;
      feeder.await(() -> handed >= resume);
    }
    return handed + bound;
  }

  /** Notes how many the consumer has handed down so far; consumer only. */
  void handed(long count) {
    if (count - handed >= batch) {
      publish(count);
    }
  }

  /** Tells the feeder how many were handed down so far; consumer only, before it waits. */
  void publish(long count) {
    if (count > handed) {
      handed = count; // volatile, then wanted is read: the feeder writes wanted, then reads handed
      if (count >= wanted) {
        feeder.signal();
      }
    }
  }
}
