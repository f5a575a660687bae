package dev.runnel.internal.stage;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;

/** Opens stages over queues, as {@link Stages} does over rings. */
public final class QueueStages {
  private QueueStages() {}

  /**
   * As the shipped one, but for what carries the results.
   *
   * @param <T> the type of the elements
   * @param <R> the type of the results
   * @param segment the consumer's segment
   * @param source where the elements come from
   * @param parallelism how many functions may run at once
   * @param buffer how many more elements may be pulled and not handed down
   * @param queue carries the results; with room for all that may be ahead
   * @param mapping the function
   * @return the open stage
   */
  public static <T, R> ConcurrentStage<R> mapUnordered(
      Segment segment,
      Upstream.Source<T> source,
      int parallelism,
      int buffer,
      BlockingQueue<?> queue,
      Mapping<? super T, ? extends R> mapping) {
    StageSettings settings = StageSettings.of("queue", buffer, Duration.ZERO);
    return new MapStage<T, R>(segment, settings, source, parallelism, false,
        new QueueTransport(queue), mapping).start();
  }
}
