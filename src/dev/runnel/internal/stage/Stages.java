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
   * @param settings of the stage; one element more than the buffer may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> prefetch(
      Segment segment, Upstream.Source<T> source, StageSettings settings) {
    return new MergeStage<T>(segment, settings).with(source, Closing.WITH_STAGE).start();
  }

  /**
   * Runs a source on a thread of its own, and interrupts it after a time.
   *
   * @param <T> the type of the elements
   * @param segment the consumer's segment
   * @param source what to run
   * @param settings of the stage
   * @param time after which the stage fails
   * @param failure makes the failure from what was running
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> timeout(
      Segment segment,
      Upstream.Source<T> source,
      StageSettings settings,
      Duration time,
      Function<String, Throwable> failure) {
    MergeStage<T> stage = new MergeStage<T>(segment, settings).with(source, Closing.WITH_STAGE);
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
   * @param settings of the stage; of each source one element more than the buffer may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> merge(
      Segment segment, List<Upstream.Source<T>> sources, StageSettings settings) {
    MergeStage<T> stage = new MergeStage<>(segment, settings);
    sources.forEach(source -> stage.with(source, Closing.WHEN_END_IS_TAKEN));
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
   * @param settings of the stage; of each source one element more than the buffer may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> mergeHalting(
      Segment segment,
      Upstream.Source<T> left,
      boolean leftHalts,
      Upstream.Source<T> right,
      boolean rightHalts,
      StageSettings settings) {
    return new MergeStage<T>(segment, settings)
        .with(left, Closing.WHEN_END_IS_TAKEN, leftHalts)
        .with(right, Closing.WHEN_END_IS_TAKEN, rightHalts)
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
   * @param settings of the stage; of each source one element more than the buffer may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> concurrently(
      Segment segment,
      Upstream.Source<T> foreground,
      Upstream.Source<T> background,
      StageSettings settings) {
    return new MergeStage<T>(segment, settings)
        .with(foreground, Closing.WITH_STAGE, true)
        .with(background, Closing.AT_END, false)
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
   * @param settings of the stage; of each source one element more than the buffer may be on its way
   * @return the open stage
   */
  public static <T> ConcurrentStage<T> join(
      Segment segment,
      Upstream.Source<Upstream.Source<T>> sources,
      int parallelism,
      StageSettings settings) {
    return new JoinStage<T>(segment, settings, sources, parallelism).start();
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
   * @param settings of the stage; so many more elements may be pulled and not handed down
   * @param mapping the function
   * @return the open stage
   */
  public static <T, R> ConcurrentStage<R> mapUnordered(
      Segment segment,
      Upstream.Source<T> source,
      int parallelism,
      StageSettings settings,
      Mapping<? super T, ? extends R> mapping) {
    return new MapStage<T, R>(segment, settings, source, parallelism, false,
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
   * @param settings of the stage; so many more elements may be pulled and not handed down
   * @param mapping the function
   * @return the open stage
   */
  public static <T, R> ConcurrentStage<R> mapOrdered(
      Segment segment,
      Upstream.Source<T> source,
      int parallelism,
      StageSettings settings,
      Mapping<? super T, ? extends R> mapping) {
    return new MapStage<T, R>(segment, settings, source, parallelism, true,
        new WindowTransport(), mapping).start();
  }
}
