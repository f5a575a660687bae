package dev.runnel.internal.stage;

/**
 * The function that workers run.
 *
 * @param <T> the type of the elements
 * @param <R> the type of the results
 */
@FunctionalInterface
public interface Mapping<T, R> {

  /**
   * Maps one element; may block.
   *
   * @param element the element
   * @return the result, never null
   * @throws Exception to fail the stage
   */
  R apply(T element) throws Exception;
}
