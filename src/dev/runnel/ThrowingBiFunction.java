package dev.runnel;

/**
 * A function of two arguments that may throw and may block.
 *
 * @param <T> the type of the first argument
 * @param <U> the type of the second argument
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface ThrowingBiFunction<T, U, R> {

  /**
   * Applies this function.
   *
   * @param first the first argument
   * @param second the second argument
   * @return the result
   * @throws Exception to fail the run, or the call it is given to
   */
  R apply(T first, U second) throws Exception;
}
