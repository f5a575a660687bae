package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.channel.Channel;
import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.stage.Segment;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The static sources of {@link Runnel}. */
abstract sealed class Sources extends ResourceSources permits Runnel {

  /**
   * Emits one element.
   *
   * <p><b>Order</b> one element. <b>Demand</b> none upstream, there is no upstream.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before the
   * element.
   *
   * <p><b>Failure</b> none. <b>Cost</b> one object per run.
   *
   * @param <T> the type of the element
   * @param element the element
   * @return a stream of the element
   * @throws NullPointerException if {@code element} is null
   */
  public static <T> Runnel<T> of(T element) {
    return array(new Object[] {element});
  }

  /**
   * Emits the given elements.
   *
   * <p><b>Order</b> as given. <b>Demand</b> one element for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * pull, and at least every 64 elements when all are pushed through.
   *
   * <p><b>Failure</b> none. <b>Cost</b> one copy of the array, at assembly; one object per run.
   *
   * {@snippet class=dev.runnel.OfTest region=example}
   *
   * @param <T> the type of the elements
   * @param elements the elements; copied
   * @return a stream of the elements
   * @throws NullPointerException if the array or an element is null
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static <T> Runnel<T> of(T... elements) {
    return array(Arrays.copyOf(elements, elements.length, Object[].class));
  }

  /**
   * Creates a channel that holds a number of elements, for any number of senders and receivers: as
   * {@link Channel#bounded(int)}, where its other flavours are too.
   *
   * {@snippet class=dev.runnel.ChannelTest region=example}
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  public static <T> Channel<T> channel(int capacity) {
    return Channel.bounded(capacity);
  }

  /**
   * Emits nothing.
   *
   * <p><b>Order</b>, <b>Demand</b> none. <b>Threads</b> the pulling thread; starts none.
   *
   * <p><b>Interruption</b> adds no wait. <b>Failure</b> none. <b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.EmptyTest region=example}
   *
   * @param <T> the type of the elements that are not there
   * @return a stream that is at its end
   */
  public static <T> Runnel<T> empty() {
    return array(new Object[0]);
  }

  /**
   * Emits the elements of a collection, or of anything else that can be iterated over.
   *
   * <p><b>Order</b> the order of the iterator. <b>Demand</b> asks the iterator for one element for
   * each pull. Each run takes an iterator of its own, at the first pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * element.
   *
   * <p><b>Failure</b> what the iterator throws passes unwrapped; a {@code null} element is a {@link
   * NullPointerException}. <b>Cost</b> one object per run beside the iterator.
   *
   * {@snippet class=dev.runnel.FromTest region=example}
   *
   * @param <T> the type of the elements
   * @param elements what to iterate over, not copied
   * @return a stream of the elements
   * @throws NullPointerException if {@code elements} is null
   */
  public static <T> Runnel<T> from(Iterable<? extends T> elements) {
    requireNonNull(elements, "elements");
    Opener<T> opener = segment -> new IteratorCursor<>(segment, "from", elements::iterator);
    return new Runnel<>(Opener.Pure.when(Elements.iterateWithoutUserCode(elements), opener), false);
  }

  /**
   * Emits the elements of an iterator that is made afresh for each run.
   *
   * <p><b>Order</b> the order of the iterator. <b>Demand</b> asks the iterator for one element for
   * each pull; the iterator is made at the first.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * element.
   *
   * <p><b>Failure</b> what {@code iterator} or the iterator throws passes unwrapped; a {@code null}
   * element is a {@link NullPointerException}. <b>Cost</b> one object per run beside the iterator.
   *
   * {@snippet class=dev.runnel.FromIteratorTest region=example}
   *
   * @param <T> the type of the elements
   * @param iterator makes the iterator; it has to give a new one each time
   * @return a stream of the elements
   * @throws NullPointerException if {@code iterator} is null
   */
  public static <T> Runnel<T> fromIterator(Callable<? extends Iterator<? extends T>> iterator) {
    requireNonNull(iterator, "iterator");
    return iterating("fromIterator", iterator);
  }

