package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.channel.Sender;
import dev.runnel.internal.stage.Stages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** Terminal operations: they run the stream, here and now. */
sealed interface RunOps<T> permits Runnel {

  /**
   * Runs the stream and gives each element to {@code action}.
   *
   * <p><b>Order</b> upstream order, each element before the next is pulled. <b>Demand</b> pulls
   * all.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> looked at before anything is opened
   * and for each element; all is stopped, awaited and closed before the exception leaves.
   *
   * <p><b>Failure</b> what {@code action} throws ends the run like a failure of the stream.
   *
   * <p><b>Cost</b> nothing per element.
   *
   * {@snippet class=dev.runnel.ForEachTest region=example}
   *
   * @param action what to do with an element; may block and may throw
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code action} threw a checked exception, its cause
   * @throws NullPointerException if {@code action} is null
   */
  default void forEach(ThrowingConsumer<? super T> action) throws InterruptedException {
    requireNonNull(action, "action");
    run(
        "forEach",
        element -> {
          action.accept(element);
          return true;
        });
  }

  /**
   * Runs the stream and gives up to {@code parallelism} elements at once to {@code action}, each
   * call on a virtual thread; waits for all.
   *
   * <p><b>Order</b> none promised. <b>Demand</b> pulls all; at most {@code parallelism +
   * Runnel.DEFAULT_BUFFER} elements are pulled and their actions not ended yet.
   *
   * <p><b>Threads</b> a feeder pulls upstream, and up to {@code parallelism} workers, started by
   * need, run the action; never the calling thread, which waits. All end before this returns.
   * <b>Interruption</b> as {@link Runnel#forEach}; running actions are interrupted and awaited.
   *
   * <p><b>Failure</b> if an action fails, nothing new starts, what runs is interrupted at once and
   * awaited, then the failure is thrown. If upstream fails, the actions on all it gave before end
   * first.
   *
   * <p><b>Cost</b> a thread for the feeder and each worker, none per element; holds no results.
   *
   * {@snippet class=dev.runnel.ForEachParTest region=example}
   *
   * @param parallelism how many actions may run at once
   * @param action what to do with an element; may block and may throw; called on several threads at
   *     once
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code action} threw a checked exception, its cause
   * @throws NullPointerException if {@code action} is null
   */
  default void forEachPar(int parallelism, ThrowingConsumer<? super T> action)
      throws InterruptedException {
    forEachPar(parallelism, StageOptions.defaults(), action);
  }

  /**
   * As {@link #forEachPar(int, ThrowingConsumer)}, with options.
   *
   * @param parallelism how many actions may run at once
   * @param options the buffer, the name, the time to drain
   * @param action what to do with an element; may block and may throw; called on several threads at
   *     once
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code action} threw a checked exception, its cause
   * @throws NullPointerException if an argument is null
   */
  default void forEachPar(
      int parallelism, StageOptions options, ThrowingConsumer<? super T> action)
      throws InterruptedException {
    requireNonNull(action, "action");
    Runnel<Boolean> done =
        ParallelMap.of("forEachPar", (Runnel<T>) this, parallelism, options,
            element -> {
              action.accept(element);
              return true;
            },
            Stages::mapUnordered);
    Terminal.run("forEachPar", done, _ -> true);
  }

  /**
   * Runs the stream and sends each element to a channel, which is closed when the stream has ended,
   * and fails with what the run fails with. So receivers get all there was, and then learn how it
   * ended.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls an element when the one before it has been
   * accepted.
   *
   * <p><b>Threads</b> the calling thread; an end that belongs to one thread is released at the end.
   * <b>Interruption</b> as {@link Runnel#forEach}, also while waiting for room; the channel fails
   * with the exception.
   *
   * <p><b>Failure</b> if the channel is closed or cancelled by others, the run is stopped and fails
   * with the exception that holds the refused element.
   *
   * <p><b>Cost</b> the channel's.
   *
   * {@snippet class=dev.runnel.IntoChannelTest region=example}
   *
   * @param channel where to send to
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   * @throws dev.runnel.channel.ChannelException if the channel takes nothing any more
   * @throws NullPointerException if {@code channel} is null
   */
  default void intoChannel(Sender<? super T> channel) throws InterruptedException {
    requireNonNull(channel, "channel");
    try {
      run(
          "intoChannel",
          element -> {
            channel.send(element);
            return true;
          });
      channel.close();
    } catch (Throwable t) {
      Throwable cause = t.getCause();
      boolean _ = channel.fail(t instanceof RunnelException && cause != null ? cause : t);
      throw t;
    } finally {
      channel.release();
    }
  }

