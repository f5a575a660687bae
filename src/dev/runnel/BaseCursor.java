package dev.runnel;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the rules of {@link Cursor} for sources and operators: ended stays ended, closed once.
 * A source extends this class; an operator extends {@link OperatorCursor}.
 */
abstract class BaseCursor<T> implements Cursor<T> {
  private boolean ended;
  private boolean closed;

  /**
   * Gives the next element or {@code null} at the end; not called again after the end or a throw.
   */
  abstract @Nullable T pull() throws Exception;

  /**
   * Hands elements to {@code step} as {@link Cursor#forEachWhile} says. Override where elements can
   * be pushed on without a call of {@link #pull()} each; never where this cursor catches what
   * upstream throws, because then what {@code step} throws would be caught too.
   */
  boolean push(Step<? super T> step) throws Exception {
    for (;;) {
      T element = pull(); // declared here: a frame that waits retains none
      if (element == null) {
        return true;
      }
      if (!step.accept(element)) {
        return false;
      }
    }
  }

  /** Closes what this cursor opened; called once, even if nothing was pulled. */
  void release() throws Exception {}

  @Override
  public final @Nullable T next() throws Exception {
    if (ended) {
      return null;
    }
    try {
      T element = pull();
      ended = element == null;
      return element;
    } catch (Throwable t) {
      ended = true;
      throw t;
    }
  }

  @Override
  public final boolean forEachWhile(Step<? super T> step) throws Exception {
    if (ended) {
      return true;
    }
    try {
      ended = push(step);
      return ended;
    } catch (Throwable t) {
      ended = true;
      throw t;
    }
  }

  @Override
  public final void close() throws Exception {
    if (!closed) {
      closed = true;
      ended = true;
      release();
    }
  }
}
