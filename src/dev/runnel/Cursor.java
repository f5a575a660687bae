package dev.runnel;

import org.jspecify.annotations.Nullable;

/**
 * The pull protocol between the stages of a running pipeline: each call asks for one element.
 *
 * <p>A cursor belongs to the one thread that drives its segment: opened, pulled and closed there.
 * Write one, and give it to {@link Runnel#via}, to add an operator of your own.
 *
 * <p>Rules that every implementation keeps: after the end, a throw or {@link #close()} a cursor
 * stays ended and {@link #next()} returns {@code null}; {@code next()} returns {@code null} at the
 * end but closes nothing; {@code close()} is idempotent and closes what is upstream.
 *
 * @param <T> the type of the elements
 */
public interface Cursor<T> {

  /**
   * Gives the next element, waiting for it if need be.
   *
   * @return the next element, or {@code null} at the end
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws Exception what the source or a function upstream threw
   */
  @Nullable T next() throws Exception;

  /**
   * Hands each element to {@code step} until it says stop or the elements end.
   *
   * <p>The effects are those of the loop over {@link #next()}, in the same order: one element
   * passes through all stages before the next is pulled. After a stop the cursor can be pulled on.
   *
   * @param step takes an element and tells whether to go on
   * @return {@code true} if the elements ended, {@code false} if {@code step} stopped them
   * @throws Exception what the source, a function upstream or {@code step} threw
   */
  default boolean forEachWhile(Step<? super T> step) throws Exception {
    for (;;) {
      T element = next(); // declared here: a frame that waits retains none
      if (element == null) {
        return true;
      }
      if (!step.accept(element)) {
        return false;
      }
    }
  }

  /**
   * Closes this cursor and what is upstream of it, once; waits for the threads it started.
   *
   * @throws Exception what a finaliser threw
   */
  void close() throws Exception;
}
