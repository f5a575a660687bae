package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;
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
    return parEvalMap(parallelism, StageOptions.defaults().withBuffer(buffer), function);
  }

  /**
   * As {@link #parEvalMap(int, int, ThrowingFunction)}, with options.
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once
   * @param options the buffer, the name, the time to drain
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  default <R> Runnel<R> parEvalMap(
      int parallelism, StageOptions options, ThrowingFunction<? super T, ? extends R> function) {
    return ParallelMap.of("parEvalMap", (Runnel<T>) this, parallelism, options, function,
        Stages::mapOrdered);
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
    return parEvalMapUnordered(parallelism, StageOptions.defaults().withBuffer(buffer), function);
  }

  /**
   * As {@link #parEvalMapUnordered(int, int, ThrowingFunction)}, with options.
   *
   * @param <R> the type of the results
   * @param parallelism how many functions may run at once
   * @param options the buffer, the name, the time to drain
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  default <R> Runnel<R> parEvalMapUnordered(
      int parallelism, StageOptions options, ThrowingFunction<? super T, ? extends R> function) {
    return ParallelMap.of("parEvalMapUnordered", (Runnel<T>) this, parallelism, options, function,
        Stages::mapUnordered);
  }

  /**
   * Applies {@code function} to every element as soon as it was pulled, however many run already,
   * and emits the results in upstream order.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> no bound: pulls as fast as upstream gives, so use
   * it only over few elements or a slow source.
   *
   * <p><b>Threads</b> a feeder pulls upstream; workers are started by need, one for each function
   * that runs at the same time. All end before the run does. <b>Interruption</b> and <b>failure</b>
   * as {@link #parEvalMap(int, int, ThrowingFunction)}.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element; memory for
   * all results that were not handed down yet.
   *
   * {@snippet class=dev.runnel.ParEvalMapUnboundedTest region=example}
   *
   * @param <R> the type of the results
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMapUnbounded(ThrowingFunction<? super T, ? extends R> function) {
    return parEvalMap(Integer.MAX_VALUE, Integer.MAX_VALUE, function);
  }

  /**
   * Applies {@code function} to every element as soon as it was pulled, however many run already,
   * and emits each result as soon as it is there.
   *
   * <p><b>Order</b> none promised. <b>Demand</b> no bound: pulls as fast as upstream gives, so use
   * it only over few elements or a slow source.
   *
   * <p><b>Threads</b> a feeder pulls upstream; workers are started by need, one for each function
   * that runs at the same time. All end before the run does. <b>Interruption</b> and <b>failure</b>
   * as {@link #parEvalMapUnordered(int, int, ThrowingFunction)}.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element; memory for
   * all results that were not handed down yet.
   *
   * {@snippet class=dev.runnel.ParEvalMapUnorderedUnboundedTest region=example}
   *
   * @param <R> the type of the results
   * @param function maps an element; may block and may throw; called on several threads at once
   * @return a stream of the results
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> parEvalMapUnorderedUnbounded(
      ThrowingFunction<? super T, ? extends R> function) {
    return parEvalMapUnordered(Integer.MAX_VALUE, Integer.MAX_VALUE, function);
  }

  /**
   * Tests up to {@code parallelism} elements at once and emits those that match, in upstream order,
   * with a buffer of {@link Runnel#DEFAULT_BUFFER}.
   *
   * <p><b>Order</b> upstream order; a slow test holds back the elements after it, whose tests go on
   * to run up to the bound. <b>Demand</b> at most {@code parallelism + Runnel.DEFAULT_BUFFER}
   * elements are pulled and neither handed down nor left out yet.
   *
   * <p><b>Threads</b>, <b>interruption</b> and <b>failure</b> as {@link #parEvalMap(int, int,
   * ThrowingFunction)}.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element.
   *
   * {@snippet class=dev.runnel.ParFilterTest region=example}
   *
   * @param parallelism how many tests may run at once
   * @param predicate tells which elements to emit; may block and may throw; called on several
   *     threads at once
   * @return a stream of the elements that match
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code predicate} is null
   */
  default Runnel<T> parFilter(int parallelism, ThrowingPredicate<? super T> predicate) {
    return parFilter(parallelism, StageOptions.defaults(), predicate);
  }

  /**
   * As {@link #parFilter(int, ThrowingPredicate)}, with options.
   *
   * @param parallelism how many tests may run at once
   * @param options the buffer, the name, the time to drain
   * @param predicate tells which elements to emit; may block and may throw; called on several
   *     threads at once
   * @return a stream of the elements that match
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  default Runnel<T> parFilter(
      int parallelism, StageOptions options, ThrowingPredicate<? super T> predicate) {
    requireNonNull(predicate, "predicate");
    Runnel<Object> verdicts =
        ParallelMap.of("parFilter", (Runnel<T>) this, parallelism, options,
            element -> predicate.test(element) ? element : ParallelFilter.LEFT_OUT,
            Stages::mapOrdered);
    return new Runnel<>(segment -> ParallelFilter.open(verdicts, segment), true);
  }

  /**
   * Gives up to {@code parallelism} elements at once to {@code action}, and emits each after its
   * action has ended, in upstream order, with a buffer of {@link Runnel#DEFAULT_BUFFER}.
   *
   * <p><b>Order</b> upstream order; a slow action holds back the elements after it, whose actions
   * go on to run up to the bound. <b>Demand</b> at most {@code parallelism + Runnel.DEFAULT_BUFFER}
   * elements are pulled and not handed down yet.
   *
   * <p><b>Threads</b>, <b>interruption</b> and <b>failure</b> as {@link #parEvalMap(int, int,
   * ThrowingFunction)}.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker per run, none per element.
   *
   * {@snippet class=dev.runnel.ParTapTest region=example}
   *
   * @param parallelism how many actions may run at once
   * @param action what to do with an element; may block and may throw; called on several threads at
   *     once
   * @return a stream of the same elements
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code action} is null
   */
  default Runnel<T> parTap(int parallelism, ThrowingConsumer<? super T> action) {
    return parTap(parallelism, StageOptions.defaults(), action);
  }

  /**
   * As {@link #parTap(int, ThrowingConsumer)}, with options.
   *
   * @param parallelism how many actions may run at once
   * @param options the buffer, the name, the time to drain
   * @param action what to do with an element; may block and may throw; called on several threads at
   *     once
   * @return a stream of the same elements
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  default Runnel<T> parTap(
      int parallelism, StageOptions options, ThrowingConsumer<? super T> action) {
    requireNonNull(action, "action");
    return ParallelMap.of("parTap", (Runnel<T>) this, parallelism, options,
        element -> {
          action.accept(element);
          return element;
        },
        Stages::mapOrdered);
  }
}

/** What {@code parFilter} sends through the boundary, and takes out below it. */
final class ParallelFilter {
  /** In the place of an element that did not match. */
  static final Object LEFT_OUT = new Object();

  private ParallelFilter() {}

  @SuppressWarnings("unchecked") // an item that is not LEFT_OUT is the element itself
  static <T> Cursor<T> open(Runnel<Object> verdicts, Segment segment) throws Exception {
    Segment.Discards hook = segment.discards();
    Segment above = hook == null ? segment : segment.withDiscards(item -> {
      if (item != LEFT_OUT) {
        hook.accept(item);
      }
    });
    return (Cursor<T>) FusedCursor.filter(verdicts.open(above), item -> item != LEFT_OUT);
  }
}