  /**
   * Calls once and emits the result.
   *
   * <p><b>Order</b> one element. <b>Demand</b> calls at the first pull, not at assembly; once per
   * run.
   *
   * <p><b>Threads</b> the pulling thread calls. <b>Interruption</b> looked at before the call,
   * which is interrupted with the thread.
   *
   * <p><b>Failure</b> what {@code call} throws passes unwrapped; a {@code null} result is a {@link
   * NullPointerException}. <b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.FromCallableTest region=example}
   *
   * @param <T> the type of the result
   * @param call may block and may throw
   * @return a stream of the one result
   * @throws NullPointerException if {@code call} is null
   */
  public static <T> Runnel<T> fromCallable(Callable<? extends T> call) {
    requireNonNull(call, "call");
    return new Runnel<>(segment -> new CallCursor<T>(segment, call), false);
  }

  /**
   * Emits {@code seed}, {@code next} of it, {@code next} of that, and so on without end.
   *
   * <p><b>Order</b> as computed. <b>Demand</b> computes an element when it is pulled, none ahead.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * element.
   *
   * <p><b>Failure</b> what {@code next} throws passes unwrapped; a {@code null} result is a {@link
   * NullPointerException}. <b>Cost</b> one object per run, which holds the last element.
   *
   * {@snippet class=dev.runnel.IterateTest region=example}
   *
   * @param <T> the type of the elements
   * @param seed the first element, the same object in each run
   * @param next computes an element from the one before
   * @return an endless stream
   * @throws NullPointerException if an argument is null
   */
  public static <T> Runnel<T> iterate(T seed, ThrowingFunction<? super T, ? extends T> next) {
    return iterate(seed, element -> true, next);
  }

  /**
   * Emits {@code seed}, {@code next} of it, {@code next} of that, and so on; ends before the first
   * element that {@code hasNext} does not match. As {@link #iterate(Object, ThrowingFunction)} in
   * every other respect.
   *
   * {@snippet class=dev.runnel.IterateTest region=bounded}
   *
   * @param <T> the type of the elements
   * @param seed the first element if it matches, the same object in each run
   * @param hasNext tells whether an element is still one of the stream
   * @param next computes an element from the one before
   * @return a stream of the elements
   * @throws NullPointerException if an argument is null
   */
  public static <T> Runnel<T> iterate(
      T seed,
      ThrowingPredicate<? super T> hasNext,
      ThrowingFunction<? super T, ? extends T> next) {
    requireNonNull(seed, "seed");
    requireNonNull(hasNext, "hasNext");
    requireNonNull(next, "next");
    return new Runnel<>(segment -> new IterateCursor<>(segment, seed, hasNext, next), false);
  }

  /**
   * Emits what {@code step} makes of a state, over and over: it gives an element and the next
   * state, or nothing to end.
   *
   * <p><b>Order</b> as computed. <b>Demand</b> one call of {@code step} for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * call.
   *
   * <p><b>Failure</b> what {@code step} throws passes unwrapped; a {@code null} result is a {@link
   * NullPointerException}. <b>Cost</b> one object per run, which holds the state.
   *
   * {@snippet class=dev.runnel.UnfoldTest region=example}
   *
   * @param <S> the type of the state
   * @param <T> the type of the elements
   * @param initial the first state, the same object in each run
   * @param step gives the element and the next state, or empty at the end
   * @return a stream of the elements
   * @throws NullPointerException if an argument is null
   */
  public static <S, T> Runnel<T> unfold(
      S initial,
      ThrowingFunction<? super S, Optional<? extends Pair<? extends T, ? extends S>>> step) {
    requireNonNull(initial, "initial");
    requireNonNull(step, "step");
    return new Runnel<>(segment -> new UnfoldCursor<S, T>(segment, initial, step), false);
  }