  /**
   * Runs the stream for its effects and drops the elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream is thrown.
   *
   * <p><b>Cost</b> nothing per element.
   *
   * {@snippet class=dev.runnel.DrainTest region=example}
   *
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default void drain() throws InterruptedException {
    run("drain", _ -> true);
  }

  /**
   * Runs the stream and returns its elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream is thrown and no elements are returned.
   *
   * <p><b>Cost</b> one growing array.
   *
   * {@snippet class=dev.runnel.ToListTest region=example}
   *
   * @return an unmodifiable list of all elements
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default List<T> toList() throws InterruptedException {
    List<T> elements = new ArrayList<>();
    run("toList", elements::add);
    return Collections.unmodifiableList(elements);
  }

  /**
   * Runs the stream and returns its distinct elements.
   *
   * <p><b>Order</b> the set iterates in the order in which elements first came. <b>Demand</b> pulls
   * all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream, or of an element's {@code hashCode} or {@code equals}, is
   * thrown.
   *
   * <p><b>Cost</b> one hash entry for each distinct element.
   *
   * {@snippet class=dev.runnel.ToSetTest region=example}
   *
   * @return an unmodifiable set of the elements
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default Set<T> toSet() throws InterruptedException {
    Set<T> elements = new LinkedHashSet<>();
    run(
        "toSet",
        element -> {
          elements.add(element);
          return true;
        });
    return Collections.unmodifiableSet(elements);
  }

  /**
   * Runs the stream into a {@link Collector}, as {@link java.util.stream.Stream#collect} does in a
   * sequential stream.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread; the collector's combiner is never called. The finisher
   * runs after all is closed. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or the collector is thrown.
   *
   * <p><b>Cost</b> the collector's.
   *
   * {@snippet class=dev.runnel.CollectTest region=example}
   *
   * @param <A> the type of the collector's container
   * @param <R> the type of the result
   * @param collector what to collect into
   * @return the collector's result
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   * @throws NullPointerException if {@code collector} is null
   */
  default <A, R> R collect(Collector<? super T, A, R> collector) throws InterruptedException {
    requireNonNull(collector, "collector");
    A container = collector.supplier().get();
    BiConsumer<A, ? super T> accumulator = collector.accumulator();
    run(
        "collect",
        element -> {
          accumulator.accept(container, element);
          return true;
        });
    return collector.finisher().apply(container);
  }

  /**
   * Runs the stream and combines its elements into one value, from {@code initial} on.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code function} is thrown, never a value made from the
   * elements before it; a {@code null} result of {@code function} is a failure.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.FoldTest region=example}
   *
   * @param <R> the type of the value
   * @param initial the value of a stream without elements
   * @param function gives the next value from the value so far and an element
   * @return the last value
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code function} threw a checked exception, its cause
   * @throws NullPointerException if an argument is null
   */
  default <R> R fold(R initial, ThrowingBiFunction<? super R, ? super T, ? extends R> function)
      throws InterruptedException {
    requireNonNull(function, "function");
    var fold =
        new Object() {
          R value = requireNonNull(initial, "initial");
        };
    run(
        "fold",
        element -> {
          fold.value = Elements.nonNull(function.apply(fold.value, element), "fold");
          return true;
        });
    return fold.value;
  }

  /**
   * Runs the stream and combines its elements into one, from the first on.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code function} is thrown; a {@code null} result of
   * {@code function} is a failure.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.ReduceTest region=example}
   *
   * @param function combines what came so far with the next element
   * @return the combination, or empty if the stream has no elements
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code function} threw a checked exception, its cause
   * @throws NullPointerException if {@code function} is null
   */
  default Optional<T> reduce(ThrowingBiFunction<? super T, ? super T, ? extends T> function)
      throws InterruptedException {
    requireNonNull(function, "function");
    Found<T> found = new Found<>();
    run(
        "reduce",
        element -> {
          T before = found.element;
          found.element =
              before == null
                  ? element
                  : Elements.nonNull(function.apply(before, element), "reduce");
          return true;
        });
    return Optional.ofNullable(found.element);
  }

