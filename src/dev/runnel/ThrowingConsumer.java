package dev.runnel;

/**
 * An action on one argument that may throw and may block.
 *
 * @param <T> the type of the argument
 */
@FunctionalInterface
public interface ThrowingConsumer<T> {

  /**
   * Acts on the argument.
   *
   * @param argument the argument
   * @throws Exception to fail the run, or the call it is given to
   */
  void accept(T argument) throws Exception;
}