  /**
   * Calls for each element, without end.
   *
   * <p><b>Order</b> as called. <b>Demand</b> one call for each pull.
   *
   * <p><b>Threads</b> the pulling thread calls. <b>Interruption</b> looked at before each call,
   * which is interrupted with the thread.
   *
   * <p><b>Failure</b> what {@code call} throws passes unwrapped; a {@code null} result is a {@link
   * NullPointerException}. <b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.GenerateTest region=example}
   *
   * @param <T> the type of the elements
   * @param call gives an element; may block and may throw
   * @return an endless stream
   * @throws NullPointerException if {@code call} is null
   */
  public static <T> Runnel<T> generate(Callable<? extends T> call) {
    requireNonNull(call, "call");
    return new Runnel<>(segment -> new GenerateCursor<T>(segment, call), false);
  }

  /**
   * Fails.
   *
   * <p><b>Order</b>, <b>Demand</b> fails at the first pull. <b>Threads</b> the pulling thread;
   * starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> throws {@code failure}, the same object in each run. <b>Cost</b> one object
   * per run.
   *
   * {@snippet class=dev.runnel.FailedTest region=example}
   *
   * @param <T> the type of the elements that are not there
   * @param failure what to throw
   * @return a stream that fails
   * @throws NullPointerException if {@code failure} is null
   */
  public static <T> Runnel<T> failed(Exception failure) {
    requireNonNull(failure, "failure");
    return generate(
        () -> {
          throw failure;
        });
  }

  /**
   * Emits nothing and does not end.
   *
   * <p><b>Order</b>, <b>Demand</b> none. <b>Threads</b> the pulling thread waits.
   *
   * <p><b>Interruption</b> the first pull waits until the thread is interrupted; so does a pull
   * that begins with the thread interrupted, for no time. <b>Failure</b> none. <b>Cost</b> one
   * object per run.
   *
   * {@snippet class=dev.runnel.NeverTest region=example}
   *
   * @param <T> the type of the elements that are not there
   * @return a stream that waits
   */
  public static <T> Runnel<T> never() {
    return new Runnel<>(segment -> new NeverCursor<T>(segment), false);
  }

  /**
   * Makes a stream for each run, when the first element is asked for, and emits its elements. A
   * stream that goes on with a deferred one, which goes on with a deferred one, and so on, as deep
   * as it likes, needs no stack and no memory for that.
   *
   * <p><b>Order</b>, <b>Demand</b> as the stream that is made; it is made at the first pull.
   *
   * <p><b>Threads</b> the pulling thread makes it. <b>Interruption</b> looked at before {@code
   * source} is called.
   *
   * <p><b>Failure</b> what {@code source} throws passes unwrapped; a {@code null} result is a
   * {@link NullPointerException}. <b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.DeferTest region=example}
   *
   * @param <T> the type of the elements
   * @param source makes the stream
   * @return a stream of the elements of a stream still to be made
   * @throws NullPointerException if {@code source} is null
   */
  public static <T> Runnel<T> defer(Callable<? extends Runnel<? extends T>> source) {
    requireNonNull(source, "source");
    return new Runnel<>(new Sequence.Defer<T>(source), true);
  }

  /**
   * Emits the elements of the first stream, then those of the second, and so on.
   *
   * <p><b>Order</b> as given. <b>Demand</b> one pull for each pull; a stream is opened when the
   * ones before it have ended.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * stream.
   *
   * <p><b>Failure</b> passes through unwrapped; the streams after it are not run. Each stream is
   * closed before the next is opened, and what its close throws fails the run; the last one stays
   * open until the run is closed.
   *
   * <p><b>Cost</b> one object per run and a queue of the streams that wait; no stack, however deep.
   *
   * {@snippet class=dev.runnel.ConcatAllTest region=example}
   *
   * @param <T> the type of the elements
   * @param sources the streams to run one after another
   * @return a stream of all their elements
   * @throws NullPointerException if the array or a stream is null
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static <T> Runnel<T> concatAll(Runnel<? extends T>... sources) {
    return concatAll(Arrays.asList(requireNonNull(sources, "sources")));
  }

  /**
   * Emits the elements of the first stream, then those of the second, and so on. As {@link
   * #concatAll(Runnel[])} in every other respect.
   *
   * @param <T> the type of the elements
   * @param sources the streams to run one after another; copied
   * @return a stream of all their elements
   * @throws NullPointerException if the collection or a stream is null
   */
  public static <T> Runnel<T> concatAll(
      Collection<? extends Runnel<? extends T>> sources) {
    List<Runnel<? extends T>> copy = Elements.sources(sources);
    return new Runnel<>(
        new Sequence.Concat<T>(copy), copy.stream().anyMatch(Runnel::forks));
  }

