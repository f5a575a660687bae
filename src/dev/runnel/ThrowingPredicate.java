package dev.runnel;

/**
 * A predicate that may throw and may block.
 *
 * @param <T> the type of the argument
 */
@FunctionalInterface
public interface ThrowingPredicate<T> {

  /**
   * Tests the argument.
   *
   * @param argument the argument
   * @return whether it matches
   * @throws Exception to fail the run, or the call it is given to
   */
  boolean test(T argument) throws Exception;
}
