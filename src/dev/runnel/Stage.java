package dev.runnel;

/**
 * An operator of the user's own, put into a pipeline by {@link Runnel#via}.
 *
 * @param <T> the type of the elements it takes
 * @param <R> the type of the elements it gives
 */
@FunctionalInterface
public interface Stage<T, R> {

  /**
   * Makes the cursor of this operator for one run. Called once per run, on the thread that drives
   * the segment, before the first pull; keeps no state outside the cursor it returns.
   *
   * @param upstream the cursor to pull from; closed by the library after the returned one
   * @return the cursor of this run
   * @throws Exception to fail the run
   */
  Cursor<R> apply(Cursor<T> upstream) throws Exception;
}