  static <T> Runnel<T> iterating(
      String operator, Callable<? extends Iterator<? extends T>> iterator) {
    return new Runnel<>(segment -> new IteratorCursor<T>(segment, operator, iterator), false);
  }

  private static <T> Runnel<T> array(Object[] elements) {
    for (Object element : elements) {
      Elements.nonNull(element, "of");
    }
    Opener.Pure<T> opener = segment -> new ArrayCursor<>(segment, elements);
    return new Runnel<>(opener, false);
  }
}

final class ArrayCursor<T> extends BaseCursor<T> {
  private static final int CHECK_MASK = 63; // looks at interruption every 64 elements

  private final Segment segment;
  private final Object[] elements; // all of type T, none null
  private int next;

  ArrayCursor(Segment segment, Object[] elements) {
    this.segment = segment;
    this.elements = elements;
  }

  @Override
  @Nullable T pull() throws Exception {
    if (next == elements.length) {
      return null;
    }
    segment.check();
    return element(next++);
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    for (int i = next, count = 0; i < elements.length; i++, count++) {
      if ((count & CHECK_MASK) == 0) {
        segment.check();
      }
      if (!step.accept(element(i))) {
        next = i + 1;
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked") // the array is a copy that only holds what came in as T
  private T element(int index) {
    return (T) elements[index];
  }
}

final class CallCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final Callable<? extends T> call;
  private boolean called;

  CallCursor(Segment segment, Callable<? extends T> call) {
    this.segment = segment;
    this.call = call;
  }

  @Override
  @Nullable T pull() throws Exception {
    if (called) {
      return null;
    }
    segment.check();
    called = true;
    return Elements.nonNull(call.call(), "fromCallable");
  }
}

final class GenerateCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final Callable<? extends T> call;

  GenerateCursor(Segment segment, Callable<? extends T> call) {
    this.segment = segment;
    this.call = call;
  }

  @Override
  T pull() throws Exception {
    segment.check();
    return Elements.nonNull(call.call(), "generate");
  }
}

final class IterateCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final T seed;
  private final ThrowingPredicate<? super T> hasNext;
  private final ThrowingFunction<? super T, ? extends T> function;
  private @Nullable T last;

  IterateCursor(
      Segment segment,
      T seed,
      ThrowingPredicate<? super T> hasNext,
      ThrowingFunction<? super T, ? extends T> function) {
    this.segment = segment;
    this.seed = seed;
    this.hasNext = hasNext;
    this.function = function;
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check();
    T element = last == null ? seed : Elements.nonNull(function.apply(last), "iterate");
    last = element;
    return hasNext.test(element) ? element : null;
  }
}

final class UnfoldCursor<S, T> extends BaseCursor<T> {
  private final Segment segment;
  private final ThrowingFunction<? super S,
      Optional<? extends Pair<? extends T, ? extends S>>> function;
  private S state;

  UnfoldCursor(
      Segment segment,
      S initial,
      ThrowingFunction<? super S, Optional<? extends Pair<? extends T, ? extends S>>> function) {
    this.segment = segment;
    this.state = initial;
    this.function = function;
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check();
    Pair<? extends T, ? extends S> made =
        Elements.nonNull(function.apply(state), "unfold").orElse(null);
    if (made == null) {
      return null;
    }
    state = made.second();
    return made.first();
  }
}

final class NeverCursor<T> extends BaseCursor<T> {
  private final Segment segment;

  NeverCursor(Segment segment) {
    this.segment = segment;
  }

  @Override
  @Nullable T pull() throws InterruptedException {
    segment.check(); // nobody wakes who has swallowed an interrupt already
    new Waiter().await(() -> false);
    return null;
  }
}
