package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Mapping;
import dev.runnel.internal.stage.Stages;

/** Operators that run a function on many elements at once, each call on a virtual thread. */
sealed interface ParallelOps<T> permits Runnel {

  /**
   * Applies {@code function} to up to {@code parallelism} elements at once and emits the results in
   * upstream order, with a buffer of {@link Runnel#DEFAULT_BUFFER}; see {@link #parEvalMap(int,
   * int, ThrowingFunction)}.
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMap(
      int parallelism, ThrowingFunction<? super T, ? extends R> function) {
    return parEvalMap(parallelism, Runnel.DEFAULT_BUFFER, function);
  }

  /**
   * Applies {@code function} to up to {@code parallelism} elements at once and emits the results in
   * upstream order.
   *
   * <p><b>Order</b> upstream order; a slow element holds back the results after it, whose functions
   * go on to run up to the bound. <b>Demand</b> at most {@code parallelism + buffer} elements are
   * pulled and not handed down yet; among them at most {@code parallelism} functions run, and as
   * many do when there is work.
   *
   * <p><b>Threads</b> a feeder pulls upstream, and up to {@code parallelism} workers, started by
   * need, run the function; never the feeder nor the pulling thread. All end before the run does.
   * <b>Interruption</b> an interrupt of the pulling thread ends its wait with an {@link
   * InterruptedException}. When the run stops early, running functions are interrupted and awaited;
   * what they throw then is no failure.
   *
   * <p><b>Failure</b> if the function fails on an element, nothing new starts, functions on later
   * elements are interrupted at once, those on earlier ones finish and their results are delivered,
   * then the failure; an earlier element that fails meanwhile takes its place. If upstream fails,
   * all it gave before is mapped and delivered first.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element.
   *
   * {@snippet class=dev.runnel.ParEvalMapTest region=example}
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once; {@link Integer#MAX_VALUE} allocates by
   *     need
   * @param buffer how many more elements may be pulled and not handed down
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1} or {@code buffer < 1}, before
   *     anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMap(
      int parallelism, int buffer, ThrowingFunction<? super T, ? extends R> function) {
    Runnel<T> self = (Runnel<T>) this;
    Mapping<T, R> mapping = ParallelMap.mapping(parallelism, buffer, function, "parEvalMap");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.mapOrdered(
            segment, BoundaryCursor.source(self), parallelism, buffer, mapping)),
        true);
  }

  /**
   * Applies {@code function} to up to {@code parallelism} elements at once and emits each result as
   * soon as it is there, with a buffer of {@link Runnel#DEFAULT_BUFFER}; see {@link
   * #parEvalMapUnordered(int, int, ThrowingFunction)}.
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMapUnordered(
      int parallelism, ThrowingFunction<? super T, ? extends R> function) {
    return parEvalMapUnordered(parallelism, Runnel.DEFAULT_BUFFER, function);
  }

  /**
   * Applies {@code function} to up to {@code parallelism} elements at once and emits each result as
   * soon as it is there.
   *
   * <p><b>Order</b> none promised. <b>Demand</b> at most {@code parallelism + buffer} elements are
   * pulled and not handed down yet; among them at most {@code parallelism} functions run, and as
   * many do when there is work. A slow function holds back no other element.
   *
   * <p><b>Threads</b> a feeder pulls upstream, and up to {@code parallelism} workers, started by
   * need, run the function; never the feeder nor the pulling thread. All end before the run does.
   * <b>Interruption</b> an interrupt of the pulling thread ends its wait with an {@link
   * InterruptedException}. When the run stops early, running functions are interrupted and awaited;
   * what they throw then is no failure.
   *
   * <p><b>Failure</b> if the function fails, nothing new starts and what runs is interrupted at
   * once, also while upstream is silent; results that were there before are delivered, then the
   * failure. If upstream fails, all it gave before is mapped and delivered first.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element.
   *
   * {@snippet class=dev.runnel.ParEvalMapUnorderedTest region=example}
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once; {@link Integer#MAX_VALUE} allocates by
   *     need
   * @param buffer how many more elements may be pulled and not handed down
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1} or {@code buffer < 1}, before
   *     anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMapUnordered(
      int parallelism, int buffer, ThrowingFunction<? super T, ? extends R> function) {
    Runnel<T> self = (Runnel<T>) this;
    Mapping<T, R> mapping =
        ParallelMap.mapping(parallelism, buffer, function, "parEvalMapUnordered");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.mapUnordered(
            segment, BoundaryCursor.source(self), parallelism, buffer, mapping)),
        true);
  }
}

/** What the concurrent maps check and how they call the function. */
final class ParallelMap {
  private ParallelMap() {}

  static <T, R> Mapping<T, R> mapping(
      int parallelism,
      int buffer,
      ThrowingFunction<? super T, ? extends R> function,
      String operator) {
    requireNonNull(function, "function");
    Counts.positive(parallelism, "parallelism");
    Counts.positive(buffer, "buffer");
    return element -> Elements.nonNull(function.apply(element), operator);
  }
}
