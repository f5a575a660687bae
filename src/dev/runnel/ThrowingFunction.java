package dev.runnel;

/**
 * A function that may throw and may block.
 *
 * @param <T> the type of the argument
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface ThrowingFunction<T, R> {

  /**
   * Applies this function.
   *
   * @param argument the argument
   * @return the result
   * @throws Exception to fail the run, or the call it is given to
   */
  R apply(T argument) throws Exception;
}
