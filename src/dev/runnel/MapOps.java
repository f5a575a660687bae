package dev.runnel;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Operators that turn each element into none, one or many. */
sealed interface MapOps<T> permits Runnel {

  /**
   * Applies {@code function} to each element and emits the results.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code function} throws fails the run; so does a {@code null} result.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.MapTest region=example}
   *
   * @param <R> the type of the results
   * @param function maps an element; may block and may throw
   * @return a stream of the results
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> map(ThrowingFunction<? super T, ? extends R> function) {
    requireNonNull(function, "function");
    return ((Runnel<T>) this).through((upstream, segment) -> FusedCursor.map(upstream, function));
  }

  /**
   * Emits the elements that match, leaves out the others.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> each pull pulls until an element matches.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code predicate} throws fails the run.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.FilterTest region=example}
   *
   * @param predicate tells which elements to emit; may block and may throw
   * @return a stream of the elements that match
   * @throws NullPointerException if {@code predicate} is null
   */
  default Runnel<T> filter(ThrowingPredicate<? super T> predicate) {
    requireNonNull(predicate, "predicate");
    return ((Runnel<T>) this)
        .through((upstream, segment) -> FusedCursor.filter(upstream, predicate));
  }

  /**
   * Makes a stream of each element and emits the elements of these streams, one stream after
   * another.
   *
   * <p><b>Order</b> upstream order; all of an inner stream before the next is made. <b>Demand</b>
   * one pull of an inner stream for each pull; pulls upstream only when the inner stream has ended.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code function} or an inner stream throws fails the run; so does a
   * {@code null} stream. Each inner stream is closed before upstream is asked for the next element,
   * and what its close throws fails the run.
   *
   * <p><b>Cost</b> one object per run, and those of a run of each inner stream; no buffer.
   *
   * {@snippet class=dev.runnel.FlatMapTest region=example}
   *
   * @param <R> the type of the elements of the inner streams
   * @param function makes the inner streams; may block and may throw
   * @return a stream of the elements of all inner streams
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> flatMap(
      ThrowingFunction<? super T, ? extends Runnel<? extends R>> function) {
    requireNonNull(function, "function");
    return ((Runnel<T>) this)
        .through(
            true,
            (upstream, segment) -> new FlatMapCursor<T, R>(
                upstream,
                element -> Elements.nonNull(function.apply(element), "flatMap").open(segment)));
  }

  /**
   * Makes a collection, or anything else that can be iterated over, of each element and emits the
   * elements of these.
   *
   * <p><b>Order</b> upstream order; all of a collection before the next is made. <b>Demand</b> asks
   * the collection's iterator for one element for each pull; pulls upstream only when that has
   * ended.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * element.
   *
   * <p><b>Failure</b> what {@code function} or an iterator throws fails the run; so does a {@code
   * null} collection or a {@code null} in it.
   *
   * <p><b>Cost</b> one object per run and a few per collection; no buffer.
   *
   * {@snippet class=dev.runnel.FlatMapIterableTest region=example}
   *
   * @param <R> the type of the elements of the collections
   * @param function makes the collections; may block and may throw
   * @return a stream of the elements of all collections
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> flatMapIterable(
      ThrowingFunction<? super T, ? extends Iterable<? extends R>> function) {
    requireNonNull(function, "function");
    return ((Runnel<T>) this)
        .through(
            (upstream, segment) -> new FlatMapCursor<T, R>(
                upstream,
                element -> {
                  Iterable<? extends R> made =
                      Elements.nonNull(function.apply(element), "flatMapIterable");
                  return new IteratorCursor<>(segment, "flatMapIterable", made::iterator);
                }));
  }

  /**
   * Shows each element to {@code action} before it is emitted.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code action} throws fails the run.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.TapTest region=example}
   *
   * @param action looks at an element; may block and may throw
   * @return a stream of the same elements
   * @throws NullPointerException if {@code action} is null
   */
  default Runnel<T> tap(ThrowingConsumer<? super T> action) {
    requireNonNull(action, "action");
    return map(
        element -> {
          action.accept(element);
          return element;
        });
  }
}

final class FlatMapCursor<T, R> extends OperatorCursor<T, R> {
  private final ThrowingFunction<? super T, ? extends Cursor<? extends R>> opener;
  private @Nullable Cursor<? extends R> inner;

  FlatMapCursor(
      Cursor<T> upstream, ThrowingFunction<? super T, ? extends Cursor<? extends R>> opener) {
    super(upstream);
    this.opener = opener;
  }

  @Override
  @Nullable R pull() throws Exception {
    for (;;) {
      Cursor<? extends R> opened = inner;
      if (opened == null) {
        T element = upstream.next();
        if (element == null) {
          return null;
        }
        opened = opener.apply(element);
        inner = opened;
      }
      R result = opened.next();
      if (result != null) {
        return result;
      }
      finish();
    }
  }

  @Override
  boolean push(Step<? super R> step) throws Exception {
    Cursor<? extends R> opened = inner; // left half-way by an earlier stop
    if (opened != null && !pushInner(opened, step)) {
      return false;
    }
    return upstream.forEachWhile(element -> pushInner(opener.apply(element), step));
  }

  private boolean pushInner(Cursor<? extends R> opened, Step<? super R> step) throws Exception {
    inner = opened;
    if (!opened.forEachWhile(step)) {
      return false;
    }
    finish();
    return true;
  }

  @Override
  void finish() throws Exception {
    Cursor<? extends R> last = inner;
    inner = null;
    if (last != null) {
      last.close();
    }
  }
}
