package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;
import java.util.Iterator;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Elements of an iterator that is taken at the first pull. */
final class IteratorCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final String operator;
  private final Callable<? extends Iterator<? extends T>> source;
  private @Nullable Iterator<? extends T> iterator;

  IteratorCursor(
      Segment segment, String operator, Callable<? extends Iterator<? extends T>> source) {
    this.segment = segment;
    this.operator = operator;
    this.source = source;
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check();
    Iterator<? extends T> elements = iterator;
    if (elements == null) {
      elements = requireNonNull(source.call(), "iterator must not be null");
      iterator = elements;
    }
    return elements.hasNext() ? Elements.nonNull(elements.next(), operator) : null;
  }
}
