package dev.runnel.internal.stage;

import dev.runnel.internal.stage.FanInStage.Closing;
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
    return new MergeStage<T>(segment, "runnel prefetch")
        .with(source, buffer, Closing.WITH_STAGE)
        .start();
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
    MergeStage<T> stage =
        new MergeStage<T>(segment, "runnel timeout").with(source, 1, Closing.WITH_STAGE);
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
      Segment segment, List<Upstream.Source<T>> sources, int buffer) {
    MergeStage<T> stage = new MergeStage<>(segment, "runnel merge");
    sources.forEach(source -> stage.with(source, buffer, Closing.WHEN_END_IS_TAKEN));
    return stage.start();
  }

  /**
   * Runs two sources at once, each on a thread of its own, and ends when a named one ends.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param left one source
   * @param leftHalts whether its end ends the stage
   * @param right the other source
   * @param rightHalts whether its end ends the stage
   * @param buffer how many elements of each source may wait; one more of each may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> mergeHalting(
      Segment segment,
      Upstream.Source<T> left,
      boolean leftHalts,
      Upstream.Source<T> right,
      boolean rightHalts,
      int buffer) {
    return new MergeStage<T>(segment, "runnel merge")
        .with(left, buffer, Closing.WHEN_END_IS_TAKEN, leftHalts)
        .with(right, buffer, Closing.WHEN_END_IS_TAKEN, rightHalts)
        .start();
  }

  /**
   * Runs a source on a thread of its own, and beside it another one whose elements are not wanted;
   * ends when the first one ends.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param foreground what to give
   * @param background what to run beside it; gives no elements
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> concurrently(
      Segment segment, Upstream.Source<T> foreground, Upstream.Source<T> background) {
    return new MergeStage<T>(segment, "runnel concurrently")
        .with(foreground, 1, Closing.WITH_STAGE, true)
        .with(background, 1, Closing.AT_END, false)
        .start();
  }

  /**
   * Runs up to so many sources at once as a source of sources gives them, each on a thread of its
   * own.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param sources gives what to run
   * @param parallelism how many may be open at once
   * @param buffer how many elements of each may wait; one more of each may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> join(
      Segment segment,
      Upstream.Source<Upstream.Source<T>> sources,
      int parallelism,
      int buffer) {
    return new JoinStage<T>(segment, "runnel join", sources, parallelism, buffer).start();
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
