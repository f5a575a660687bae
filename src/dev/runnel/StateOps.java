package dev.runnel;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Operators that remember what went by. The memory is a run's own. */
sealed interface StateOps<T> permits Runnel {

  /**
   * Emits, for each element, the result of all elements so far: {@code function} of the result
   * before and the element. The initial value is not emitted, as in {@code Gatherers.scan}; put
   * {@link CombineOps#startWith} behind to have it.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code initial} or {@code function} throws fails the run; so does a
   * {@code null} result. <b>Cost</b> one object per run, which holds the last result.
   *
   * {@snippet class=dev.runnel.ScanTest region=example}
   *
   * @param <R> the type of the results
   * @param initial gives the value to begin with, once per run, at the first element
   * @param function computes a result from the one before and an element
   * @return a stream of the results
   * @throws NullPointerException if an argument is null
   */
  default <R> Runnel<R> scan(
      Callable<? extends R> initial,
      ThrowingBiFunction<? super R, ? super T, ? extends R> function) {
    requireNonNull(initial, "initial");
    requireNonNull(function, "function");
    return ((Runnel<T>) this)
        .through((upstream, segment) -> new ScanCursor<T, R>(upstream, initial, function));
  }

  /**
   * Leaves out each element that equals one before.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> each pull pulls until an element is new.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code equals} or {@code hashCode} throws fails the run. <b>Cost</b> a
   * hash set per run that holds every element emitted: memory grows with them.
   *
   * {@snippet class=dev.runnel.DistinctTest region=example}
   *
   * @return a stream of the different elements
   */
  default Runnel<T> distinct() {
    return ((Runnel<T>) this)
        .through((upstream, segment) -> FusedCursor.filter(upstream, new HashSet<T>()::add));
  }
}

final class ScanCursor<T, R> extends OperatorCursor<T, R> {
  private final Callable<? extends R> initial;
  private final ThrowingBiFunction<? super R, ? super T, ? extends R> function;
  private @Nullable R last;

  ScanCursor(
      Cursor<T> upstream,
      Callable<? extends R> initial,
      ThrowingBiFunction<? super R, ? super T, ? extends R> function) {
    super(upstream);
    this.initial = initial;
    this.function = function;
  }

  @Override
  @Nullable R pull() throws Exception {
    T element = upstream.next();
    return element == null ? null : scanned(element);
  }

  @Override
  boolean push(Step<? super R> step) throws Exception {
    return upstream.forEachWhile(element -> step.accept(scanned(element)));
  }

  private R scanned(T element) throws Exception {
    R before = last == null ? Elements.nonNull(initial.call(), "scan") : last;
    R result = Elements.nonNull(function.apply(before, element), "scan");
    last = result;
    return result;
  }
}
