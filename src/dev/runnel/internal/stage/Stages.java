package dev.runnel.internal.stage;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Opens concurrent stages: each starts its feeders in the segment of the thread that will consume
 * it.
 */
public final class Stages {
  private Stages() {}

  /**
   * Runs a source on a thread of its own, ahead of the consumer.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param source what to run
   * @param buffer how many elements may wait; one more may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> prefetch(
      Segment segment, Upstream.Source<T> source, int buffer) {
    return new MergeStage<T>(segment, "runnel prefetch", List.of(source), buffer, true).start();
  }

  /**
   * Runs a source on a thread of its own, and interrupts it after a time.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param source what to run
   * @param time after which the stage fails
   * @param failure makes the failure from what was running
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> timeout(
      Segment segment,
      Upstream.Source<T> source,
      Duration time,
      Function<String, Throwable> failure) {
    MergeStage<T> stage = new MergeStage<>(segment, "runnel timeout", List.of(source), 1, true);
    ConcurrentStage<T> started = stage.start();
    stage.failAfter(segment.clock(), time, failure);
    return started;
  }

  /**
   * Runs several sources at once, each on a thread of its own.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param sources what to run
   * @param buffer how many elements of each source may wait; one more of each may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> merge(
      Segment segment, List<? extends Upstream.Source<? extends T>> sources, int buffer) {
    return new MergeStage<T>(segment, "runnel merge", sources, buffer, false).start();
  }

  /**
   * Runs a function on up to {@code parallelism} elements at once and gives the results as they
   * come.
   *
   * @param <T> the type of the elements
   * @param <R> the type of the results
   * @param segment the consumer's segment
   * @param source where the elements come from
   * @param parallelism how many functions may run at once
   * @param buffer how many more elements may be pulled and not handed down
   * @param mapping the function
   * @return the open stage
   */
  public static <T, R> ConcurrentStage<R> mapUnordered(
      Segment segment,
      Upstream.Source<T> source,
      int parallelism,
      int buffer,
      Mapping<? super T, ? extends R> mapping) {
    String name = "runnel parEvalMapUnordered";
    return new MapStage<T, R>(segment, name, source, parallelism, buffer, false,
        new RingTransport(), mapping).start();
  }

  /**
   * Runs a function on up to {@code parallelism} elements at once and gives the results in the
   * order of the source.
   *
   * @param <T> the type of the elements
   * @param <R> the type of the results
   * @param segment the consumer's segment
   * @param source where the elements come from
   * @param parallelism how many functions may run at once
   * @param buffer how many more elements may be pulled and not handed down
   * @param mapping the function
   * @return the open stage
   */
  public static <T, R> ConcurrentStage<R> mapOrdered(
      Segment segment,
      Upstream.Source<T> source,
      int parallelism,
      int buffer,
      Mapping<? super T, ? extends R> mapping) {
    String name = "runnel parEvalMap";
    return new MapStage<T, R>(segment, name, source, parallelism, buffer, true,
        new WindowTransport(), mapping).start();
  }
}