  /**
   * Runs the stream and counts its elements. Every element is made, so all effects happen.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.CountTest region=example}
   *
   * @return the number of elements
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default long count() throws InterruptedException {
    var counted =
        new Object() {
          long elements;
        };
    run(
        "count",
        _ -> {
          counted.elements++;
          return true;
        });
    return counted.elements;
  }

  /**
   * Runs the stream up to its first element.
   *
   * <p><b>Demand</b> pulls at most one element; upstream is closed at once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> before the first element, or in closing, is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.FirstTest region=example}
   *
   * @return the first element, or empty if there is none
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default Optional<T> first() throws InterruptedException {
    Found<T> found = new Found<>();
    run("first", found::stopWith);
    return Optional.ofNullable(found.element);
  }

  /**
   * Runs the stream and returns its last element.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all; the stream must end.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream is thrown.
   *
   * <p><b>Cost</b> one object per run; holds one element.
   *
   * {@snippet class=dev.runnel.LastTest region=example}
   *
   * @return the last element, or empty if there is none
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default Optional<T> last() throws InterruptedException {
    Found<T> found = new Found<>();
    run(
        "last",
        element -> {
          found.element = element;
          return true;
        });
    return Optional.ofNullable(found.element);
  }

  /**
   * Runs a stream of exactly one element and returns it.
   *
   * <p><b>Demand</b> pulls until the end or the second element; then upstream is closed at once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.SingleTest region=example}
   *
   * @return the one element
   * @throws NoSuchElementException if the stream has no element
   * @throws IllegalStateException if the stream has more than one element
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream threw a checked exception, its cause
   */
  default T single() throws InterruptedException {
    var second =
        new Object() {
          boolean came;
        };
    Found<T> found = new Found<>();
    run(
        "single",
        element -> {
          second.came = found.element != null;
          found.element = element;
          return !second.came;
        });
    if (second.came) {
      throw new IllegalStateException("single() needs exactly one element, but there are more");
    }
    T element = found.element;
    if (element == null) {
      throw new NoSuchElementException("single() needs exactly one element, but there is none");
    }
    return element;
  }

  /**
   * Runs the stream up to the first element that matches.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls up to the match; upstream is closed at
   * once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code predicate} before the match is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.FindTest region=example}
   *
   * @param predicate tells whether an element matches; may block and may throw
   * @return the first match, or empty if there is none
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code predicate} threw a checked exception, its cause
   * @throws NullPointerException if {@code predicate} is null
   */
  default Optional<T> find(ThrowingPredicate<? super T> predicate) throws InterruptedException {
    return find("find", requireNonNull(predicate, "predicate"));
  }

  /**
   * Tells whether any element matches; {@code false} for a stream without elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls up to the first match; upstream is closed
   * at once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code predicate} before the match is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.AnyMatchTest region=example}
   *
   * @param predicate tells whether an element matches; may block and may throw
   * @return whether an element matches
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code predicate} threw a checked exception, its cause
   * @throws NullPointerException if {@code predicate} is null
   */
  default boolean anyMatch(ThrowingPredicate<? super T> predicate) throws InterruptedException {
    return find("anyMatch", requireNonNull(predicate, "predicate")).isPresent();
  }

  /**
   * Tells whether all elements match; {@code true} for a stream without elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls up to the first element that does not
   * match; upstream is closed at once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code predicate} before that is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.AllMatchTest region=example}
   *
   * @param predicate tells whether an element matches; may block and may throw
   * @return whether all elements match
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code predicate} threw a checked exception, its cause
   * @throws NullPointerException if {@code predicate} is null
   */
  default boolean allMatch(ThrowingPredicate<? super T> predicate) throws InterruptedException {
    requireNonNull(predicate, "predicate");
    return find("allMatch", element -> !predicate.test(element)).isEmpty();
  }

  /**
   * Tells whether no element matches; {@code true} for a stream without elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls up to the first match; upstream is closed
   * at once.
   *
   * <p><b>Threads</b> the calling thread. <b>Interruption</b> as {@link Runnel#forEach}.
   *
   * <p><b>Failure</b> of the stream or of {@code predicate} before the match is thrown.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.NoneMatchTest region=example}
   *
   * @param predicate tells whether an element matches; may block and may throw
   * @return whether no element matches
   * @throws InterruptedException if the calling thread is interrupted before the run or during it
   * @throws RunnelException if the stream or {@code predicate} threw a checked exception, its cause
   * @throws NullPointerException if {@code predicate} is null
   */
  default boolean noneMatch(ThrowingPredicate<? super T> predicate) throws InterruptedException {
    return find("noneMatch", requireNonNull(predicate, "predicate")).isEmpty();
  }

  private Optional<T> find(String name, ThrowingPredicate<? super T> predicate)
      throws InterruptedException {
    Found<T> found = new Found<>();
    run(name, element -> !predicate.test(element) || found.stopWith(element));
    return Optional.ofNullable(found.element);
  }

  private void run(String name, Step<? super T> step) throws InterruptedException {
    Terminal.run(name, (Runnel<T>) this, step);
  }
}

/** The element that a terminal operation has found so far. */
final class Found<T> {
  @Nullable T element;

  /** Keeps the element and says stop. */
  boolean stopWith(T found) {
    element = found;
    return false;
  }
}
