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
   * @param <R> the type of the results
   * @param function maps an element; may block and may throw
   * @return a stream of the results
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> map(ThrowingFunction<? super T, ? extends R> function) {
    requireNonNull(function, "function");
    return ((Runnel<T>) this).through((upstream, segment) -> new MapCursor<>(upstream, function));
  }
}

final class MapCursor<T, R> extends OperatorCursor<T, R> {
  private final ThrowingFunction<? super T, ? extends R> function;

  MapCursor(Cursor<T> upstream, ThrowingFunction<? super T, ? extends R> function) {
    super(upstream);
    this.function = function;
  }

  @Override
  @Nullable R pull() throws Exception {
    T element = upstream.next();
    return element == null ? null : Elements.nonNull(function.apply(element), "map");
  }

  @Override
  boolean push(Step<? super R> step) throws Exception {
    return upstream.forEachWhile(
        element -> step.accept(Elements.nonNull(function.apply(element), "map")));
  }
}
