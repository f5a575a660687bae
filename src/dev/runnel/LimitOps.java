package dev.runnel;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Operators that keep a part of the elements, from the front or from the back. */
sealed interface LimitOps<T> permits Runnel {

  /**
   * Emits the first {@code n} elements, then ends.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls at most {@code n}; never asks for one more,
   * so it does not wait for what comes after them. {@code take(0)} asks for nothing.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> passes through unwrapped; a failure of upstream after {@code n} elements is
   * never met. <b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.TakeTest region=example}
   *
   * @param n how many elements to emit at most
   * @return a stream of at most {@code n} elements
   * @throws IllegalArgumentException if {@code n < 0}
   */
  default Runnel<T> take(long n) {
    Counts.notNegative(n, "n");
    return ((Runnel<T>) this).throughPure((upstream, segment) -> new TakeCursor<>(upstream, n));
  }

  /**
   * Leaves out the first {@code n} elements.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> the first pull pulls {@code n + 1}, each other
   * one pulls one.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> passes through unwrapped, also where an element left out would have been.
   * <b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.DropTest region=example}
   *
   * @param n how many elements to leave out at most
   * @return a stream of the elements after the first {@code n}
   * @throws IllegalArgumentException if {@code n < 0}
   */
  default Runnel<T> drop(long n) {
    Counts.notNegative(n, "n");
    return ((Runnel<T>) this).throughPure((upstream, segment) -> new DropCursor<>(upstream, n));
  }

  /**
   * Emits elements as long as they match; ends at the first that does not, which is left out.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull; none after the
   * element that did not match.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code predicate} throws fails the run. <b>Cost</b> one object per run,
   * no buffer.
   *
   * {@snippet class=dev.runnel.TakeWhileTest region=example}
   *
   * @param predicate tells whether to go on
   * @return a stream of the elements before the first that does not match
   * @throws NullPointerException if {@code predicate} is null
   */
  default Runnel<T> takeWhile(ThrowingPredicate<? super T> predicate) {
    requireNonNull(predicate, "predicate");
    return ((Runnel<T>) this)
        .through((upstream, segment) -> new TakeWhileCursor<>(upstream, predicate));
  }

  /**
   * Emits elements as long as they match, and the first that does not; then ends.
   *
   * <p><b>Order</b> upstream order; an element is tested before it is emitted. <b>Demand</b> one
   * pull upstream for each pull; none after the element that did not match.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code predicate} throws fails the run. <b>Cost</b> one object per run,
   * no buffer.
   *
   * {@snippet class=dev.runnel.TakeThroughTest region=example}
   *
   * @param predicate tells whether to go on
   * @return a stream of the elements up to and including the first that does not match
   * @throws NullPointerException if {@code predicate} is null
   */
  default Runnel<T> takeThrough(ThrowingPredicate<? super T> predicate) {
    requireNonNull(predicate, "predicate");
    return ((Runnel<T>) this)
        .through((upstream, segment) -> new TakeThroughCursor<>(upstream, predicate));
  }

  /**
   * Leaves out elements as long as they match; emits the first that does not and all after it.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> the first pull pulls until an element does not
   * match, each other one pulls one.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code predicate} throws fails the run. <b>Cost</b> one object per run,
   * no buffer.
   *
   * {@snippet class=dev.runnel.DropWhileTest region=example}
   *
   * @param predicate tells whether to leave out; not called any more once it did not match
   * @return a stream of the elements from the first that does not match
   * @throws NullPointerException if {@code predicate} is null
   */
  default Runnel<T> dropWhile(ThrowingPredicate<? super T> predicate) {
    requireNonNull(predicate, "predicate");
    return ((Runnel<T>) this)
        .through((upstream, segment) -> new DropWhileCursor<>(upstream, predicate));
  }
}

final class TakeCursor<T> extends OperatorCursor<T, T> {
  private long left;

  /** Whether downstream stopped the bulk loop, perhaps at the very element that is our last. */
  private boolean stopped;

  TakeCursor(Cursor<T> upstream, long n) {
    super(upstream);
    left = n;
  }

  @Override
  @Nullable T pull() throws Exception {
    if (left == 0) {
      return null;
    }
    left--;
    return upstream.next();
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    if (left == 0) {
      return true;
    }
    stopped = false;
    boolean ended =
        upstream.forEachWhile(
            element -> {
              left--;
              stopped = !step.accept(element);
              return !stopped && left > 0;
            });
    return ended || !stopped;
  }
}

final class DropCursor<T> extends OperatorCursor<T, T> {
  private long left;

  DropCursor(Cursor<T> upstream, long n) {
    super(upstream);
    left = n;
  }

  @Override
  @Nullable T pull() throws Exception {
    return dropped() ? upstream.next() : null;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    return !dropped() || upstream.forEachWhile(step);
  }

  /** Leaves out what is still to be left out; returns false if upstream ended with it. */
  private boolean dropped() throws Exception {
    for (; left > 0; left--) {
      if (upstream.next() == null) {
        return false;
      }
    }
    return true;
  }
}

final class TakeWhileCursor<T> extends OperatorCursor<T, T> {
  private final ThrowingPredicate<? super T> predicate;
  private boolean over;

  TakeWhileCursor(Cursor<T> upstream, ThrowingPredicate<? super T> predicate) {
    super(upstream);
    this.predicate = predicate;
  }

  @Override
  @Nullable T pull() throws Exception {
    T element = upstream.next();
    return element != null && predicate.test(element) ? element : null;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    boolean ended =
        upstream.forEachWhile(
            element -> {
              over = !predicate.test(element);
              return !over && step.accept(element);
            });
    return ended || over;
  }
}

final class TakeThroughCursor<T> extends OperatorCursor<T, T> {
  private final ThrowingPredicate<? super T> predicate;
  private boolean over;

  /** Whether downstream stopped the bulk loop, perhaps at the very element that is our last. */
  private boolean stopped;

  TakeThroughCursor(Cursor<T> upstream, ThrowingPredicate<? super T> predicate) {
    super(upstream);
    this.predicate = predicate;
  }

  @Override
  @Nullable T pull() throws Exception {
    if (over) {
      return null;
    }
    T element = upstream.next();
    over = element != null && !predicate.test(element);
    return element;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    if (over) {
      return true;
    }
    stopped = false;
    boolean ended =
        upstream.forEachWhile(
            element -> {
              over = !predicate.test(element);
              stopped = !step.accept(element);
              return !stopped && !over;
            });
    return ended || !stopped;
  }
}

final class DropWhileCursor<T> extends OperatorCursor<T, T> {
  private final ThrowingPredicate<? super T> predicate;
  private boolean dropping = true;

  DropWhileCursor(Cursor<T> upstream, ThrowingPredicate<? super T> predicate) {
    super(upstream);
    this.predicate = predicate;
  }

  @Override
  @Nullable T pull() throws Exception {
    for (;;) {
      T element = upstream.next();
      if (!dropping || element == null || !predicate.test(element)) {
        dropping = false;
        return element;
      }
    }
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    if (dropping) {
      T element = pull();
      if (element == null) {
        return true;
      }
      if (!step.accept(element)) {
        return false;
      }
    }
    return upstream.forEachWhile(step);
  }
}
