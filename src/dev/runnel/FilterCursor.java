package dev.runnel;

import org.jspecify.annotations.Nullable;

/** Elements that match; {@code distinct} is one of its uses. */
final class FilterCursor<T> extends OperatorCursor<T, T> {
  final ThrowingPredicate<? super T> predicate;

  FilterCursor(Cursor<T> upstream, ThrowingPredicate<? super T> predicate) {
    super(upstream);
    this.predicate = predicate;
  }

  @Override
  @Nullable T pull() throws Exception {
    for (;;) {
      T element = upstream.next();
      if (element == null || predicate.test(element)) {
        return element;
      }
    }
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    return upstream.forEachWhile(element -> !predicate.test(element) || step.accept(element));
  }
}
