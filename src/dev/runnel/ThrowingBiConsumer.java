package dev.runnel;

/**
 * An action on two arguments that may throw and may block.
 *
 * @param <T> the type of the first argument
 * @param <U> the type of the second argument
 */
@FunctionalInterface
public interface ThrowingBiConsumer<T, U> {

  /**
   * Acts on the arguments.
   *
   * @param first the first argument
   * @param second the second argument
   * @throws Exception to fail the run, or the call it is given to
   */
  void accept(T first, U second) throws Exception;
}
